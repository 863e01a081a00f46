/** The programs whose logs are recognized, each by texts that only its logs contain. */
import { agentFacts, collectorFacts } from './collectorFacts.ts';
import { DATABASES, HELPERS, RELOADER } from './databasePrograms.ts';
import { influxFacts } from './influxFacts.ts';
import { kernelFacts } from './kernelFacts.ts';
import { crashFacts } from './logFacts.ts';
import { etcdFacts, lokiFacts, tempoFacts } from './serverFacts.ts';
import type { LogProgram } from './logProgram.ts';
import { CORTEX_BY_NAME, PUSHED_BY_PROMETHEUS, PUSHED_BY_PROMTAIL } from './naming/ownNames.ts';
import { OF_ALERTMANAGER } from './naming/clusterLines.ts';
import { alertmanagerFacts } from './notifications/alertmanagerFacts.ts';
import { OOM_TASK } from './oomFacts.ts';
import { prometheusFacts } from './prometheusFacts.ts';
import { thanosFacts } from './thanosFacts.ts';
import { victoriaFacts } from './victoriaFacts.ts';

/** Version in a Go build line; JSON escapes the quotation mark with a backslash, CSV doubles it. */
const GO_VERSION = /version=["\\]{1,3}\(version=v?(\d[^,)\s]{1,50})/;
const BUILD_VERSION = /"?version"?[=:] ?["\\]{0,3}\(version=v?(\d[^,)\s"]{1,50})/;

const INFLUX_PARTS = [
  'cacheloader', 'tsm1\\w{0,10}', 'filestore', 'shard', 'store', 'httpd?', 'write', 'tcp', 'run', 'monitor', 'meta',
  'metastore', 'query', 'subscriber', 'continuous_querier',
].join('|');

/** Faults of memory, CPUs, disks, file systems and the network, behind the name or a clock of the kernel. */
const OF_KERNEL = new RegExp(String.raw`(?:${[
  /\bkernel: (?:\[ {0,8}\d{1,8}\.\d{6}\] )?/, /^(?:<\d{1,3}>)?\[ {0,8}\+?\d{1,8}\.\d{6}\] /,
  /^\[[^\]\n]{1,40} \d\d:\d\d:\d\d \d{4}\] /,
].map(({ source }) => source).join('|')})(?:${[
  /EDAC |mce: |\[Hardware Error\]|EXT4-fs|XFS \(|BTRFS|nvme|ata\d|blk_update_request|Buffer I\/O|I\/O error|md\/raid/,
  /INFO: task \S|(?:NMI )?watchdog: |rcu: INFO|Kernel panic|BUG: |nf_conntrack: |NETDEV WATCHDOG|nfs: server/,
].map(({ source }) => source).join('|')})`);

/** Programs in match order: the first row that fits wins, so a program that contains another comes before it. */
export const LOG_PROGRAMS: readonly LogProgram[] = [
  {
    // Has the library of VictoriaMetrics, whose version its lines show.
    id: 'victorialogs-log', program: 'VictoriaLogs', interest: victoriaFacts,
    texts: /\bVictoriaLogs\/(?:app|lib)\/|\bapp\/(?:victoria-logs|vl(?:storage|select|insert|agent))\/\w/,
    version: /build version: (?:victoria-logs|vl\w{2,20})-\S{0,80}?-v?(\d+\.\d+\.\d+)/,
  },
  {
    id: 'victoriametrics-log', program: 'VictoriaMetrics', kind: 'victoriametrics', interest: victoriaFacts,
    texts: new RegExp([
      // A copy from a terminal has blanks for tabs; some reports quote the line without its time.
      /(?:^|\t| {1,8})(?:debug|info|warn|error|fatal|panic)(?:\t| {1,8})(?:github\.com\/)?VictoriaMetrics\//,
      // Versions up to 1.27 omit the name of the repository.
      new RegExp(/\t(?:info|warn|error|fatal|panic)\t/.source
        + /(?:app\/(?:vm\w{2,20}|victoria-\w{2,20})|lib\/\w{2,30})\/[\w./-]{1,80}\.go:\d/.source),
      // Builds in a folder of another name; a log store shows it with a blank between the columns.
      /\s(?:info|warn|error|fatal|panic)\s\S{0,200}\/?app\/vm\w{2,20}\/[\w./-]{1,80}\.go:\d{1,6}\s/,
      new RegExp(/(?:\t| {2,16})(?:info|warn|error|fatal|panic)(?:\t| {2,16})\S{1,200}\//.source
        + /(?:app\/vm\w{2,20}|lib\/(?:storage|mergeset|logger|httpserver|promscrape|persistentqueue))\//.source
        + /[\w.-]{1,80}\.go:\d/.source),
      /"caller":"VictoriaMetrics\//,
    ].map(({ source }) => source).join('|'), 'm'),
    version: /build version: \S{0,80}?-v?(\d+\.\d+\.\d+)/,
  },
  {
    id: 'otelcol-log', program: 'OpenTelemetry Collector', interest: collectorFacts,
    texts: new RegExp([
      /"(?:otelcol\.component\.)?kind": ?"(?:receiver|processor|exporter|extension|connector)/, /service@v\d+\.\d+/,
      /"component_kind": ?"|internal\/(?:metricsbuilder|transaction|queued?_sender|retry_sender)\.go/,
      /memorylimiter(?:processor)?\/memorylimiter\.go/, /otelcol\.component|otelcol(?:-contrib)?\//,
      /Everything is ready\. Begin running/,
    ].map(({ source }) => source).join('|')),
    // The parts of one release have its version; those that are stable have another.
    version: new RegExp(/"service@v[^"\n]{1,40}"[^\n]{0,20}"msg": ?"Starting [^\n]{0,600}?/.source
      + /"Version": ?"v?(\d+\.\d+\.\d+)|(?:"Version": ?"v?|service@v)(\d+\.\d+\.\d+)/.source
      + /|"service\.name": ?"[\w-]{1,60}", ?"service\.version": ?"v?(\d+\.\d+\.\d+)/.source
      + /|\b(?:otelcol|\w{0,40}(?:exporter|processor|receiver|extension|connector|memorylimiter))@v/.source
      + /(0\.\d+\.\d+)\//.source),
  },
  {
    // Contains neither Mimir's groups nor its name.
    id: 'bucket-compactor-log', program: 'Mimir or Cortex', kind: 'mimir', version: GO_VERSION,
    texts: new RegExp(/^(?![^]*(?:-(?:merge|split)-|mimir|bucket_compactor|cortexproject|caller=cortex))/.source
      + String.raw`[^]*?(?:(?:failed to compact|starting compaction of|successfully compacted) user blocks`
      + String.raw`|\bcomponent=compactor (?:org_id|user)=)`),
  },
  {
    // One journal of both, by the program names of syslog.
    id: 'prometheus-thanos-log', program: 'Prometheus and Thanos', kind: 'prometheus', interest: prometheusFacts,
    texts: /^(?=[^]*\bprometheus\[\d{1,8}\]: \S)(?=[^]*\bthanos(?:@\w{1,40})?\[\d{1,8}\]: \S)/,
  },
  {
    // By what ships it, before lines that its relatives share.
    id: 'mimir-service-log', program: 'Mimir', kind: 'mimir',
    texts: /\bservice["']?[=:] ?["']?mimir\b|\bfile(?:name)?["']?[=:] ?["']?\/var\/log\/mimir\//,
    version: GO_VERSION,
  },
  { id: 'cortex-log', program: 'Cortex', kind: 'mimir', version: BUILD_VERSION, texts: CORTEX_BY_NAME },
  {
    id: 'thanos-log', program: 'Thanos', kind: 'thanos', interest: thanosFacts,
    texts: new RegExp([
      // Excludes Mimir, whose group names contain the operation (merge, split).
      /\/data\/compact\b(?!\/0@\d{1,20}-(?:merge|split))/,
      /msg="retriable error"/, /critical error detected; halting/, /component=multi-tsdb\b/,
      /component=(?:receive|store-gateway|sidecar)\b/,
      // Excludes the query statistics of the same component of Mimir and Cortex.
      /(?<!msg="query stats" )component=query-frontend\b/,
      /caller=(?:sidecar|receive|multitsdb|rule)\.go/,
      // Excludes the same file of multi-tenant servers, which log the tenant.
      /caller=bucket\.go(?!.{0,1500} user=)/,
      // Excludes the same files of an ingester, which logs the tenant, and of the index of Loki.
      /caller=(?:shipper|prober)\.go(?!.{0,1500}(?: user=|\bindex shipper\b))/,
      /msg="(?:initializing bucket store|bucket store ready|loading bucket configuration)"|component=proxy\b/,
      /caller=intrumentation\.go|msg="changing probe status"|service=(?:http|gRPC)\/server component=\w/,
      /github\.com\/thanos-io\/thanos/, /\bmain\.runCompact\b|\/app\/cmd\/thanos\//, /\bthanos(?:@\w+)?(?:\[\d+\])?: /,
      /msg="start (?:of GC|of compactions|sync of metas)"/,
    ].map(({ source }) => source).join('|')),
    version: BUILD_VERSION,
  },
  {
    id: 'cortex-log', program: 'Cortex', kind: 'mimir', version: GO_VERSION,
    texts: new RegExp([
      /caller=(?:cortex|ingester_v2)\.go|github\.com\/cortexproject\/cortex/,
      /source="?(?:ingester_\w{2,20}|distributor|chunk_store)\.go/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'loki-log', program: 'Loki', interest: lokiFacts, version: GO_VERSION,
    texts: new RegExp([
      /caller=loki\.go|\bmsg="(?:Starting Loki|error running loki)"|replay flusher|\bindex-store=(?:tsdb|boltdb)/,
      /recovering from (?:checkpoint|WAL)"|WAL (?:checkpoint |segment )?recovery finished|github\.com\/grafana\/loki\//,
      /\borg_id=\S+ .*component=|caller=flush\.go\S{0,10} .{0,200}\borg_id=|contact your Loki administrator/,
      /caller=(?:index_set|uploads_manager|recalculate_owned_streams)\.go|\bautoforget is enabled\b/,
      /\bqueryrange\.Loki|msg="flushing stream" user=/, PUSHED_BY_PROMTAIL,
      /\bmsg="failed to compact files"|\bloki_index_\d|\/loki\/compactor\//,
      /method=\/logproto\.|\bmodule=gocql\b|\blatency=\w{4,6} query_type=/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'mimir-log', program: 'Mimir', kind: 'mimir',
    texts: new RegExp([
      /caller=(?:mimir|ingester_compaction|user_tsdb|bucket_compactor)\.go/,
      // Excludes servers that send to Mimir (`dedupe.go`).
      /caller=(?!dedupe)\S{1,100} .{0,1500}\berr-mimir-[a-z]|TSDB blocks compaction for user/,
      /component=(?:compactor|cleaner)\b|github\.com\/grafana\/mimir/,
      // The ingesters of its relatives log this component, too.
      /component=ingester\b.{0,1500}?\b(?:TSDBs?\b|user=\S|series\b|blocks?\b|[Hh]ead\b)/,
      /(?:\buser=\S|\bTSDBs?\b).{0,1500}?component=ingester\b/,
    ].map(({ source }) => source).join('|')),
    version: GO_VERSION,
  },
  {
    id: 'tempo-log', program: 'Tempo', version: GO_VERSION, interest: tempoFacts,
    texts: new RegExp([
      /\bmsg="Starting Tempo"|caller=rescan_blocks\.go|github\.com\/grafana\/tempo\//,
      /msg="beginning replay" file=[0-9a-f]{8}-|ingester\.complete_block_timeout/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'ingester-log', program: 'Mimir or Cortex', kind: 'mimir', version: GO_VERSION,
    texts: new RegExp([
      /caller=ingester\.go\S* .*\bTSDBs?\b|error while opening existing TSDBs|unable to open TSDB for user/,
      /msg="query stats" component=query-frontend|DoBatch: |msg="(?:POST|GET) \/api\/v1\/push \(/, PUSHED_BY_PROMETHEUS,
      /caller=(?:bucket|bucket_stores?)\.go.{0,1500} user=|TSDB blocks for all users|method=\/cortex\./,
      /caller=sharding_strategy\.go|method=blocksStore|caller=(?:head|compact|db|checkpoint)\.go\S{0,8} org_id=/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'vector-log', program: 'Vector', interest: crashFacts,
    texts: /\bvector::\w|\bcomponent_kind="?\w{4,9}"? component_/,
    version: /Vector has started\..{0,80} version="(\d[\w.]{1,20})/,
  },
  {
    id: 'agent-log', program: 'Grafana Agent or Alloy', version: GO_VERSION,
    interest: agentFacts,
    texts: /\bagent=prometheus\b|\bcomponent_(?:path|id)=\S|github\.com\/grafana\/(?:agent|alloy)\//,
  },
  {
    id: 'influxdb-log', program: 'InfluxDB', interest: influxFacts,
    texts: new RegExp([
      /\blog_id"?[=:] ?"?\w{6,}|\[I\] .*InfluxDB|engine=tsm1|InfluxDB starting|Welcome to InfluxDB/,
      // Versions before 1.4, by the names of their parts.
      new RegExp(`(?:^|\\]: )\\[(?:${INFLUX_PARTS})\\] ?\\d{4}\\/\\d\\d\\/\\d\\d `), /\binfluxd\[\d+\]: /,
    ].map(({ source }) => source).join('|'), 'm'),
    version: /(?:InfluxDB starting|Welcome to InfluxDB)\S*\s.{0,200}version"?[=:]? ?"?v?(\d[^\s,"]{1,30})/,
  },
  ...DATABASES,
  {
    id: 'etcd-log', program: 'etcd', interest: etcdFacts,
    texts: new RegExp([
      /\\{0,3}"caller\\{0,3}": ?\\{0,3}"(?:etcdmain|etcdserver|embed|raft|mvcc|rafthttp|wal)\/|\betcd\[\d{1,8}\]: /,
      /\bis starting a new election at term \d|\braft\.node: \w{8,16} /,
      // Excludes clients, which quote its errors.
      /(?<![:="'(] ?)\b(?:etcdserver|etcdmain|rafthttp|raft): /,
      /(?:^|\s)[DINWEC] \| (?:snap|mvcc|embed|wal|store|auth|lease|etcd\w{0,20}|membership|flags|pkg\/\w{2,20}): /,
      /\bwal: (?:wal\/wal\.go: WAL\.)?sync(?: duration of|: sync duration)/,
    ].map(({ source }) => source).join('|')),
    version: /"(?:etcd|local-server)-version":"(\d\S{1,20}?)"|etcd Version: (\d\S+)/,
  },
  {
    id: 'alertmanager-log', program: 'Alertmanager', interest: alertmanagerFacts(crashFacts),
    texts: OF_ALERTMANAGER,
    version: BUILD_VERSION,
  },
  {
    // Rules and TSDBs of tenants, with the code of Prometheus; the answer of a receiver (err=) names a tenant, too.
    id: 'ruler-log', program: 'Loki, Mimir or Cortex', version: GO_VERSION,
    texts: new RegExp(/caller=(?:notifier|group|manager|dedupe|wlog|head_wal)\.go\S{0,8} (?:(?:(?!err=)[^\n]){0,300} )?/
      .source + /(?:user|org_id)=\S|\bmanager=tenant-wal\b/.source),
  },
  {
    id: 'prometheus-log', program: 'Prometheus', kind: 'prometheus', interest: prometheusFacts,
    texts: new RegExp([
      /Starting Prometheus(?! [Oo]perator\b)/, /\bStarting TSDB/, /[Ss]tarting tsdb\b/, /\bTSDB started/,
      /WAL segment loaded/, /Replaying (?:WAL|on-disk)/, /On-disk memory mappable/, /Server is ready to receive/,
      /\b[Ww]rite block\b/, /[Hh]ead GC (?:started|completed)/, /compact blocks/, /WAL (?:replay|checkpoint)/,
      /Creating checkpoint/, /component=tsdb(?![\w-])/, /"component":"tsdb"/,
      // Other programs have files of these names, so a word of the TSDB or a component must be in the line, too.
      new RegExp(/(?:caller|source)"?[=:] ?"?[\w/]*(?:head|db|compact|head_wal|checkpoint)\.go\b.{0,1500}?/.source
        + /\b(?:tsdb|WAL|WBL|blocks?|segments?|compactions?|chunks?|[Hh]ead|mint|ulid|series|samples?|truncat\w{1,4})\b/
          .source),
      new RegExp(/(?:caller|source)"?[=:] ?"?[\w/]*(?:write_handler|dedupe|notifier)\.go\b.{0,1500}?/.source
        + /(?:component"?[=:] ?"?(?:remote|notifier|web|scrape|rule)\b|alertmanager|remote write|sample)/.source
        + /|write_handler\.go\b.{0,1500}?[Oo]ut of order/.source),
      /caller=(?:wal_watcher|queue_manager|wlog)\.go/,
      /caller=main\.go:\d+ .*(?:storage|Prometheus(?! Operator))/, /scrape_pool=/, /opening storage failed/,
      /\bremote_name=/, /\bexemplarCount=\d/, /\bWAL log samples: /,
      /Deleting obsolete block/, /[Ff]ound healthy block/,
      // Grafana reads files of this name, too.
      /prometheus\.yml(?<!\blogger=[^\n]{0,300})/,
      /component=web .*http: panic serving|component="rule manager"|parsing YAML file \S{1,300}prometheus/,
      /[Ee]rror loading config(?! from )|Couldn't load configuration \(-{1,2}config\.file/,
      /component=activeQueryTracker/,
      /attempting repair\b/, /Starting corruption repair/,
      // Versions before 2.0.
      /ingesting out-of-order samples|Scrape [\w -]{4,40} sample discarded/,
      /source="?(?:scrape|target|queue_manager)\.go/,
      /Loading series map and head chunks/, /Persistence layer appears dirty/, /memory series storage/,
      /source="?(?:storage|persistence|crashrecovery)\.go/,
      // The client of Kubernetes names the source, in the folder of the build.
      /[\s"](?:\/app|\/go\/src\/github\.com\/prometheus\/prometheus)\/discovery\/kubernetes\/\w{4,20}\.go:\d/,
    ].map(({ source }) => source).join('|')),
    // Excludes the version of its configuration reloader.
    version: new RegExp(
      `^(?!.*config-reloader).*?${BUILD_VERSION.source}|^prometheus, version (\\d[^\\s,]{1,50})`
        // Versions before 2.0.
        + /|\bStarting prometheus \(version=v?(\d[^,)\s"]{1,50})/.source, 'm'
    ),
  },
  RELOADER,
  {
    // What one line of a Thanos beside a Prometheus has, too.
    id: 'thanos-part-log', program: 'Thanos', kind: 'thanos', interest: thanosFacts, version: BUILD_VERSION,
    texts: new RegExp([
      /caller=(?:storeset|endpointset|runutil)\.go|component=(?:storeset|endpointset)\b/,
      /\bBaseFetcher\b|method=\/thanos\./,
    ].map(({ source }) => source).join('|')),
  },
  ...HELPERS,
  {
    // Code that these four share, without anything specific to one of them.
    id: 'ring-log', program: 'Loki, Mimir, Cortex or Tempo',
    texts: new RegExp([
      /caller=(?:lifecycler|basic_lifecycler|memberlist_\w{4,12}|module_service|grpc_logging|pool|transfer)\.go/,
      /\bring=\w{4,30}\b|\bcomponent=ingester\b|msg="changing (?:ingester|instance) state from"|\bTransferChunks\b/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'grafana-log', program: 'Grafana',
    // Versions before 9 end with the logger.
    texts: /^ {0,8}logger=\S+ (?:userId=|(?:[^\s=]+=\S* ){0,12}t=)|\bt=\d{4}-\S+ lvl=\w{3,5} msg=.{1,600}?\slogger=\w/m,
  },
  {
    id: 'kubelet-log', program: 'the kubelet', interest: crashFacts,
    texts: /\bkubelet(?:\[\d+\])?: |(?:prober|kuberuntime_\w+|kubelet)\.go:\d+\]|SyncLoop \(PLEG\)/,
    version: /\bkubeletVersion="v?(\d[\w.+-]{1,30})/,
  },
  {
    id: 'kernel-log', program: 'the kernel', interest: kernelFacts,
    texts: new RegExp([
      /\boom_kill_process\+0x/,
      /Killed process \d+ \(|invoked oom-killer|Out of memory: Kill|oom-kill:constraint=/, OOM_TASK,
      // Disks and file systems, behind the time since the start.
      /^(?:\S+ kernel: )?\[ {0,6}\d{1,9}\.\d{6}\] (?:sd |Buffer I\/O error|EXT4-fs|JBD2: |XFS |BTRFS|blk_update_req)/,
      /oom_reaper: reaped process \d|Task in \/\S{0,500} killed as a result of limit of \//,
      OF_KERNEL,
    ].map(({ source }) => source).join('|'), 'm'),
  },
  {
    id: 'systemd-log', program: 'systemd', interest: kernelFacts,
    texts: new RegExp([
      /systemd(?:\[\d+\])?: |\.service: (?:[Mm]ain process exited|Failed with result|Scheduled restart)/,
      /^ {1,10}Active: \w{1,20}(?: \([^)\n]{1,60}\)){1,2} since /,
    ].map(({ source }) => source).join('|'), 'm'),
  },
  {
    id: 'supervisord-log', program: 'supervisord', interest: kernelFacts,
    texts: new RegExp([
      /^\S+ \S+ INFO (?:spawned|exited|success|gave up): \S/, /\bsupervisord started with pid \d/,
      /^spawned: '\S+' with pid \d/,
    ].map(({ source }) => source).join('|'), 'm'),
  },
];
