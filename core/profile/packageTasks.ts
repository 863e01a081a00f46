/** Says what a function of a known monitoring program is part of, by its package and type. Pure. */

const PROMETHEUS = '^github\\.com/prometheus/prometheus/';
const THANOS = '^github\\.com/(?:thanos-io|improbable-eng)/thanos/(?:internal/)?pkg/';
const CORTEX = '^github\\.com/(?:grafana/mimir|cortexproject/cortex)/pkg/';
const LOKI = '^github\\.com/grafana/loki/(?:v\\d{1,2}/)?';
const VICTORIA = '^github\\.com/VictoriaMetrics/(?:VictoriaMetrics|VictoriaLogs)/';

type Row = readonly [pattern: string, task: string];

/** The first that matches holds, so that types come before their package. */
const OF_PROMETHEUS: readonly Row[] = [
  ['(?:scrape|retrieval)\\.\\(\\*(?:Manager\\)\\.reload|scrapePool\\)\\.(?:[sS]ync|reload))', 'the update of '
    + 'discovered targets, with their relabelling'],
  ['(?:scrape|retrieval)\\.(?:[tT]argetsFromGroup|[pP]opulateLabels)', 'the labels of discovered targets, with their '
    + 'relabelling'],
  ['(?:scrape|retrieval)\\.', 'scraping'],
  ['(?:model|pkg)/textparse\\.', 'scraping: it parses the metrics of targets'],
  ['(?:model|pkg)/relabel\\.', 'relabelling'],
  ['rules\\.', 'the evaluation of rules'],
  ['promql/parser\\.', 'the parsing of PromQL'],
  ['promql\\.', 'the evaluation of PromQL, of queries or rules'],
  ['storage/remote\\.\\(\\*(?:writeHandler|otlpWriteHandler)', 'the receiver of remote write'],
  ['storage/remote\\.\\(\\*(?:QueueManager|shards|queue|WriteStorage)\\)', 'remote write'],
  ['storage/remote\\.\\(\\*(?:readHandler|sampleAndChunkQueryableClient|querier)\\)', 'remote read'],
  ['storage/remote[./]', 'remote write or remote read'],
  ['storage\\.\\(\\*fanoutAppender\\)', 'the appending of samples'],
  ['storage\\.', 'the reading of series for queries and rules'],
  ['discovery[./]', 'service discovery'],
  ['notifier\\.', 'the sending of alerts to Alertmanager'],
  ['web/api/', 'the HTTP API'],
  ['web\\.\\(\\*Handler\\)\\.federation', 'federation'],
  ['tsdb/(?:wal|wlog)\\.\\(\\*(?:Watcher|LiveReader)\\)', 'the reading of the WAL for remote write'],
  ['tsdb/(?:wal|wlog)\\.', 'the WAL'],
  ['tsdb/record\\.\\(\\*Decoder\\)', 'the reading of WAL records'],
  ['tsdb/record\\.', 'the records of the WAL'],
  ['tsdb\\.\\(\\*(?:Head\\)\\.(?:Init|loadWAL|loadWBL|loadChunkSnapshot)|walSubsetProcessor\\))', 'the replay of '
    + 'the WAL at a start'],
  ['tsdb\\.\\(\\*Head\\)\\.(?:[tT]runcate\\w{0,30}|gc)$', 'the truncation of the head after its compaction'],
  ['tsdb\\.\\(\\*isolation\\)', 'the isolation of appends from reads in the head'],
  ['tsdb\\.\\(?\\*?(?:LeveledCompactor|DefaultBlockPopulator|blockPopulator)\\)?', 'compaction'],
  ['tsdb/index\\.\\(\\*Writer\\)|tsdb/chunks\\.\\(\\*Writer\\)', 'compaction: it writes a block'],
  ['tsdb/index\\.\\(\\*MemPostings\\)', 'the index of the head (postings)'],
  ['tsdb/index\\.', 'the reading of indexes of blocks and the joining of postings'],
  ['tsdb\\.(?:[pP]ostingsForMatchers?|inversePostingsForMatcher|labelValuesWithMatchers)', 'the search of series by '
    + 'label matchers (postings)'],
  ['tsdb\\.\\(\\*(?:headAppender\\w{0,10}|initAppender|dbAppender)\\)', 'the appending of samples to the head'],
  ['tsdb\\.(?:newMemSeries|\\(\\*(?:memSeries|stripeSeries|seriesHashmap)\\)|\\(\\*Head\\)\\.getOrCreate\\w{0,20}$)',
    'the series of the head'],
  ['tsdb/chunkenc\\.\\(\\*\\w{1,30}Appender\\)', 'the encoding of samples in chunks'],
  ['tsdb/chunkenc\\.\\(\\*\\w{1,30}Iterator\\)', 'the decoding of chunks'],
];
const OF_THANOS: readonly Row[] = [
  ['block\\.ReadIndexCache', 'the reading of the JSON index cache of a block (older versions)'],
  ['block\\.\\(\\*?\\w{0,30}(?:Fetcher|Filter)', 'the listing of blocks in the object storage (meta.json)'],
  ['store\\.\\(\\*(?:BucketStore|bucket\\w{1,40}|blockSeriesClient)\\)', 'the store gateway: it reads blocks in the '
    + 'object storage'],
  ['store\\.\\(\\*ProxyStore\\)', 'the querier’s requests to its stores'],
  ['store\\.\\(\\*(?:PrometheusStore|TSDBStore)\\)', 'the Store API of a sidecar or receiver'],
  ['store/(?:cache|storepb|labelpb)[./]', 'the Store API: its messages, labels and caches'],
  ['compact[./]', 'the compaction and downsampling of blocks'],
  ['receive\\.', 'the receiver of remote write'],
  ['query\\.', 'queries to the stores'],
  ['dedup\\.', 'the deduplication of replicas'],
  ['queryfrontend[./]', 'the query frontend'],
  ['rules?[./]', 'rules: their evaluation and their API'],
  ['shipper\\.', 'the upload of blocks'],
  ['cache(?:util)?\\.', 'caches'],
];
const OF_CORTEX: readonly Row[] = [
  ['distributor\\.', 'the distributor, which checks and forwards writes'],
  ['ingester/activeseries\\.', 'the count of active series in the ingester'],
  ['ingester[./]', 'the ingester'],
  ['(?:mimirpb|cortexpb)\\.', 'the decoding and encoding of write requests and answers'],
  ['storegateway[./]|storage/tsdb/bucket', 'the store-gateway, which reads blocks in the object storage'],
  ['(?:storage/tsdb|storage/indexheader)[./]', 'the blocks of the storage'],
  ['compactor\\.', 'the compactor'],
  ['ruler[./]', 'the ruler, which evaluates rules'],
  ['(?:frontend|querier/(?:queryrange|tripperware))[./]', 'the query frontend'],
  ['scheduler[./]', 'the query scheduler'],
  ['(?:querier|streamingpromql)[./]', 'queries'],
  ['alertmanager[./]', 'the Alertmanager'],
];
const OF_LOKI: readonly Row[] = [
  ['(?:clients/)?pkg/logentry/stages\\.', 'the pipeline stages of Promtail'],
  ['clients/pkg/promtail[./]', 'Promtail'],
  ['pkg/chunkenc\\.', 'the chunks of log lines, with their compression'],
  ['pkg/ingester[./]', 'the ingester'],
  ['pkg/distributor[./]', 'the distributor, which checks and forwards pushes'],
  ['pkg/logql/(?:log|syntax)\\.', 'LogQL: it parses and filters log lines'],
  ['pkg/logql\\.', 'the evaluation of LogQL'],
  ['pkg/querier/queryrange[./]', 'the query frontend'],
  ['pkg/querier[./]', 'queries'],
  ['pkg/pattern[./]', 'the detection of patterns in log lines'],
  ['pkg/(?:bloom\\w{1,20}|storage/bloom)[./]', 'bloom filters'],
  ['pkg/compactor[./]', 'the compactor, with the retention'],
  ['pkg/storage[./]', 'the storage of chunks and indexes'],
  ['pkg/(?:logproto|push|util/unmarshal|loghttp)[./]', 'the decoding and encoding of pushes and answers'],
];
const OF_VICTORIA: readonly Row[] = [
  ['lib/storage\\.\\(\\*(?:indexDB|indexSearch)\\)', 'the index of series (indexdb)'],
  ['lib/mergeset\\.', 'the storage of the index (indexdb), its searches and merges'],
  ['lib/storage\\.\\(\\*(?:Search|tableSearch|partitionSearch|partSearch)\\)', 'the reading of blocks for queries'],
  ['lib/storage\\.(?:mergeBlock\\w{0,20}|\\(\\*(?:blockStream\\w{1,20}|bsm)\\))', 'the merging of parts in the '
    + 'background'],
  ['lib/storage\\.\\(\\*(?:rawRows\\w{0,20}|partition|table)\\)', 'the partitions: ingestion of rows and '
    + 'merging of parts'],
  ['lib/storage\\.\\(\\*Storage\\)\\.(?:[aA]dd|RegisterMetricNames|prefillNextIndexDB)', 'the ingestion of rows'],
  ['lib/storage\\.', 'the storage of samples'],
  ['lib/encoding[./]', 'the encoding and decoding of blocks'],
  ['lib/promscrape/discovery', 'service discovery'],
  ['lib/promscrape\\.', 'scraping'],
  ['lib/(?:promrelabel|promutils?)\\.', 'relabelling and label sets'],
  ['lib/(?:protoparser|prompb\\w{0,10})[./]', 'the parsing of samples that come in'],
  ['lib/streamaggr\\.', 'stream aggregation'],
  ['lib/persistentqueue\\.', 'the queue on disk of remote write'],
  ['lib/bytesutil\\.\\(\\*FastString\\w{1,20}\\)|lib/bytesutil\\.InternString', 'the interning of strings'],
  ['lib/(?:logstorage|logsql)[./]', 'the storage and the queries of logs'],
  ['lib/(?:workingsetcache|lrucache|blockcache)\\.', 'caches'],
  ['lib/uint64set\\.', 'sets of series ids, as searches of the index make them'],
  ['app/vmselect/(?:promql|netstorage|prometheus|graphite)[./]', 'queries'],
  ['app/vmagent/remotewrite\\.', 'remote write'],
  ['app/(?:vmagent|vminsert)[./]', 'the ingestion of samples'],
  ['app/vmalert/rule', 'the evaluation of rules'],
  ['app/vmalert[./]', 'vmalert'],
];
const OF_OTHERS: readonly Row[] = [
  ['^github\\.com/prometheus/client_golang/prometheus\\.\\(\\*(?:summary|noObjectivesSummary)\\)', 'the summaries '
    + 'among the program’s own metrics (client_golang)'],
  ['^github\\.com/prometheus/client_golang/prometheus\\.\\(\\*?Registry\\)\\.Gather|^github\\.com/prometheus/client_'
    + 'golang/prometheus/promhttp\\.', 'the answer of /metrics'],
  ['^github\\.com/prometheus/client_golang/', 'the program’s own metrics (client_golang)'],
  ['^github\\.com/prometheus/common/expfmt\\.', 'the text of /metrics'],
  ['^github\\.com/prometheus/node_exporter/collector\\.', 'a collector of node_exporter'],
  ['^github\\.com/VictoriaMetrics/fastcache\\.', 'a cache (fastcache)'],
  ['^github\\.com/grafana/dskit/ring\\.', 'the hash ring'],
  ['^github\\.com/grafana/(?:agent|alloy)/\\S{0,80}/stages\\.', 'the pipeline stages for log lines'],
  ['^github\\.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl[./]', 'the statements of OTTL'],
  ['^go\\.opentelemetry\\.io/collector/pdata[./]', 'the data model of the OpenTelemetry Collector, with its protobuf'],
  ['^go\\.opentelemetry\\.io/collector/exporter/exporterhelper[./]', 'the queue and the retries of exporters'],
  ['^go\\.opentelemetry\\.io/(?:otel|contrib)[./]', 'the program’s own tracing and metrics (OpenTelemetry)'],
  ['^k8s\\.io/client-go/', 'the client of Kubernetes, with its caches of objects'],
];

const within = (start: string, rows: readonly Row[]): readonly (readonly [RegExp, string])[] =>
  rows.map(([pattern, task]) => [new RegExp(`${start}(?:${pattern})`), task] as const);
const TASKS = [
  ...within(PROMETHEUS, OF_PROMETHEUS),
  // The TSDB was a module of its own.
  ...within('^github\\.com/prometheus/', OF_PROMETHEUS.filter(([pattern]) => pattern.startsWith('tsdb'))),
  ...within(THANOS, OF_THANOS), ...within(CORTEX, OF_CORTEX), ...within(LOKI, OF_LOKI),
  ...within(VICTORIA, OF_VICTORIA), ...within('', OF_OTHERS),
];
/** Components of the OpenTelemetry Collector: the folder of each says what it is. */
const COMPONENT = new RegExp('^(?:go\\.opentelemetry\\.io/collector|github\\.com/open-telemetry/opentelemetry-'
  + 'collector-contrib)/(?:receiver|processor|exporter|connector|extension)/(\\w{3,40}(?:receiver|processor|exporter'
  + '|connector|extension))[./]');

/** Returns what a function, without a vendoring folder, is part of; null for other programs and packages. */
export function taskOf(name: string): string | null {
  const known = TASKS.find(([pattern]) => pattern.test(name))?.[1];
  const component = COMPONENT.exec(name)?.[1];
  return known ?? (component === undefined ? null : `${component} of the OpenTelemetry Collector`);
}
