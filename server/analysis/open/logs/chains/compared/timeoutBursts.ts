/** Says that timeouts come in bursts of equal length, which slow answers do not explain. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { timedLines, timeOf } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { NOT_AGAIN, withTimeoutStep } from '../../said/causes/finalTimeouts.ts';

const TIMEOUT = /context deadline exceeded|Client\.Timeout exceeded|i\/o timeout/;
const IS_FAILURE = /\b(?:warn(?:ing)?|err(?:or)?)\b/i;
const MAX_LINES = 1000;
const MIN_LINES = 5;
const MIN_SECONDS = 120;
/** A silence between bursts is at least this long, and this many times as long as the gap between two lines. */
const MIN_SILENCE_SECONDS = 300;
const SILENCE_GAPS = 6;
/** Lengths that differ by no more are equal. */
const EQUAL_SHARE = 0.03;
/** How long Linux retransmits on a dead connection: 924.6 s with a small round trip, some longer with a larger one. */
const DEAD_SECONDS = { from: 900, to: 975 } as const;
const TCP = 'Linux sends again on a dead connection for about that long (924.6 s with net.ipv4.tcp_retries2=15): '
  + 'probably a kept-alive connection, which a load balancer, NAT or firewall dropped, is used until the kernel gives '
  + 'it up. Let the sender notice it: ';
const OF_COLLECTOR = 'set http2_read_idle_timeout and http2_ping_timeout of the exporter, or an idle_conn_timeout '
  + 'below that of the balancer';
const OF_OTHERS = 'close idle connections before the balancer does, or use HTTP/2 pings if the sender has them';
const LOWER = ', or lower net.ipv4.tcp_retries2; a longer timeout does not help against a dead connection.';
const SEE = 'See what begins and ends at these times, such as restarts, failovers, backups or a balancer that drops '
  + 'connections, before you raise a timeout.';

interface Burst { from: number; to: number; lines: number }

/** Returns the bursts of times in Unix seconds, split where none comes for long. */
export function burstsOf(times: readonly number[]): Burst[] {
  const sorted = times.filter(Number.isFinite).toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? time)).toSorted((a, b) => a - b);
  const silence = Math.max(MIN_SILENCE_SECONDS, SILENCE_GAPS * (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0));
  const bursts: Burst[] = [];
  for (const time of sorted) {
    const last = bursts.at(-1);
    if (last === undefined || time - last.to > silence) bursts.push({ from: time, to: time, lines: 1 });
    else {
      last.to = time;
      last.lines += 1;
    }
  }
  return bursts;
}

/** Returns the mean length of at least two bursts of equal length; null for others. */
function equalLength(bursts: readonly Burst[]): number | null {
  const lengths = bursts.map(({ from, to }) => to - from);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const isEqual = bursts.length > 1 && bursts.every(({ lines }) => lines >= MIN_LINES) && least >= MIN_SECONDS
    && most - least <= EQUAL_SHARE * most;
  return isEqual ? lengths.reduce((sum, length) => sum + length, 0) / lengths.length : null;
}

/** Returns facts that say of timeouts in equal bursts so, in place of the advice for answers that are late. */
export function withTimeoutBursts(facts: string | null, look: Look): string | null {
  // Of a longer text the lines in the middle are not here, which looks like a silence.
  if (facts === null || !TIMEOUT.test(facts) || look.lines.length >= MAX_LINES) return facts;
  const times = timedLines(look).filter(({ line }) => TIMEOUT.test(line) && IS_FAILURE.test(line))
    .map(({ line, stamp }) => (stamp === null ? timeOf(line) : stamp.ms / 1000));
  const bursts = burstsOf(times);
  const seconds = equalLength(bursts);
  if (seconds === null) return facts;
  const isDead = seconds >= DEAD_SECONDS.from && seconds <= DEAD_SECONDS.to;
  const isFinal = facts.includes(NOT_AGAIN);
  const step = `The timeouts come in ${bursts.length} bursts of equal length (${
    formatSeconds(Math.round(seconds))} each), which points to a cause of fixed length, and not to a timeout that is `
    + `a little too short. ${isDead ? `${TCP}${isFinal ? OF_COLLECTOR : OF_OTHERS}${LOWER}` : SEE}`;
  return isFinal ? withTimeoutStep(facts, step) : `${facts} ${step}`;
}
