/**
 * Reads the samples of Rprof of R: a line for each, the innermost function first. With line profiling, `2#14` before a
 * function is the line of file 2 at which it was. https://stat.ethz.ch/R-manual/R-devel/library/utils/html/Rprof.html
 */
import type { ForeignFrame, ForeignStacks } from './foreignStacks.ts';

const HEAD = /^(?:(?:memory|GC|line) profiling: ){0,3}sample\.interval=(\d{1,12})[ \t]*\r?(?:\n|$)/;
const FILE = /^#File (\d{1,6}): (.{1,1000})$/;
const FRAME = /(?:(\d{1,6})#(\d{1,9}) )?"((?:[^"\\]|\\.){1,300})"/g;
/** Where the program is, if that is at the top level of a script. */
const BARE_LINE = /^(\d{1,6})#(\d{1,9})[ \t]*$/;
const MAX_LINE = 20_000;
const MAX_LINES = 5_000_000;
const NANOS_PER_MICRO = 1000;

export function looksRprof(head: string): boolean {
  return HEAD.test(head);
}

/** Returns samples and the time that they stand for, which Windows counts by the clock, other systems by the CPU. */
export function rprofStacks(text: string): ForeignStacks {
  const nanos = Number(HEAD.exec(text)?.[1] ?? 0) * NANOS_PER_MICRO;
  const files = new Map<string, string>();
  const stacks: { frames: ForeignFrame[]; values: number[] }[] = [];
  for (const raw of text.split('\n', MAX_LINES).slice(1)) {
    const line = raw.slice(0, MAX_LINE).trimEnd();
    const [, id = '', path = ''] = FILE.exec(line) ?? [];
    if (id !== '') {
      files.set(id, path);
      continue;
    }
    const [, ofFile = '', at = ''] = BARE_LINE.exec(line) ?? [];
    const frames = ofFile !== '' ? [{ name: '<top level>', ...placeOf(files, ofFile, at) }]
      : [...line.matchAll(FRAME)].map(([, file, number, name = '']): ForeignFrame =>
        ({ name, ...placeOf(files, file, number) }));
    if (frames.length > 0) stacks.push({ frames, values: [1, nanos] });
  }
  return {
    types: [{ type: 'samples', unit: 'count' }, { type: 'sampled_time', unit: 'nanoseconds' }], stacks,
    defaultType: nanos > 0 ? 'sampled_time' : 'samples',
  };
}

function placeOf(
  files: ReadonlyMap<string, string>, file: string | undefined, line: string | undefined
): { file?: string; line?: number } {
  const path = file === undefined ? undefined : files.get(file);
  return path === undefined ? {} : { file: path, line: Number(line) };
}
