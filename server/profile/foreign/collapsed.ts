/**
 * Reads collapsed stacks, the input of flamegraph.pl: `main;run;work 12`, outermost frame first. The file has no unit,
 * so values are counts of samples. Removes what async-profiler and py-spy add to names.
 * https://github.com/async-profiler/async-profiler/blob/master/docs/OutputFormats.md
 */
import { KERNEL_FILE } from '../../../core/profile/packages.ts';
import type { Profile } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const MAX_FRAME = 10_000;
/** At most one in this many lines may not be a stack. */
const MIN_LINES_OF_OTHER = 4;
/** Number of a cluster's node, which Inspektor Gadget prints before a stack: `[ 0] cat;...`. */
const NODE = /^\[ {0,3}\d{1,4}\] (?=\S)/;
const NUMBER = /^\d{1,15}(\.\d{1,15})?$/;
/** Numbers of a diff, one for each side, as written by difffolded.pl. */
const TWO_NUMBERS = / \d{1,15}(\.\d{1,15})? \d{1,15}(\.\d{1,15})?$/;

/** Smallest number that is taken for the period of a sample, in nanoseconds: that of 10,000 samples per second. */
const MIN_PERIOD = 100_000;
/** Sizes of memory are multiples of it. */
const KIB = 1024;

/** Returns whether the first lines of a text, all complete, look like stacks with values. */
export function looksCollapsed(head: string): boolean {
  if (!head.includes(';')) return false;
  const lines = head.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '');
  const stacks = lines.filter((line) => line.slice(0, line.lastIndexOf(' ')).includes(';'));
  const isStack = (line: string): boolean =>
    !line.startsWith('#') && NUMBER.test(line.slice(line.lastIndexOf(' ') + 1));
  const other = lines.filter((line) => !isStack(line)).length;
  // Tolerates a few other lines, such as a warning of the profiler, which are skipped and reported.
  return stacks.filter(isStack).length * 2 >= lines.length && stacks.length > 0
    && other * MIN_LINES_OF_OTHER <= lines.length;
}

function commonDivisor(a: number, b: number): number {
  let [rest, divisor] = [a, b];
  while (rest !== 0) [rest, divisor] = [divisor % rest, rest];
  return divisor;
}

/**
 * Returns the number of which all values are multiples, if it is the period of perf, which stackcollapse-perf may write
 * instead of counts; 1 for counts, and for bytes.
 */
function periodOf(values: readonly number[]): number {
  if (values.length < 2 || !values.every((value) => Number.isInteger(value) && value >= MIN_PERIOD)) return 1;
  const divisor = values.reduce(commonDivisor, 0);
  return divisor < MIN_PERIOD || divisor % KIB === 0 ? 1 : divisor;
}

/** Reads a profile with the sample type `samples`; where these are periods, the numbers as written are `weight`. */
export function readCollapsed(text: string): Profile {
  const stacks = new StackProfile([{ type: 'samples', unit: 'count' }]);
  let number = 0;
  let isDiff = true;
  let [skipped, firstSkipped] = [0, 0];
  for (const line of textLines(text)) {
    number++;
    // A paste may have indented all lines.
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const space = trimmed.lastIndexOf(' ');
    const value = trimmed.slice(space + 1);
    if (space < 0 || !NUMBER.test(value) || trimmed.startsWith('#')) {
      skipped++;
      firstSkipped ||= number;
      continue;
    }
    isDiff &&= TWO_NUMBERS.test(trimmed.slice(-40));
    const path = trimmed.slice(0, space).replace(NODE, '');
    const frames = path === '' ? [] : path.split(';');
    stacks.add(frames.reverse().map((frame) => stacks.frame(collapsedFrame(frame))), [Number(value)]);
  }
  if (skipped * MIN_LINES_OF_OTHER > number) throw new ForeignError(`line ${firstSkipped} does not end in a number`);
  if (isDiff) throw new ForeignError('each line has two numbers, as of a diff; upload the stacks of each side');
  const profile = stacks.finish();
  const period = periodOf(Array.from(profile.values));
  const comments = [
    ...period === 1 ? [] : [`All its numbers are multiples of ${period.toLocaleString('en-US')}, which is taken for `
      + 'the period of one sample'],
    ...skipped === 0 ? []
      : [`${skipped} of ${number} lines are no stacks and were skipped, the first is line ${firstSkipped}`],
  ];
  return period === 1 ? { ...profile, comments } : {
    ...profile, comments, sampleTypes: [...profile.sampleTypes, { type: 'weight', unit: 'count' }],
    values: Float64Array.from(Array.from(profile.values).flatMap((value) => [value / period, value])),
    defaultSampleType: 'samples',
  };
}

/** Parses `java/util/HashMap.get_[j]`, `libc.so.6`read` or `dumps (json/__init__.py:231)`. */
function collapsedFrame(text: string): Frame {
  const kind = /_\[[jik01]\]$/.exec(text)?.[0] ?? '';
  const name = text.slice(0, text.length - kind.length).slice(0, MAX_FRAME);
  if (kind === '_[k]') return { name, file: KERNEL_FILE };
  const open = name.lastIndexOf(' (');
  const source = open > 0 ? /^([^()]{1,1000}):(\d{1,9})\)$/.exec(name.slice(open + 2)) : null;
  if (source !== null) return { name: name.slice(0, open), file: source[1] ?? '', line: Number(source[2]) };
  const tick = name.indexOf('`');
  if (tick > 0 && tick < name.length - 1)
    return { name: name.slice(tick + 1), binary: name.slice(0, tick), file: name.slice(0, tick) };
  return { name };
}
