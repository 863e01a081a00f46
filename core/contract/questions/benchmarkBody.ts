/** Request body with benchmark outputs. */
import { Type as T, type Static } from 'typebox';

/** Limit of the whole body. */
export const MAX_TEXTS_BYTES = 16 * 2 ** 20;
export const BENCHMARK_TEXT = T.String({ maxLength: MAX_TEXTS_BYTES });

export const MAX_BENCHMARK_FILES = 8;
const MAX_NAME = 200;
export const MAX_OUTPUT_NAME = MAX_NAME;
const MAX_KEYS = 100;
export const BENCHMARK_FORM = 'Send {"before": text, "after": text} or {"files": [{"name": ..., "text": ...}, ...]}.';
const ONE_KEY = '(/[^\\s/=,]{1,100}|\\.(config|file|name)|[^\\sA-Z:/=.,][^\\s:/=,]{0,99})';
/** Pattern of one key, or several comma-separated ones, as in benchstat's projections. */
export const COLUMN_KEY = `^${ONE_KEY}(,${ONE_KEY}){0,3}$`;
/** Pattern of keys whose values are the rows. */
export const ROW_KEY = COLUMN_KEY.replaceAll('config|file|name', 'fullname|name');
const BENCHMARK_FILE = T.Object({ name: T.String({ maxLength: MAX_NAME }), text: BENCHMARK_TEXT }, {
  words: () => `A file has no name of at most ${MAX_NAME} characters, or no text. ${BENCHMARK_FORM}`,
});
const keys = (description: string, sentence: string) => T.Optional(T.Array(T.String({ maxLength: MAX_NAME }), {
  maxItems: MAX_KEYS, description, words: () => sentence,
}));

/** Two texts, or up to eight named ones; the first is the base. */
export const BENCHMARK_REQUEST = T.Object({
  before: T.Optional(BENCHMARK_TEXT),
  after: T.Optional(BENCHMARK_TEXT),
  files: T.Optional(T.Array(BENCHMARK_FILE, {
    minItems: 1, maxItems: MAX_BENCHMARK_FILES,
    words: () => `"files" is no list of one to ${MAX_BENCHMARK_FILES} outputs. ${BENCHMARK_FORM}`,
  })),
  ignore: keys(
    'Configuration keys (such as cpu) whose differences do not keep benchmarks from being compared.',
    '"ignore" is no list of configuration keys; write e.g. ["cpu"].',
  ),
  exact: keys(
    'Units taken as exact: every difference counts, whatever the number of '
      + 'runs. As a line `Unit allocs/op assume=exact`.',
    '"exact" is no list of units; write e.g. ["allocs/op"].',
  ),
  col: T.Optional(T.String({
    pattern: COLUMN_KEY,
    description:
      'A key of the sub-benchmarks\' names, `/format` or `/gomaxprocs`, or of a configuration line, `note`: its values '
        + 'are the columns instead of the texts, which are taken as one. Also `.config`, `.name`, `.file`, '
        + 'and up to four with commas. As -col.',
    words: () => '"col" is not a key of names or of a configuration line; write e.g. "/format" or "note".',
  })),
  row: T.Optional(T.String({
    pattern: ROW_KEY,
    description: 'Up to four keys with commas, whose values are the rows: of the names, of configuration lines, '
      + '`.name`, `.fullname`. Results that share them are pooled. As -row.',
    words: () => '"row" is no list of keys of names or of configuration lines; write e.g. ".name" or "/size,.name".',
  })),
  subtractDrift: T.Optional(T.Boolean({
    description: 'Times are divided by the factor by which most benchmarks changed, and the rest is judged.',
    words: () => '"subtractDrift" is neither true nor false.',
  })),
}, { words: () => BENCHMARK_FORM });
export type BenchmarkRequest = Static<typeof BENCHMARK_REQUEST>;
