/** Parses request bodies with outputs of benchmarks, in the worker that compares them. */
import { BENCHMARK_FORM, BENCHMARK_REQUEST } from '../../../core/contract/questions/benchmarkBody.ts';
import { EMBED_REQUEST, type EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import { checkRequest } from '../../../core/contract/questions/check.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { CompareBy, NamedText } from './report.ts';

export interface BenchRequest { texts: NamedText[]; by: CompareBy }

/** Parses a comparison. Errors: bad_data with one sentence. */
export function readBenchRequest(bytes: Uint8Array): Result<BenchRequest> {
  const body = parsed(bytes, `The body is not JSON. ${BENCHMARK_FORM}`);
  if (!body.ok) return body;
  const checked = checkRequest(BENCHMARK_REQUEST, body.value);
  if ('mistake' in checked) return fail('bad_data', checked.mistake);
  const { before, after, files, ignore = [], exact = [], col, row, subtractDrift } = checked.value;
  const by: CompareBy = {
    ignore, exact, ...(col === undefined ? {} : { col }), ...(row === undefined ? {} : { row }),
    ...(subtractDrift === true ? { subtractDrift } : {}),
  };
  if (files !== undefined) return ok({ texts: files.map(({ name, text }) => ({ name, text })), by });
  if (before === undefined || after === undefined) return fail('bad_data', BENCHMARK_FORM);
  return ok({ texts: [{ name: 'before', text: before }, { name: 'after', text: after }], by });
}

/** Parses a `POST /api/v1/embeds`. Errors: bad_data; too_large when it is large and not for its benchmark. */
export function readEmbedOfBench(bytes: Uint8Array): Result<{ request: EmbedRequest; texts: NamedText[] }> {
  const body = parsed(bytes, 'The body is not JSON; send an object such as {"panel": "benchmark", "benchmark": ...}.');
  if (!body.ok) return body;
  const checked = checkRequest(EMBED_REQUEST, body.value);
  if ('mistake' in checked) return fail('bad_data', checked.mistake);
  const { benchmark } = checked.value;
  if (checked.value.panel !== 'benchmark' || benchmark === undefined)
    return fail('too_large', 'The body is larger than 64 KiB, which only that of a benchmark may be; send less of it.');
  const texts = [{ name: 'before', text: benchmark.before }, { name: 'after', text: benchmark.after }];
  return ok({ request: { ...checked.value, benchmark: { before: '', after: '' } }, texts });
}

function parsed(bytes: Uint8Array, mistake: string): Result<unknown> {
  try {
    return ok(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('bad_data', mistake);
  }
}
