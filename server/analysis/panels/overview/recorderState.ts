/** Reports before all other states that tsdbscope itself does not record: what was not recorded cannot be judged. */
import type { PanelFinding, StorageStatus } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, parts, seconds } from '../../../../core/text/parts.ts';

/** Code `recording-stopped`; null while it records, and for a window that ended before it stopped. */
export function recorderState(
  { state, stoppedSince, reason }: Pick<StorageStatus, 'state' | 'stoppedSince' | 'reason'>,
  { endSeconds, nowSeconds }: { endSeconds: number; nowSeconds: number },
): PanelFinding | null {
  if (state !== 'stopped' || stoppedSince === null || endSeconds < stoppedSince) return null;
  const age = Math.max(0, nowSeconds - stoppedSince);
  return {
    ...finding({
      code: 'recording-stopped', severity: 'critical', moment: stoppedSince,
      claim: parts`tsdbscope has not recorded for ${seconds(age)}, since ${at(stoppedSince)}.`,
      evidence: reason === null ? [] : [parts`${reason}`],
    }),
    panel: 'scrapes', restsOn: ['scrapes'], figures: { ageSeconds: age }, isState: true,
  };
}
