/** The body of `POST /api/v1/benchmarks`, as the worker that compares it reads it. */
import { BENCHMARK_FORM, BENCHMARK_REQUEST } from '../../core/contract/questions/bodies.ts';
import { checkBody } from '../../core/contract/questions/check.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { CompareBy, NamedText } from './report.ts';

export interface BenchRequest { texts: NamedText[]; by: CompareBy }

/** Errors: bad_data with one sentence. */
export function readBenchRequest(bytes: Uint8Array): Result<BenchRequest> {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('bad_data', `The body is not JSON. ${BENCHMARK_FORM}`);
  }
  const checked = checkBody(BENCHMARK_REQUEST, body);
  if ('mistake' in checked) return fail('bad_data', checked.mistake);
  const { before, after, files, ignore = [], exact = [], col } = checked.value;
  const by: CompareBy = { ignore, exact, ...(col === undefined ? {} : { col }) };
  if (files !== undefined) return ok({ texts: files.map(({ name, text }) => ({ name, text })), by });
  if (before === undefined || after === undefined) return fail('bad_data', BENCHMARK_FORM);
  return ok({ texts: [{ name: 'before', text: before }, { name: 'after', text: after }], by });
}
