/** The body of `POST /api/v1/benchmarks`, read field by field. */
import { fail, ok, type Result } from '../../core/result.ts';
import { COLUMN_KEY } from './columnsBy.ts';
import { MAX_FILES, type CompareBy, type NamedText } from './report.ts';

export interface BenchRequest { texts: NamedText[]; by: CompareBy }

const FORM = 'Send {"before": text, "after": text} or {"files": [{"name": ..., "text": ...}, ...]}.';
const MAX_NAME = 200;
const MAX_WORDS = 100;

/** Errors: bad_data with one sentence. */
export function readBenchRequest(bytes: Uint8Array): Result<BenchRequest> {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('bad_data', `The body is not JSON. ${FORM}`);
  }
  if (!isRecord(body)) return fail('bad_data', FORM);
  const { before, after, files, col, ignore = [], exact = [] } = body;
  if (!isWords(ignore)) return fail('bad_data', '"ignore" is no list of configuration keys; write e.g. ["cpu"].');
  if (!isWords(exact)) return fail('bad_data', '"exact" is no list of units; write e.g. ["allocs/op"].');
  if (col !== undefined && (typeof col !== 'string' || !COLUMN_KEY.test(col))) return fail('bad_data', '"col" is no key of the names of sub-benchmarks; write e.g. "/format".');
  const by: CompareBy = { ignore, exact, ...(col === undefined ? {} : { col }) };
  if (files === undefined) {
    if (typeof before !== 'string' || typeof after !== 'string') return fail('bad_data', FORM);
    return ok({ texts: [{ name: 'before', text: before }, { name: 'after', text: after }], by });
  }
  if (!Array.isArray(files) || files.length < 1 || files.length > MAX_FILES) return fail('bad_data', `"files" is no list of one to ${MAX_FILES} outputs. ${FORM}`);
  const texts: NamedText[] = [];
  for (const file of files as unknown[]) {
    if (!isRecord(file) || typeof file['name'] !== 'string' || typeof file['text'] !== 'string' || file['name'].length > MAX_NAME) {
      return fail('bad_data', `A file has no name of at most ${MAX_NAME} characters, or no text. ${FORM}`);
    }
    texts.push({ name: file['name'], text: file['text'] });
  }
  return ok({ texts, by });
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MAX_WORDS && value.every((word) => typeof word === 'string' && word.length <= MAX_NAME);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
