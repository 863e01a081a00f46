/** Reads the samples that Rprof of R writes: a line each, with the innermost function first. Pure. */
import { counted, formatRatio, formatSeconds } from '../../../../../../core/text/format.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^(?:(?:memory|GC|line) profiling: ){0,3}sample\.interval=(\d{1,12})[ \t]*\r?\n/;
const NAME = /"((?:[^"\\]|\\.){1,300})"/g;
const MAX_LINES = 200_000;
const MAX_SAMPLE = 20_000;
/** Functions of R that call what they are given, or that run a script: they are no place in a program. */
const OF_R = new RegExp([
  String.raw`[lsvmtr]?apply|Map|Filter|Reduce|FUN|do\.call|eval(?:q|\.parent)?|withVisible`,
  String.raw`source|\.xR|sys\.source|with(?:CallingHandlers|Timing)?|try(?:Catch(?:List|One)?)?|doTryCatch|suppress\w+`,
  String.raw`system\.time|Recall|Vectorize|standardGeneric|UseMethod|NextMethod|print|knit\w*|<Anonymous>|:{2,3}|\?`,
  'local|unlist|simplify2array|unique|table|mclapply|force|identity|invisible|c',
].map((names) => `^(?:${names})$`).join('|'));
const MAX_NAMED = 2;
/** Number of samples below which the uncertainty of a share is reported. */
const FEW = 400;
/** Half the width of an interval of 95 %, in standard deviations. */
const Z = 1.96;

interface Sums {
  samples: number; collecting: number; self: Map<string, number>; total: Map<string, number>;
  /** By the innermost function, the nearest caller that is a place in the program. */
  callers: Map<string, Map<string, number>>;
  /** Samples by the line at which the innermost function was, as `file.R:12`. */
  places: Map<string, number>;
}

const GC = '<GC>';
/** `#File 1: clean.R`, and `1#12`, the line of it before the function that was there. */
const FILE = /^#File (\d{1,6}): (.{1,1000}?)\s*$/;
const PLACE = /^(?:[\d:]{0,80}:)?(?:"<GC>" )?(\d{1,6})#(\d{1,9}) /;

const add = (counts: Map<string, number>, key: string): Map<string, number> =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

function sumsOf(text: string): Sums {
  const counts = (): Map<string, number> => new Map<string, number>();
  const sums: Sums = {
    samples: 0, collecting: 0, self: counts(), total: counts(), callers: new Map<string, Map<string, number>>(),
    places: counts(),
  };
  const files = new Map<string, string>();
  for (const raw of text.split('\n', MAX_LINES).slice(1)) {
    const line = raw.slice(0, MAX_SAMPLE);
    const [, id, path = ''] = FILE.exec(line) ?? [];
    if (id !== undefined) {
      files.set(id, path.slice(path.lastIndexOf('/') + 1));
      continue;
    }
    const all = [...line.matchAll(NAME)].map(([, name = '']) => name);
    const stack = all.filter((name) => name !== GC);
    if (all.length > 0) sums.samples += 1;
    if (all.length > stack.length) sums.collecting += 1;
    const [leaf] = stack;
    if (leaf === undefined) continue;
    add(sums.self, leaf);
    for (const name of new Set(stack)) add(sums.total, name);
    const caller = stack.slice(1).find((name) => !OF_R.test(name) && name !== leaf);
    if (caller !== undefined) sums.callers.set(leaf, add(sums.callers.get(leaf) ?? counts(), caller));
    const [, file = '', number = ''] = PLACE.exec(line) ?? [];
    if (files.has(file)) add(sums.places, `${files.get(file) ?? ''}:${number}`);
  }
  return sums;
}

const largest = (of: ReadonlyMap<string, number>): [string, number][] =>
  [...of].sort(([, a], [, b]) => b - a).slice(0, MAX_NAMED);

/** Share of a function from which its caller is named, and of all from which collection is. */
const MAIN = 0.5;
const MUCH_GC = 0.05;

/** Returns the functions with most samples, by themselves and with those that they call; null for a cut text. */
function rprofFacts({ text, isCut }: Look): string | null {
  if (isCut) return null;
  const micros = Number(HEAD.exec(text)?.[1] ?? 'NaN');
  const { samples, collecting, self, total, callers, places } = sumsOf(text);
  if (samples === 0) return 'It has no samples: nothing ran while it was recorded.';
  const share = (count: number): string => formatRatio(count / samples);
  const [first, second] = largest(self);
  const own = largest(new Map([...total].filter(([name]) => !OF_R.test(name) && !self.has(name))));
  const band = first === undefined ? 0 : Z * Math.sqrt(first[1] * (samples - first[1]) / samples ** 3);
  const [place] = largest(places);
  const within = ([name, count]: readonly [string, number]): string => {
    const [caller] = largest(callers.get(name) ?? new Map<string, number>());
    return caller === undefined || caller[1] < MAIN * count ? '' : ` (in ${caller[0]})`;
  };
  return [
    `It has ${counted(samples, 'sample')}${
      micros > 0 ? `, ${formatSeconds(samples * micros / 1e6)} at ${formatSeconds(micros / 1e6)} each` : ''}.`,
    ...first === undefined ? [] : [`${first[0]} has the highest self share, ${share(first[1])}${within(first)}${
      second === undefined ? '' : `, then ${second[0]}, ${share(second[1])}${within(second)}`}.`],
    ...own.length === 0 ? [] : [`With what ${own.length > 1 ? 'they call' : 'it calls'}, ${
      own.map(([name, count], i) => `${name}${i === 0 ? ' has' : ''} ${share(count)}`).join(', ')}.`],
    ...place === undefined ? [] : [`Of the lines, ${place[0]} has most: ${share(place[1])}.`],
    ...collecting < MUCH_GC * samples ? [] : [`Garbage collection has ${share(collecting)}.`],
    ...samples >= FEW || first === undefined || band === 0 ? []
      : [`With so few samples, the share of ${first[0]} is uncertain by \u00b1${Math.max(1, Math.round(100 * band))} `
        + 'points (95 % confidence).'],
  ].join(' ');
}

export const RPROF: Format = {
  id: 'rprof', name: 'a profile of Rprof', door: 'profile',
  match: ({ head }) => when(HEAD.test(head), { ...CERTAIN, program: 'R' }),
  interest: rprofFacts,
  remedy: 'Record it again while the code runs, longer than its interval: Rprof("out.Rprof"), the code, Rprof(NULL).',
};
