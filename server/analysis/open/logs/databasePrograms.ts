/** Programs around a TSDB, and databases that store time series, told apart by what only their logs have. */
import { distinct, joined, quoted } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { crashFacts } from './logFacts.ts';
import type { LogProgram } from './logProgram.ts';

const SUSPENDED = /table suspended \[table=([^,\]\s]{1,200})(?:[^\]\n]{0,300}?error=([^\]\n]{1,600}))?/;
const JAVA_ERROR = /^\s{0,8}(?:java|io)\.[\w.$]{1,200}(?:Error|Exception)(?:: [^\n]{1,300})?$/m;
const JAVA_FRAME = /^\s{1,8}at (?:[\w.$/@]{1,200}\.)?(\w{1,80}\.[\w$<>]{1,80})\(/m;

/** Tables of QuestDB whose WAL is no longer applied. */
function questFacts(look: Look): string | null {
  const found = distinct(look).flatMap((line) => {
    const [, table, error] = SUSPENDED.exec(line) ?? [];
    return table === undefined ? [] : [{ table, error: error?.trim() ?? '' }];
  });
  const [first] = found;
  if (first === undefined) return crashFacts(look);
  const thrown = JAVA_ERROR.exec(look.bare)?.[0].trim() ?? '';
  const error = first.error === '' ? thrown : first.error;
  const where = first.error === '' ? JAVA_FRAME.exec(look.bare)?.[1] : undefined;
  const tables = [...new Set(found.map(({ table }) => table))];
  return joined([
    `The ${tables.length === 1 ? 'table' : 'tables'} ${tables.slice(0, 3).join(', ')} ${
      tables.length === 1 ? 'is' : 'are'} suspended: rows are written to the WAL and no longer to the table, until `
      + `ALTER TABLE … RESUME WAL.${error === '' ? '' : ` The error is ${quoted(error)}${
        where === undefined ? '' : `, in ${where}`}.`}`,
  ]);
}

const BACKEND = new RegExp(
  /\b(?:server|background worker \S{1,80}|\w{1,20}) process \(PID \d{1,9}\) /.source
    + /(was terminated by|exited with) ([^\n]{1,60})/.source
);
const RAN = /Failed process was running: ([^\n]{1,300})/;

/** A process of PostgreSQL that a signal ended takes all others with it. */
function postgresFacts(look: Look): string | null {
  const [, how, what] = BACKEND.exec(look.bare) ?? [];
  if (how === undefined || what === undefined) return crashFacts(look);
  const ran = RAN.exec(look.bare)?.[1];
  const isKilled = /^signal 9\b/.test(what);
  return joined([
    `It crashed: a server process ${how} ${what.trim()}${isKilled ? ', as by the OOM killer of the kernel' : ''}${
      ran === undefined ? '' : `, while it ran ${quoted(ran)}`}.`,
    /all server processes terminated; reinitializing/.test(look.bare)
      ? 'All its processes were ended and started again, with a recovery of its WAL.' : null,
  ]);
}

export const DATABASES: readonly LogProgram[] = [
  {
    id: 'influxdb3-log', program: 'InfluxDB 3', interest: crashFacts,
    texts: /\binfluxdb3\w{0,30}::\w|\binfluxdb3_\w{2,30}\/src\/|InfluxDB ?3 (?:Core|Edge|Enterprise) server starting/,
    version: /InfluxDB ?3 \w{1,20} server starting .{0,300}?\bversion=(\d[\w.+-]{1,40})/,
  },
  { id: 'questdb-log', program: 'QuestDB', interest: questFacts, texts: /\b[A-Z] i\.q\.\w|\bio\.questdb\.\w/ },
  {
    id: 'm3db-log', program: 'M3DB', interest: crashFacts,
    texts: /\bm3(?:dbnode|coordinator|aggregator|query)(?:\[\d+\])?: |"bootstrapper": ?"|github\.com\/m3db\//,
  },
  {
    id: 'promscale-log', program: 'Promscale', interest: crashFacts,
    texts: /msg="Version:\d[^"\n]{0,60}Commit Hash|\bpromscale(?:\[\d+\])?: |github\.com\/timescale\/promscale/,
    version: /msg="Version:(\d[\w.-]{1,40})/,
  },
  {
    id: 'postgres-log', program: 'PostgreSQL', interest: postgresFacts,
    texts: /\b(?:LOG|FATAL|PANIC|DETAIL|STATEMENT|HINT): {2}\S/,
    version: /starting PostgreSQL (\d[\w.]{1,20})/,
  },
];

/** What runs around a TSDB. */
export const HELPERS: readonly LogProgram[] = [
  {
    id: 'telegraf-log', program: 'Telegraf', interest: crashFacts,
    texts: /^\S{10,35} [DIWE]! \S|\bmetric_buffer_limit\b|^\S{10} \S{8} Gathered metrics, \(/m,
    version: /\bTelegraf (\d[\w.-]{1,30})/,
  },
  {
    id: 'promtail-log', program: 'Promtail', interest: crashFacts,
    texts: /component=client host=\S+|caller=filetargetmanager\.go|\bmsg="Starting Promtail"|\/promtail\//,
    version: /Starting Promtail" version="\(version=v?(\d[^,)\s]{1,50})/,
  },
  {
    id: 'operator-log', program: 'the Prometheus Operator', interest: crashFacts,
    texts: new RegExp([
      /\bmsg="sync (?:prometheus|alertmanager|thanos)"|component=(?:prometheus|alertmanager|thanos)-?operator\b/,
      /github\.com\/prometheus-operator\/|trigger reload: reload request failed/,
      /\bprometheus-config-reloader\b.*(?:level|caller)=|caller=reloader\.go/,
    ].map(({ source }) => source).join('|')),
  },
];
