/** Recognizes the output of perf stat, and says the figures that perf computed. */
import { CERTAIN, when, type Format } from '../../look/format.ts';

const RUN = /^[ \t]*Performance counter stats for /m;
const ELAPSED = /^[ \t]*([\d,.]{1,30})\s{1,20}(?:\+- [\d,.]{1,30} )?seconds time elapsed/m;
/** Figures that perf computes itself, each with its words for one run and for several. */
const RATES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/#\s{1,20}([\d.]{1,12}) {1,2}insns? per cycle/, 'instructions per cycle'],
  [/#\s{1,20}([\d.]{1,12}) ?% of all branches/, '% of branches mispredicted'],
  [/#\s{1,20}([\d.]{1,12}) ?% of all cache refs/, '% of cache accesses missed'],
];
const MAX_RUNS = 6;

function perfStatFacts(text: string): string | null {
  const runs = text.split(RUN).slice(1, MAX_RUNS + 1);
  const seconds = valuesOf(runs, ELAPSED);
  if (seconds === null) return null;
  const rates = RATES.flatMap(([pattern, words]) => {
    const values = valuesOf(runs, pattern);
    return values === null ? [] : [`${values} ${words}`];
  });
  return runs.length === 1 ? `It says: ${[`${seconds} seconds time elapsed`, ...rates].join(', ')}.`
    : `Its ${runs.length} runs, in the order of the text: ${[`${seconds} s elapsed`, ...rates].join('; ')}.`;
}

/** Returns the value of each run, as perf printed it; null if a run lacks it. */
function valuesOf(runs: readonly string[], pattern: RegExp): string | null {
  const values = runs.map((run) => pattern.exec(run)?.[1]);
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return null;
  return known.length < 2 ? known.join('') : `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
}

export const PERF_STAT: Format = {
  id: 'perf-stat', name: 'the output of perf stat', door: null,
  match: ({ head, isText }) => when(isText && RUN.test(head), { ...CERTAIN, program: 'perf' }),
  interest: ({ text }) => perfStatFacts(text),
  remedy: 'It has counts without stacks: perf record -g, then perf script. For two sides, open the outputs of time.',
};
