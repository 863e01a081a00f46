/** Reads what Prometheus logs as it changes the number of shards of remote write, and skips a change. Pure. */
import { distinct } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const SKIPPED = /skipping resharding, last successful send was beyond threshold/i;
const LATE = 'Remote write sends late, so Prometheus keeps its number of shards for now: see how long a request to the '
  + 'receiver takes, and whether max_shards is reached. The message alone does not show that a request failed.';
const FROM_TO = /Remote storage resharding" from=(\d{1,6}) to=(\d{1,6})/;
const TIMES = /\blastSendTimestamp=(\d{9,11}) minSendTimestamp=(\d{9,11})/;
const STAMP = /\bts=\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/;

export const reshardingMeaning = (error: string): string | null => (SKIPPED.test(error) ? LATE : null);
const SENTENCES: ReadonlySet<string> = new Set(LATE.split(/(?<=\.) /));
/** Whether a sentence is of that meaning. */
export const isReshardingMeaning = (sentence: string): boolean => sentence === LATE || SENTENCES.has(sentence);

const clockOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(11, 19)}Z`;

/** Returns the change of shards, and by how much the last successful send was too early; null without a skip. */
export function reshardingFacts(look: Look): string | null {
  const lines = distinct(look);
  const skips = lines.flatMap((line) => {
    const [, last, least] = SKIPPED.test(line) ? TIMES.exec(line) ?? [] : [];
    return last === undefined ? [] : [{ last: Number(last), least: Number(least) }];
  });
  // The newest line may stand first.
  const skip = skips.reduce<typeof skips[number] | null>((a, b) => (a === null || b.last > a.last ? b : a), null);
  if (skip === null || skip.least < skip.last) return null;
  const change = lines.find((line) => FROM_TO.test(line)) ?? '';
  const [, from, to] = FROM_TO.exec(change) ?? [];
  const at = STAMP.exec(change)?.[1];
  const when = at === undefined ? '' : ` at ${at}`;
  const changed = from === undefined ? '' : `It went from ${from} to ${to} shards${when}. `;
  const lateSeconds = skip.least - skip.last;
  return `${changed}Its last successful send was at ${clockOf(skip.last)}, ${lateSeconds} s before the limit.`;
}
