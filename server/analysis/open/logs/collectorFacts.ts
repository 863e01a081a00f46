/** Facts on the memory limiter and the exports of an OpenTelemetry Collector, and of Grafana Alloy. */
import { distinct, joined, timedLines, timeOf } from '../look/factTools.ts';
import { sentencesOf } from '../look/sentences.ts';
import { collectorDrops, withoutLoss } from './chains/collectorDrops.ts';
import { withAgentDrops } from './chains/droppedSamples.ts';
import { failedBefore } from './chains/earlier/failedExports.ts';
import { dropReason, refusedSpans } from './figures/limiterSpans.ts';
import { crashFacts } from './logFacts.ts';
import type { Look } from '../look/look.ts';
import { lossLeads } from './losses/leads.ts';
import { paceOf } from './figures/repeats.ts';

/** Minimum number of collections to report that the heap falls equally far each time. */
const MIN_COLLECTIONS = 3;
/** What is left by each is about the same within this share. */
const MAX_GROWTH_RATIO = 1.05;

/** Describes the GCs that the memory limiter forces: how often, the heap before and after, how fast it grows. */
export function collectorFacts(look: Look): string | null {
  const lines = distinct(look);
  const readings = lines.flatMap((line) => {
    const kind = /Forcing a GC|Memory usage is above hard limit/.test(line) ? 'forced' as const
      : /Memory usage after GC/.test(line) ? 'after' as const : null;
    const mib = Number(/"?cur_mem_mib"?[=:] ?(\d{1,9})/.exec(line)?.[1] ?? NaN);
    return kind === null ? [] : [{ kind, mib, at: timeOf(line) }];
  }).sort((a, b) => a.at - b.at);
  const forced = readings.filter(({ kind }) => kind === 'forced');
  const unsent = failedBefore(timedLines(look));
  if (forced.length === 0) {
    const drops = collectorDrops(lines);
    const facts = drops === null ? crashFacts(look) : withoutLoss(crashFacts(look));
    // An error that counts the items itself has their sum.
    const leads = unsent === null && facts !== null && lossLeads(facts)
      && !COUNTED.test(sentencesOf(facts)[0] ?? '');
    return joined(leads ? [drops, facts] : [unsent, facts, drops]);
  }
  const sizes = (kind: string): number[] =>
    readings.flatMap((one) => (one.kind === kind && one.mib > 0 ? one.mib : []));
  const [above, after] = [sizes('forced'), sizes('after')];
  const [every, gaps] = paceOf(forced.map(({ at }) => at));
  const apart = gaps === '' ? '' : `${gaps},`;
  const isMany = after.length >= MIN_COLLECTIONS;
  const isRising = isMany && after.every((mib, i) => mib > (after[i - 1] ?? 0));
  const isSteady = isMany && !isRising && Math.max(...after) <= MAX_GROWTH_RATIO * Math.min(...after);
  const isPaired = readings.some((one, i) => one.kind === 'after' && readings[i - 1]?.kind === 'forced'
    && !(one.at - (readings[i - 1]?.at ?? NaN) > PAIR_SECONDS));
  const heap = above.length === 0 || (isPaired && after.length === 0) ? gaps
    : !isPaired ? `${apart} at ${range(above)} MiB`
    : `${apart} at ${range(above)} MiB, and the heap falls to ${range(after)} MiB: ${garbage(readings)}${
      isRising ? `, and what is left grows with each (${after[0] ?? ''} to ${after.at(-1) ?? ''} MiB)`
        : isSteady ? ', and what is left does not grow over them' : ''}`;
  const rates = readings.flatMap((one, i) => {
    const before = readings[i - 1];
    const rate = before === undefined ? NaN : (one.mib - before.mib) / (one.at - before.at);
    return one.kind === 'forced' && before?.kind === 'after' && rate > 0 && Number.isFinite(rate) ? [rate] : [];
  });
  const grows = rates.length === 0 ? ''
    : ` In between it grows by ${range(rates.map((rate) => Number(rate.toPrecision(3))))} MiB/s, which it allocates.`;
  const [hard, dropped] = [/above hard limit/, /(?:Dropping|Refusing) data|data (?:dropped|refused)/]
    .map((pattern) => lines.filter((line) => pattern.test(line)).length);
  const lost = collectorDrops(lines);
  const reason = unsent === null ? dropReason(lines) : '';
  const first = `${unsent === null ? '' : `${unsent} `}${lost === null ? '' : `${lost}${reason} `}`;
  return `${first}The memory limiter forces a garbage collection${every}. There ${forced.length === 1 ? 'is' : 'are'} ${
    forced.length} in the log${heap}.${grows} ${refusal(dropped ?? 0, lines)}${
    forced.length === 1 ? 'The collection comes' : 'The collections come'} from its ${
    (hard ?? 0) > 0 ? 'hard' : 'soft'} limit, not from GOGC${unsent !== null ? '' : `: ${
    /\bballast/i.test(look.head) ? 'remove the memory ballast, or ' : ''}${
    (hard ?? 0) > 0 ? RAISE : /spike_limit/.test(look.head) ? WHAT_HOLDS : WIDEN}`}.`;
}

/** Describes a log of Grafana Agent or Alloy: the exports that failed first, then its errors and what it drops. */
export const agentFacts = (look: Look): string | null => joined([
  failedBefore(timedLines(look)), withAgentDrops(crashFacts(look), distinct(look)),
]);

/** What the lines of a loss count, as a sentence on them states it. */
const COUNTED = /\b(?:dropped|rejected)_\w{4,20}=\d/;

const WHAT_HOLDS = 'see what holds so much in it, such as a sending queue';
const ROOM = 'if the host or the container has memory for it; see first what holds so much, such as a sending queue';
const RAISE = `raise limit_mib ${ROOM}`;
/** The soft limit has no setting of its own. */
const WIDEN = `it is limit_mib less spike_limit_mib, so raise the one or lower the other ${ROOM}`;

/** Returns that it refuses data, and the size of the heap then. */
function refusal(dropped: number, lines: readonly string[]): string {
  const sizes = lines.filter((line) => /(?:Dropping|Refusing) data/.test(line))
    .flatMap((line) => /"?cur_mem_mib"?[=:] ?(\d{1,9})/.exec(line)?.[1] ?? []).map(Number);
  return dropped === 0 ? '' : `It refuses data${sizes.length === 0 ? ' meanwhile' : ` at ${range(sizes)} MiB`}${
    refusedSpans(lines)}. `;
}

/** A collection ends within this time, so a later reading is of another one. */
const PAIR_SECONDS = 30;

/** Collections that free shares of the heap that differ by more are reported each. */
const SAME_SHARE = 2;
interface Reading { kind: 'forced' | 'after'; mib: number; at: number }

/** Returns how much of the heap was garbage: one share if all collections freed about as much. */
function garbage(readings: readonly Reading[]): string {
  const shares = readings.flatMap((one, i) => {
    const before = readings[i - 1];
    return one.kind === 'after' && before?.kind === 'forced' && before.mib > 0 && one.mib > 0
      ? [100 * (1 - one.mib / before.mib)] : [];
  });
  const [first, last] = [shares[0] ?? NaN, shares.at(-1) ?? NaN];
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (!(most > SAME_SHARE * Math.max(least, 1))) return `${percent(mean(shares))} of it is garbage`;
  const between = shares.length === 2 ? '' : ` (between them ${percent(least)} to ${percent(most)})`;
  return `the first freed ${percent(first)}, the last ${percent(last)}${between}${
    last < LITTLE ? ', so what it holds then is in use' : ''}`;
}

/** Percent of the heap below which a collection found next to no garbage. */
const LITTLE = 5;
const percent = (value: number): string => `${value < 1 ? value.toFixed(1) : value.toFixed(0)} %`;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const range = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least} to ${most}`;
};
