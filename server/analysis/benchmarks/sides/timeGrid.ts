/**
 * Tells outputs of `time` apart by two labels at once: the side (a heading, a word such as `before`) and the job (the
 * command, a chapter). Outputs of another form, quotation or host are of another group, which is never compared. Pure.
 */
import { MAX_BENCHMARK_FILES as MAX_SIDES } from '../../../../core/contract/questions/benchmarkBody.ts';
import type { NamedText } from './sections.ts';
import { commandOf, headingOf, linesOf, shortened, type Label } from './timeSides.ts';
import { timeForms } from './timeOutput.ts';

/** One output: what it measures, and the group of outputs that it may be compared with. */
export interface TimeCell { job: string; group: string; text: string }

interface Found { near: string | null; chapter: string | null; command: string | null; group: string; text: string }
interface Placed extends TimeCell { side: string; command: string | null }

const MAX_CELLS = 64;
const CHAPTER = /^#{1,6}[ \t]+(\S.{0,120}?)[ \t:]*#*$/;
const HOST = /^[\w.-]{1,40}@([\w.-]{1,60})[:~ ]/;

type Way = (found: Found) => { side: string | null; job: string | null };
const WAYS: readonly Way[] = [
  ({ near, command }) => ({ side: near, job: command }),
  ({ near, chapter }) => ({ side: near, job: chapter === near ? null : chapter }),
  ({ command, chapter }) => ({ side: command, job: chapter }),
];

/** Returns the sides of two or more jobs or groups; null if one label tells the outputs apart. */
export function timeGrid(text: string): NamedText[] | null {
  const found = foundIn(text);
  if (found.length < 4) return null;
  return gridOf(found) ?? jobsOf(found);
}

/** Returns one side with a job for each command, if the text tells no sides apart and the commands differ. */
function jobsOf(found: readonly Found[]): NamedText[] | null {
  const labels = found.map(({ near, command, group }) => [command ?? near, group]);
  const names = new Set(labels.map(([name]) => name));
  const hasAll = names.size === found.length && !names.has(null);
  return !hasAll || new Set(found.map(({ command }) => command)).size < 2 ? null : [{
    name: 'all', text: found.map(({ text }) => text).join('\n'),
    cells: found.map(({ text, command, near }) => ({ job: command ?? near ?? '', group: '', text })),
  }];
}

function gridOf(found: readonly Found[]): NamedText[] | null {
  const groups = [...new Set(found.map(({ group }) => group))];
  const placed = groups.map((group) => placedIn(found.filter((one) => one.group === group)));
  // A group whose outputs cannot be told apart would be told as runs of the others.
  if (!placed.every((cells) => cells !== null)) return null;
  const cells = placed.flat();
  if (groups.length < 2 && new Set(cells.map(({ job }) => job)).size < 2) return null;
  return sidesOf(cells, groups);
}

/** Returns the cells of a group: its sides by the first way that gives each job at least two. */
function placedIn(found: readonly Found[]): Placed[] | null {
  return placedBy(found, true) ?? placedBy(found, false);
}

function placedBy(found: readonly Found[], withJobs: boolean): Placed[] | null {
  for (const way of WAYS) {
    const cells = found.map((one) => (
      { ...way(one), group: one.group, text: one.text, command: one.command }));
    if (!cells.every(({ side, job }) => side !== null && (job !== null) === withJobs)) continue;
    const placed = cells.map(({ side, job, ...rest }) => ({ ...rest, side: side ?? '', job: job ?? '' }));
    const sidesOfJob = (of: string): number =>
      new Set(placed.flatMap(({ side, job }) => (job === of ? [side] : []))).size;
    // Two commands are never runs of one job.
    const isMixed = placed.some((one) => placed.some((other) =>
      other.side === one.side && other.job === one.job && other.command !== one.command));
    if (!isMixed && placed.every(({ job }) => sidesOfJob(job) > 1)) return placed;
  }
  return null;
}

function sidesOf(cells: readonly Placed[], groups: readonly string[]): NamedText[] | null {
  const sides = new Map<string, { name: string; cells: TimeCell[] }>();
  for (const { side, job, group, text } of cells) {
    const key = `${group}\n${side}`;
    const isTaken = [...sides].some(([other, { name }]) => other !== key && name === side);
    const own = sides.get(key) ?? { name: isTaken ? `${side} (part ${groups.indexOf(group) + 1})` : side, cells: [] };
    sides.set(key, own);
    own.cells.push({
      job: job === '' ? 'run' : job, text,
      group: groups.length < 2 ? '' : `part ${groups.indexOf(group) + 1} of the text`,
    });
  }
  if (sides.size < 2 || sides.size > MAX_SIDES) return null;
  return [...sides.values()].map(({ name, cells: own }) => ({
    name, text: own.map((cell) => cell.text).join('\n'), cells: own,
  }));
}

/** Returns the outputs in order, each with the labels before it; a heading holds until the next one. */
function foundIn(text: string): Found[] {
  const starts = timeForms(text).slice(0, MAX_CELLS + 1);
  if (starts.length > MAX_CELLS) return [];
  const found: Found[] = [];
  let [near, chapter, host]: [string | null, string | null, string] = [null, null, ''];
  starts.forEach(({ at, form }, i) => {
    const from = starts[i - 1]?.at ?? 0;
    const lines = linesOf(text, from, at);
    chapter = lastOf(lines, (line) => CHAPTER.exec(line)?.[1]) ?? chapter;
    near = headingOf(lines)?.name ?? near;
    host = lastOf(lines, (line) => HOST.exec(line)?.[1]) ?? host;
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    const isQuoted = /^\s*>/.test(text.slice(lineStart, lineStart + 20));
    found.push({
      near, chapter: chapter === null ? null : shortened(chapter), command: commandOf(lines)?.name ?? null,
      group: [form, isQuoted ? 'quoted' : '', host].join(' '), text: text.slice(at, starts[i + 1]?.at),
    });
  });
  return found;
}

function lastOf(lines: readonly Label[], read: (line: string) => string | undefined): string | null {
  for (const { name } of lines.toReversed()) {
    const found = read(name.trim());
    if (found !== undefined) return found;
  }
  return null;
}
