/** Tells that refused connections of one log follow from a program of its host that does not start. Pure. */
import { shortError } from '../../../logs/shortError.ts';
import { quoted } from '../../look/factTools.ts';
import { endOfLine } from '../../../logs/processEnds.ts';
import { clockOf, isReady, type CaseLog } from './caseLog.ts';
import { wholeText } from './troubles.ts';

const REFUSED = /(?:localhost|127\.0\.0\.1|\[::1\]):(\d{2,5})\b[^\n]{0,300}connection refused/;
/** The address at which a server listens, and its port. */
const LISTENS = /\b(?:address|listen|addr)["']?[=: ]{1,2}["']?[\w.[\]:]{0,60}:(\d{2,5})\b/;
/** Ports of programs whose logs are recognized, by the format of the log. */
const DEFAULTS: readonly (readonly [format: string, port: string])[] = [
  ['prometheus-log', '9090'], ['alertmanager-log', '9093'], ['grafana-log', '3000'], ['influxdb-log', '8086'],
  ['victoriametrics-log', '8428'], ['etcd-log', '2379'],
];
const MIN_REFUSED = 3;
const MOST = 0.9;
const BEFORE_MS = 60_000;
const AFTER_MS = 15 * 60_000;
const MAX_SAID = 120;

/** Returns that `one` cannot reach `other`, because that ends with an error at each start; null if it does not. */
export function refusedByStart(one: CaseLog, other: CaseLog): string | null {
  const refused = one.lines.filter((line) => REFUSED.test(wholeText(line)));
  const ends = other.lines.filter(({ message, plain }) => {
    const kind = endOfLine(message, !plain)?.kind;
    return kind === 'refused' || kind === 'gave-up';
  });
  const [first, last] = [ends[0], ends.at(-1)];
  const isUp = other.lines.some(isReady);
  if (first === undefined || last === undefined || refused.length < MIN_REFUSED || isUp) return null;
  const ports = new Set(refused.flatMap((line) => REFUSED.exec(wholeText(line))?.[1] ?? []));
  const listens = other.lines.flatMap((line) => LISTENS.exec(wholeText(line))?.[1] ?? []);
  // A program that ends before it listens has the port that it has by default.
  const own = listens.length > 0 ? listens
    : DEFAULTS.flatMap(([format, port]) => (format === other.format ? [port] : []));
  if (!own.some((port) => ports.has(port))) return null;
  const within = refused.filter(({ timeMs }) =>
    timeMs >= first.timeMs - BEFORE_MS && timeMs <= last.timeMs + AFTER_MS);
  if (within.length < MOST * refused.length) return null;
  const times = ends.length === 1 ? `at ${clockOf(first.timeMs)} UTC`
    : `${ends.length} times from ${clockOf(first.timeMs)} to ${clockOf(last.timeMs)} UTC`;
  const error = quoted(shortError(last.message, MAX_SAID));
  const where = [...ports].map((port) => `port ${port}`).join(' and ');
  return `The ${refused.length} refused connections of ${one.name} are only the consequence: ${other.name} shows that `
    + `the program there does not start (${error} ${times}), so nothing listens at ${where}. The cause is in ${
      other.name}; ${one.name} needs no change.`;
}
