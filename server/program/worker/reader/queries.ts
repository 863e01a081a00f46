/** Decompresses an opened log and reads its queries, or its errors and warnings. */
import type { LogErrors, QueryLog } from '../../../../core/contract/contract.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { analyseErrorsInSteps } from '../../../analysis/logs/errors/logErrors.ts';
import { analyseQueryLogInSteps } from '../../../analysis/logs/queries/queryLogAnswer.ts';
import { runCooperatively } from '../../../kernel/threads/cooperative.ts';
import { plainText } from './compactionLogs.ts';

export async function readQueryLog(bytes: Uint8Array, longest?: number): Promise<Result<QueryLog | null>> {
  const text = await plainText(bytes);
  return text.ok ? ok(await runCooperatively(analyseQueryLogInSteps(text.value, longest))) : text;
}

export async function readLogErrors(bytes: Uint8Array): Promise<Result<LogErrors>> {
  const text = await plainText(bytes);
  return text.ok ? ok(await runCooperatively(analyseErrorsInSteps(text.value))) : text;
}
