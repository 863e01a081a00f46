/** Tells a start that follows a crash in the same log, so that neither is taken for the other. Pure. */
import type { Finding } from '../../../../../core/contract/contract.ts';
import { at, parts, render, seconds } from '../../../../../core/text/parts.ts';
import type { LoggedEnd, LoggedStart } from './loggedStart.ts';
import { isCrash } from './replayEnds.ts';
import type { EndedStart } from './replayLogFinding.ts';

/** Returns the finding of the only start with the crash before it in its claim; others as they are. */
export function afterCrash(
  found: Finding, { start, ended }: { start: LoggedStart | undefined; ended: readonly EndedStart[] },
  loose: readonly LoggedEnd[]
): Finding {
  const [only, ...others] = ended;
  if (start === undefined || only === undefined || others.length > 0 || found.code !== 'start-finished') return found;
  const { totalSeconds: total, end } = only.replay;
  const hasCrashed = loose.some((one) => isCrash(one) && one.kind !== 'exit' && one.timeMs <= start.firstMs);
  if (total === null || end === null || !hasCrashed) return found;
  const claim = parts`The start after the crash took ${seconds(total)}, and it was ready at ${at(end)}.`;
  return { ...found, claim, sentence: render(claim) };
}
