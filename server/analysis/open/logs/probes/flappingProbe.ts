/** Counts how often a component of Thanos was not ready between two times at which it was. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { quoted, type TimedLine } from '../../look/factTools.ts';
import { momentOf, type Moment } from '../said/lines/moments.ts';

const CHANGE = /\bmsg"?[=:] ?"changing probe status"/;
const STATUS = /\bstatus"?[=:] ?"?(ready|not-ready)\b/;
const REASON = /\breason"?[=:] ?"((?:[^"\\]|\\.){1,1000})"/;
/** The sidecar asks Prometheus for its configuration and for its lowest timestamp, with one timeout. */
const LATE = /\bGet \\{0,2}"(https?:\/\/[^"\s\\]{1,200}\/metrics)\\{0,2}": context deadline exceeded/;
const OF_SIDECAR = /\bcaller"?[=:] ?"?sidecar\.go|\bcomponent"?[=:] ?"?sidecar\b/;
const MIN_TIMES = 2;
const MAX_LINE = 3000;

interface Span { from: Moment; to: Moment; reason: string }

/** Returns the spans between a change to not ready and the next one to ready, after it was ready once. */
function spansIn(lines: readonly TimedLine[]): Span[] {
  const spans: Span[] = [];
  let [wasReady, open]: [boolean, Omit<Span, 'to'> | null] = [false, null];
  for (const { line: whole, stamp } of lines) {
    const line = whole.slice(0, MAX_LINE);
    const status = CHANGE.test(line) ? STATUS.exec(line)?.[1] : undefined;
    const moment = status === undefined ? null : momentOf(line, stamp);
    if (moment === null) continue;
    if (status === 'ready') {
      if (open !== null && open.from.kind === moment.kind && moment.seconds >= open.from.seconds)
        spans.push({ ...open, to: moment });
      [wasReady, open] = [true, null];
    } else if (wasReady) open ??= { from: moment, reason: REASON.exec(line)?.[1] ?? '' };
  }
  return spans;
}

/** Returns how often and how long it was not ready, why, and what to do; null unless that came several times. */
export function flappingProbe(lines: readonly TimedLine[]): string | null {
  const spans = spansIn(lines);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined || spans.length < MIN_TIMES) return null;
  const lengths = spans.map(({ from, to }) => to.seconds - from.seconds);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)].map((one) => formatSeconds(one));
  const [from, to] = [first.from.text, last.to.text];
  const reasons = new Set(spans.map(({ reason }) => reason));
  const reason = reasons.size === 1 ? first.reason.replaceAll(String.raw`\"`, '"') : '';
  const isSidecar = lines.some(({ line }) => OF_SIDECAR.test(line));
  const url = isSidecar && spans.every((one) => LATE.test(one.reason)) ? LATE.exec(first.reason)?.[1] : undefined;
  return `Its readiness changes back and forth: it was not ready ${spans.length} times${
    from === null || to === null ? '' : ` from ${from} to ${to}`}, for ${
    least === most ? `${most ?? ''} each` : `${least ?? ''} to ${most ?? ''}`} (${
    formatSeconds(lengths.reduce((sum, one) => sum + one, 0))} together)${
    reason === '' ? '' : `, because of ${quoted(reason)}`}. While it is not ready, Kubernetes takes it out of its `
    + `Services, so queries may lack its data.${url === undefined ? '' : ` ${slowMetrics(url)}`}`;
}

const slowMetrics = (url: string): string => 'Prometheus was probably not down, as the sidecar became ready again '
  + 'each time, but at these times it did not serve its metrics within the timeout of the sidecar '
  + `(--prometheus.get_config_timeout, by default 5s): measure that (time curl -s ${url} | wc -c), raise that flag, `
  + 'and see what slows Prometheus down, such as a CPU limit.';
