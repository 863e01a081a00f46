/** Imports recordings as targets, one at a time: each needs up to some hundred MB while it is read. */
import type { Target } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { uncancellable } from '../../kernel/threads/requestContext.ts';
import type { TargetRouteDeps } from './targetParts.ts';

const importing = new SerialQueue();

/** Imports a stored file as a recorded target with that name. */
export async function importRecording(
  deps: Pick<TargetRouteDeps, 'data' | 'targets'>, name: string, file: string
): Promise<Result<Pick<Target, 'name'>>> {
  const stored = await uncancellable(() => importing.run(() => deps.data.importRecording(name, file)));
  if (!stored.ok) return stored;
  return ok(await deps.targets.find(stored.value.name) ?? { name: stored.value.name });
}
