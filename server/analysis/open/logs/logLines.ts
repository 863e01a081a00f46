/** Recognizes log lines of any program by their shape. Pure. */
import type { Look } from '../look/look.ts';

/** Marks within a line, each behind what it cannot lack, which is found faster. */
const WITHIN: readonly (readonly [string, RegExp])[] = [
  ['=', /(?:^|[\s{,|])(?:ts|time|level|caller|lvl|msg)=\S/],
  ['"', /"(?:ts|time|level|msg|message|lvl|severity)" ?: ?["\d]/],
  // etcd before 3.4 after any prefix, and QuestDB.
  [' | ', / [EWNI] \| \w{2,20}: /], [' i.q.', /\b[A-Z] i\.q\.\w/],
];
/** Beginnings of lines. */
const BEGINS = new RegExp([
  /^\S{10,35}[\t ]+(?:debug|info|warn|warning|error|fatal|panic|DEBUG|INFO|WARN|ERROR)\b/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+/, /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /, /^(?:\w{1,20}: )?\[\s*\d+\.\d{6}\] /,
  // As Kibana shows times.
  /^[A-Z][a-z]{2} \d{1,2}, \d{4} @ \d\d:\d\d:\d\d/,
  /^\[[\w-]{1,30}\] ?\d{4}\/\d\d\/\d\d /,
  // dmesg -T, whose day and month are in the language of the reader.
  /^\[[^\]\n]{1,40} \d\d:\d\d:\d\d \d{4}\] /, /^-- (?:Logs|Journal) begin/,
  // dmesg -H and -e, and logrus on a terminal.
  /^\[[A-Z][a-z]{2}[ \d]\d \d\d:\d\d\] /, /^\[ {0,8}\+\d+\.\d{6}\] /, /^(?:DEBU|INFO|WARN|ERRO|FATA|PANI)\[\d{4,}\] /,
  // syslog without the time, which a copy cut: the host, and a program with its pid.
  /^(?:[\d:.]{1,20} )?[\w.-]{1,64} [\w.@-]{1,40}\[\d{1,8}\]: \S/,
  // The kernel, with neither a time nor a pid.
  /^(?:[\w.-]{1,64} )?kernel: \S/,
  // klog without the time, which a copy cut.
  /^\d{1,8} \w{2,40}\.go:\d{1,5}\] /,
  // ClickHouse, M3 before 0.5, PostgreSQL without a time, zap without one, a level in brackets.
  /^\{[\w-]{0,60}\} <[A-Z][a-z]{3,12}> |^\d{4}\.\d\d\.\d\d \d\d:\d\d:\d\d\.\d/,
  /^\d\d:\d\d:\d\d\.\d{3,9}\[[DIWEF]\] /,
  /^\[\d{1,8}\] (?:LOG|FATAL|PANIC|ERROR|WARNING): {1,2}\S/,
  // PostgreSQL without any prefix: a crash or the end of a process.
  /^PANIC: {2}\S|^LOG: {2}\S[^\n]{1,80} \(PID \d{1,9}\) (?:was terminated by|exited with) /,
  /^(?:debug|info|warn|error|fatal|panic)[\t ]{1,8}[\w@./-]{1,150}\.go:\d/,
  /^\[?(?:DEBUG|INFO|WARN|WARNING|ERRO|ERROR|FATA|FATAL)\] \S/,
  // A level in brackets after a time in brackets; a module and a level, as TDengine writes them.
  /^[^[\]]{0,30}\] ?\[ {0,2}(?:trace|debug|info|warn|warning|error|fatal)\] /,
  /^(?:\d\d\/\d\d \d\d:\d\d:\d\d\.\d{3,9} \d{1,12} )?[A-Z]{2,5} (?:FATAL|ERROR|WARN|INFO|DEBUG) \S/,
  // Cassandra: a level, a thread, a time. Elasticsearch: a time, a level, a class, each in brackets.
  /^(?:TRACE|DEBUG|INFO|WARN|ERROR) {1,3}\[[^\]\n]{1,100}\] \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  /^\[\d{4}-\d\d-\d\dT[\d:,.]{8,16}\]\[[A-Z]{4,5} {0,2}\]\[/,
  // Graphite.
  /^(?:\d\d\/\d\d\/\d{4}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d) \d\d:\d\d:\d\d(?: \d{4})? :: \S/,
  // systemctl status.
  /^ {1,10}Active: \w{1,20} \(/,
].map(({ source }) => source).join('|'));

const isLogLine = (line: string): boolean =>
  BEGINS.test(line) || WITHIN.some(([mark, pattern]) => line.includes(mark) && pattern.test(line));

/** Whether the lines have an envelope, or one of the first lines has the shape of a log line. */
export function isLog({ lines, envelope, head }: Look): boolean {
  return envelope !== null || lines.slice(0, 200).some(isLogLine)
    || head.slice(0, 8000).split('\n', 50).some(isLogLine);
}

/** Counts those of the first `max` lines that have the shape of a log line or a time before them. */
export function countLogLines({ lines, stamps }: Look, max: number): number {
  return lines.slice(0, max).filter((line, i) => isLogLine(line) || (stamps[i] ?? null) !== null).length;
}
