import { setImmediate } from 'node:timers/promises';
import type { SampleSeries } from '../../../core/contract/contract.ts';
import { okJson, type Result } from '../../../core/result.ts';

const STEP_MS = 10;

/**
 * Series as JSON text, built here with pauses: serializing millions of values would block the thread that answers HTTP
 * for seconds.
 */
export async function samplesJson(answer: Result<SampleSeries[]>): Promise<Result<SampleSeries[]>> {
  if (!answer.ok) return answer;
  const pieces: Buffer[] = [];
  let restedMs = performance.now();
  for (const [i, series] of answer.value.entries()) {
    pieces.push(Buffer.from(`${i === 0 ? '[' : ','}${JSON.stringify(series)}`));
    if (performance.now() - restedMs < STEP_MS) continue;
    await setImmediate();
    restedMs = performance.now();
  }
  pieces.push(Buffer.from(pieces.length === 0 ? '[]' : ']'));
  return okJson(Buffer.concat(pieces));
}
