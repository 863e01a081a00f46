/** Says that refusals of samples turn from out of order to out of bounds, as of data that only age. Pure; bounded. */
import type { Look } from '../../../look/look.ts';
import { entriesOf } from '../../ordinary/entries.ts';

const ORDER = /\bout[- ]of[- ]order (?:sample|label ?set|timestamp)s?\b/i;
const BOUNDS = /\bout of bounds\b/i;
/** Steps that lead to a clock, or to a second sender, which the change excludes. */
const STEPS = new RegExp([
  /Out of order means that the receiver has newer samples [^\n]{1,420}? at the receiver\./,
  /Out of bounds means that these samples are older [^\n]{1,240}? of the receiver\./,
  /Samples are older than the head takes, or the head is ahead of them: [^.]{1,120}\./,
].map(({ source }) => source).join('|'), 'g');
const OF_WAL = /\bWAL entries\b|\bwal\.go\b/i;
const MIN_EACH = 3;
const MAX_LINES = 5000;

/** Returns facts with what the change means, where all of the one kind come before all of the other. */
export function withOlderRefusals(facts: string | null, look: Look): string | null {
  if (facts === null || !ORDER.test(facts) || !BOUNDS.test(facts)) return facts;
  const refusals = entriesOf(look).slice(-MAX_LINES).filter(({ line }) => ORDER.test(line) !== BOUNDS.test(line));
  const orders = refusals.filter(({ line }) => ORDER.test(line));
  const from = refusals.findIndex(({ line }) => BOUNDS.test(line));
  const first = refusals[from];
  if (first === undefined || orders.length < MIN_EACH || refusals.length - from < MIN_EACH || from < orders.length)
    return facts;
  const when = first.moment?.text ?? null;
  const isOfWal = refusals.every(({ line }) => OF_WAL.test(line));
  const said = `All refusals are "out of order" first, and all are "out of bounds"${when === null ? ' later'
    : ` from ${when} on`}: what is sent does not change and only grows older, as when a sender sends the same data `
    + `again; a wrong clock keeps one distance.${isOfWal ? ' The error is of the WAL of the exporter: stop it, move '
      + 'its WAL folder away (what it holds is lost), and start it again; if it comes back, leave the wal block out of '
      + 'its configuration and update it.' : ' See what the sender repeats: its WAL, its queue on disk, or a position '
      + 'that it does not save.'}`;
  const without = facts.replace(STEPS, () => '').replace(/ {2,}/g, ' ').trim();
  return `${without} ${said}`;
}
