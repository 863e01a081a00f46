import type { Target } from '../../../../core/contract/contract.ts';
import type { Read } from '../../../../core/contract/questions/schema.ts';
import type { WINDOW } from '../../../../core/contract/questions/targetRoutes.ts';
import { badData } from '../../../kernel/http/errors.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { findTarget } from './askedTarget.ts';
import type { AskedTarget, TargetDirectory } from './targetDirectory.ts';

/** `start`, `end` and `step` of a request, in ms. */
export type Window = Read<typeof WINDOW>;
/** `asOf`: time as of which the window is judged, ms; default now. */
export type Judged = Window & { asOf?: number | undefined };

/** Returns the window of a request for a target; throws bad_data if it is empty. */
export function windowQuery(
  { targets }: { targets: Pick<TargetDirectory, 'panelQuery'> }, { start, end, step, asOf = Infinity }: Judged,
  target: AskedTarget
): PanelQuery {
  const query = targets.panelQuery(target, start, end, step);
  if (query === null) throw badData(
    '"end" must be later than "start"; its default is '
      + `${target.state === 'recorded' ? 'where the recording ends' : 'now'}.`
  );
  return { ...query, nowMs: Math.min(query.nowMs, asOf) };
}

/** Returns the target and the window of a request; throws if there is none. */
export async function targetWindow(
  targets: Pick<TargetDirectory, 'find' | 'list' | 'panelQuery'>, name: string, asked: Judged
): Promise<{ target: Target; query: PanelQuery }> {
  const target = await findTarget({ targets }, name);
  return { target, query: windowQuery({ targets }, asked, target) };
}
