import { setImmediate } from 'node:timers/promises';
import type { SampleSeries } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';

const STEP_MS = 10;

/** Series as JSON text, made here with rests: the thread that answers HTTP only sends it on. */
export async function samplesJson(answer: Result<SampleSeries[]>): Promise<Result<Uint8Array>> {
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
  return ok(Buffer.concat(pieces));
}
