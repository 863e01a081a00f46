/** Reads what Prometheus logs as it changes the number of shards of remote write, and skips a change. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { distinct, timeOf } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const SKIPPED = /skipping resharding, last successful send was beyond threshold/i;
const LATE = 'Remote write had no successful send for too long, so Prometheus keeps its number of shards for now: see '
  + 'whether the receiver answers, and the errors before this line. The message alone does not show that a request '
  + 'failed.';
const FROM_TO = /Remote storage resharding" from=(\d{1,6}) to=(\d{1,6})/;
const DESIRED = /\bdesiredShards=(\d{1,6}(?:\.\d{1,20})?)/;
const TIMES = /\blastSendTimestamp=(\d{9,11}) minSendTimestamp=(\d{9,11})/;
const STAMP = /\bts=\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/;
const MAX_STEPS = 6;

export const reshardingMeaning = (error: string): string | null => (SKIPPED.test(error) ? LATE : null);
const SENTENCES: ReadonlySet<string> = new Set(LATE.split(/(?<=\.) /));
/** Whether a sentence is of that meaning. */
export const isReshardingMeaning = (sentence: string): boolean => sentence === LATE || SENTENCES.has(sentence);

const clockOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(11, 19)}Z`;

/** Returns the changes of shards, and since when no send succeeded; null without a skip. */
export function reshardingFacts(look: Look): string | null {
  const lines = distinct(look);
  const skips = lines.flatMap((line) => {
    const [, last, least] = SKIPPED.test(line) ? TIMES.exec(line) ?? [] : [];
    return last === undefined ? [] : [{ last: Number(last), least: Number(least), at: timeOf(line) }];
  });
  // The newest line may stand first.
  const skip = skips.reduce<typeof skips[number] | null>((a, b) => (a === null || b.last > a.last
    || (b.last === a.last && b.at > a.at) ? b : a), null);
  if (skip === null || skip.least < skip.last) return null;
  const seconds = skip.at - skip.last;
  const before = seconds >= 1 ? `, ${formatSeconds(Math.round(seconds))} before the latest such line` : '';
  return `${changesOf(lines)}No send succeeded since ${clockOf(skip.last)}${before}.`;
}

/** Returns the numbers of shards in the order of time, and the highest number that it wanted. */
function changesOf(lines: readonly string[]): string {
  const changes = lines.flatMap((line) => {
    const [, from, to] = FROM_TO.exec(line) ?? [];
    return from === undefined || to === undefined ? [] : [{ from, to, at: timeOf(line), clock: STAMP.exec(line)?.[1] }];
  }).sort((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return '';
  const steps = changes.slice(1).every(({ from }, i) => from === changes[i]?.to) && changes.length <= MAX_STEPS
    ? [first.from, ...changes.map(({ to }) => to)] : [first.from, changes.at(-1)?.to ?? first.to];
  const wanted = lines.flatMap((line) => DESIRED.exec(line)?.[1] ?? []).map(Number);
  const most = wanted.length === 0 ? '' : `; it wanted up to ${Math.max(...wanted).toFixed(1)}`;
  const ways = changes.length === 1 ? '' : `in ${changes.length} changes `;
  const when = first.clock === undefined ? '' : ` ${changes.length === 1 ? 'at' : 'from'} ${first.clock}${
    changes.length === 1 ? '' : ' on'}`;
  const [from, ...to] = steps;
  return `It went ${ways}from ${from} to ${to.join(', then ')} shards${when}${most}. `;
}
