/** Formats of benchmark results in JSON, which the comparison of benchmarks reads. */
import { readJsonBenchmarks } from '../../../../../core/text/benchmarks/jsonResults.ts';
import { jsonBenchmarkProgram } from '../../../../../core/text/benchmarkText.ts';
import { CERTAIN, LIKELY, when, type Format } from '../../look/format.ts';
import { jsonBenchmarkFacts } from './jsonFacts.ts';

const NAME = 'a file of benchmark results in JSON';

export const JSON_BENCHMARKS: readonly Format[] = [
  {
    id: 'json-benchmark', name: NAME, door: 'benchmark',
    match: ({ text, isCut }) => {
      const program = jsonBenchmarkProgram(text);
      return program === null || !(isCut || readJsonBenchmarks(text) !== null) ? null : { ...CERTAIN, program };
    },
    interest: ({ text }) => jsonBenchmarkFacts(text),
  },
  {
    id: 'criterion-change', name: 'the change of a benchmark of Criterion as JSON', door: null,
    match: ({ head }) => when(/^\s{0,100}\{\s{0,100}"mean"\s*:\s*\{\s*"confidence_interval"/.test(head)
      && !head.includes('"std_dev"'), { ...CERTAIN, program: 'Criterion' }),
    interest: ({ text }) => changeFact(text),
    remedy: 'For the times, open the estimates.json in the folders base and new next to it.',
  },
  {
    id: 'criterion-name', name: 'the benchmark.json of Criterion', door: null,
    match: ({ head }) => when(/^\s{0,100}\{\s{0,100}"group_id"\s*:/.test(head) && head.includes('"full_id"'),
      { ...CERTAIN, program: 'Criterion' }),
    interest: ({ head }) => {
      const name = /"full_id"\s*:\s*"([^"]{1,200})"/.exec(head)?.[1];
      return name === undefined ? null : `It names the benchmark ${name}, and has no times.`;
    },
    remedy: 'Open the estimates.json next to it; for a comparison, those of the folders base and new.',
  },
  {
    id: 'other-benchmark', name: NAME, door: null,
    match: ({ text }) => {
      const program = jsonBenchmarkProgram(text);
      return program === null ? null : { ...LIKELY, program };
    },
    remedy: 'It has no result, or it ends in the middle: copy the whole file.',
  },
];

/** Says how the mean changed, with its interval: ratios such as 0.05 for 5 % more. */
function changeFact(text: string): string | null {
  const number = String.raw`\s*:\s*(-?\d{1,9}(?:\.\d{1,20})?(?:e-?\d{1,3})?)`;
  const mean = /"mean"\s*:\s*\{[^}]{0,400}\}[^}]{0,200}\}/.exec(text)?.[0] ?? '';
  const [low, high, point] = ['lower_bound', 'upper_bound', 'point_estimate']
    .map((key) => Number(new RegExp(`"${key}"${number}`).exec(mean)?.[1] ?? NaN));
  if (low === undefined || high === undefined || point === undefined || Number.isNaN(low + high + point)) return null;
  const percent = (ratio: number): string => `${ratio < 0 ? '\u2212' : '+'}${Math.abs(100 * ratio).toFixed(2)} %`;
  const verdict = low <= 0 && high >= 0 ? 'no change beyond the noise'
    : point > 0 ? 'it takes longer' : 'it takes less time';
  return `The mean time changed by ${percent(point)} (interval ${percent(low)} to ${percent(high)}): ${verdict}.`;
}
