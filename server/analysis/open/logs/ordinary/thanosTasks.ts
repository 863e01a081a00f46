/** Facts on tasks of Thanos: overlaps that a verification found, a rewrite of a block, compactions. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { firstTimed, secondsBetween, secondsOf, type Entry } from './entries.ts';

const OVERLAPPED = 'found overlapped blocks';
const OVERLAP = /\[mint: (\d{12,14}), maxt: (\d{12,14}), range: [^,\]]{1,30}, blocks: (\d{1,5})\]/g;
const ULID = /ulid: ([0-7][0-9A-HJKMNP-TV-Z]{25})/g;
const MAX_TOLD = 3;
const PROGRESS = /^processed ([\d.]{1,8})% of (\d{1,15}) series/;

/** Whether a line is the warning whose fields `thanosTasks` reads. */
export const isOverlapWarning = (line: string): boolean => line.includes(`msg="${OVERLAPPED}"`);

/** Describes the tasks; null if the log is of none. */
export function thanosTasks(entries: readonly Entry[]): string | null {
  return joined([overlapFacts(entries), verifyFact(entries), rewriteFact(entries), compactFact(entries)]);
}

function overlapFacts(entries: readonly Entry[]): string | null {
  const found = entries.filter(({ message }) => message === OVERLAPPED);
  const overlaps = found.flatMap(({ fields }) => [...(fields['overlap'] ?? '').matchAll(OVERLAP)].map(
    ([, from, to, blocks]) => ({ from: Number(from), seconds: (Number(to) - Number(from)) / 1000, blocks })
  ));
  const [first] = overlaps;
  if (first === undefined) return null;
  const groups = new Set(found.map(({ fields }) => fields['group'] ?? '')).size;
  const spans = overlaps.slice(0, MAX_TOLD).map(({ seconds }) => formatSeconds(seconds));
  const more = overlaps.length > MAX_TOLD ? `, and ${overlaps.length - MAX_TOLD} more` : '';
  const counts = [...new Set(overlaps.map(({ blocks }) => blocks))];
  const ulids = [...(found[0]?.fields['overlap'] ?? '').matchAll(ULID)].slice(0, MAX_TOLD).map(([, ulid = '']) => ulid);
  return joined([
    `Blocks overlap in ${groups === 1 ? '1 group' : `${groups} groups`} of the bucket, for ${spans.join(', ')}${more}${
      counts.length === 1 ? `, ${counts[0]} blocks ${overlaps.length === 1 ? '' : 'each'}`.trimEnd() : ''}.`,
    ulids.length < 2 ? null : `The first: ${ulids.join(' and ')}, from ${
      new Date(first.from).toISOString().slice(0, 19)}Z on.`,
    'A compactor of Thanos halts on overlapping blocks, unless it may merge them (vertical compaction).',
  ]);
}

function verifyFact(entries: readonly Entry[]): string | null {
  const begun = entries.find(({ message }) => /^Starting verify (?:and repair )?task$/.test(message));
  const done = entries.findLast(({ message }) => /^verify (?:and repair )?task completed$/.test(message));
  if (begun === undefined && done === undefined) return null;
  const repairs = /repair/.test((begun ?? done)?.message ?? '');
  const task = repairs ? 'verification with repair' : 'verification';
  const took = secondsBetween(begun, done);
  const overlaps = entries.some(({ message }) => message === OVERLAPPED);
  if (done === undefined) return `The ${task} of the bucket has begun; its end is not in the text.`;
  return `The ${task} of the bucket completed${took === null ? '' : ` in ${formatSeconds(took)}`}${
    repairs ? '' : ', and repaired nothing'}${overlaps ? '' : '; it found no overlap of blocks'}.`;
}

function rewriteFact(entries: readonly Entry[]): string | null {
  const begun = entries.find(({ message }) => message === 'starting rewrite for block');
  if (begun === undefined) return null;
  const { source = 'unknown', new: made } = begun.fields;
  const steps = entries.flatMap((entry) => {
    const [, percent, series] = PROGRESS.exec(entry.message) ?? [];
    return percent === undefined ? [] : [{ entry, percent: Number(percent), series: Number(series) }];
  });
  const last = steps.at(-1);
  const series = last === undefined ? '' : `${last.series.toLocaleString('en-US')} series`;
  const done = entries.findLast(({ message }) => message === 'rewrite done');
  if (done === undefined) return `The rewrite of block ${source} has begun; its end is not in the text${
    last === undefined ? '' : `, which reaches ${last.percent} % of ${series}`}.`;
  const took = secondsBetween(firstTimed(entries), done);
  const work = last?.percent === 100 ? secondsBetween(begun, last.entry) : null;
  const isUploaded = entries.some(({ message }) => message === 'uploaded');
  const isMarked = entries.some(({ message }) => message === 'block has been marked for deletion');
  return joined([
    `The rewrite of block ${source} completed${took === null ? '' : ` in ${formatSeconds(took)}`}${
      series === '' ? '' : `, ${series}`}${work === null ? '' : ` in ${formatSeconds(work)} of it`}.`,
    made === undefined ? null : `The new block is ${made}${isUploaded ? ', which was uploaded' : ''}${
      isMarked ? '; the old one is marked for deletion' : ''}.`,
  ]);
}

function compactFact(entries: readonly Entry[]): string | null {
  const of = (...messages: string[]): Entry[] => entries.filter(({ message }) => messages.includes(message));
  const finished = of('finished compacting blocks');
  const merged = finished.length > 0 ? finished : of('compacted blocks');
  const sampled = of('downsampled block');
  // One iteration has both.
  const iterations = Math.max(of('compaction iterations done').length, of('downsampling iterations done').length);
  const deleted = blocksIn(of('deleted block marked for deletion', 'deleted block'));
  // One block has both lines.
  const marked = blocksIn(of('block has been marked for deletion'))
    || blocksIn(of('marking compacted block for deletion'));
  const done = [
    worked(merged, 'compaction of blocks', 'compactions of blocks'),
    worked(sampled, 'downsampling of a block', 'downsamplings of blocks'),
  ].filter((part) => part !== null);
  const blocks = (count: number): string => `${count} ${count === 1 ? 'block was' : 'blocks were'}`;
  const isOfCompactor = iterations > 0 || merged.length > 0 || sampled.length > 0
    || of('start of compactions', 'start of GC').length > 0;
  if (!isOfCompactor) return null;
  return joined([
    done.length === 0 ? null : `The compactor completed ${done.join(' and ')}.`,
    marked === 0 ? null : `${blocks(marked)} marked for deletion.`,
    deleted === 0 ? null : `${blocks(deleted)} deleted.`,
    iterations === 0 ? null
      : `It ended ${iterations} ${iterations === 1 ? 'iteration' : 'iterations'} over the bucket.`,
  ]);
}

/** Counts the blocks that entries name: a further attempt at one is no further block. */
function blocksIn(entries: readonly Entry[]): number {
  const ids = entries.map(({ fields }) => fields['block'] ?? fields['id'] ?? fields['old_block']);
  return new Set(ids.filter((id) => id !== undefined)).size + ids.filter((id) => id === undefined).length;
}

function worked(entries: readonly Entry[], one: string, several: string): string | null {
  const took = entries.flatMap(({ fields }) => secondsOf(fields['duration'] ?? fields['elapsed']) ?? []);
  const longest = took.length === 0 ? '' : ` (${took.length === 1 ? '' : 'the longest '}${
    formatSeconds(Math.max(...took))})`;
  return entries.length === 0 ? null : `${entries.length} ${entries.length === 1 ? one : several}${longest}`;
}
