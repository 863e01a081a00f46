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

interface Sums { samples: number; self: Map<string, number>; total: Map<string, number> }

function sumsOf(text: string): Sums {
  const sums: Sums = { samples: 0, self: new Map<string, number>(), total: new Map<string, number>() };
  for (const line of text.split('\n', MAX_LINES).slice(1)) {
    const stack = line.startsWith('#File') ? [] : [...line.slice(0, MAX_SAMPLE).matchAll(NAME)]
      .map(([, name = '']) => name).filter((name) => name !== '<GC>');
    const [leaf] = stack;
    if (leaf === undefined) continue;
    sums.samples += 1;
    sums.self.set(leaf, (sums.self.get(leaf) ?? 0) + 1);
    for (const name of new Set(stack)) sums.total.set(name, (sums.total.get(name) ?? 0) + 1);
  }
  return sums;
}

const largest = (of: ReadonlyMap<string, number>): [string, number][] =>
  [...of].sort(([, a], [, b]) => b - a).slice(0, MAX_NAMED);

/** Returns the functions with most samples, by themselves and with those that they call. */
function rprofFacts({ text, isCut }: Look): string | null {
  const micros = Number(HEAD.exec(text)?.[1] ?? 'NaN');
  const { samples, self, total } = sumsOf(text);
  if (samples === 0) return isCut ? null : 'It has no samples: nothing ran while it was recorded.';
  const share = (count: number): string => formatRatio(count / samples);
  const [first, second] = largest(self);
  const own = largest(new Map([...total].filter(([name]) => !OF_R.test(name) && !self.has(name))));
  const band = first === undefined ? 0 : Z * Math.sqrt(first[1] * (samples - first[1]) / samples ** 3);
  return [
    `${isCut ? 'Its first part has' : 'It has'} ${counted(samples, 'sample')}${
      micros > 0 ? `, ${formatSeconds(samples * micros / 1e6)} at ${formatSeconds(micros / 1e6)} each` : ''}.`,
    ...first === undefined ? [] : [`${first[0]} has the highest self share, ${share(first[1])}${
      second === undefined ? '' : `, then ${second[0]}, ${share(second[1])}`}.`],
    ...own.length === 0 ? [] : [`With what ${own.length > 1 ? 'they call' : 'it calls'}, ${
      own.map(([name, count], i) => `${name}${i === 0 ? ' has' : ''} ${share(count)}`).join(', ')}.`],
    ...samples >= FEW || first === undefined || band === 0 ? []
      : [`With so few samples, the share of ${first[0]} is uncertain by \u00b1${Math.max(1, Math.round(100 * band))} `
        + 'points (95 % confidence).'],
  ].join(' ');
}

export const RPROF: Format = {
  id: 'rprof', name: 'a profile of Rprof', door: null,
  match: ({ head }) => when(HEAD.test(head), { ...CERTAIN, program: 'R' }),
  interest: rprofFacts,
  remedy: 'Convert it with the package profile of R: write_pprof(read_rprof("FILE"), "out.pb.gz"); that file is read.',
};
