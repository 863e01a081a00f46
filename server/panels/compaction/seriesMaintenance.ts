/**
 * Prometheus 1.x has no head and no blocks: series maintenance writes its chunks, and checkpoints what is still in
 * memory. See docs/reference/compaction.md.
 */
import type { Finding, Severity } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { count, parts, percent, quantity } from '../../../core/text/parts.ts';
import { isBefore, versionOf } from '../../../core/version.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { valueAt } from '../../signals/valueAt.ts';

/** Rushed mode begins at this urgency; at 1, ingestion is throttled (storage/local/storage.go of 1.8). */
const RUSHED_FROM = 0.8;
const THROTTLED = 1;

export const hasSeriesMaintenance = ({ kind, version }: RoleWindow): boolean =>
  kind === 'prometheus' && isBefore(versionOf(version), 2, 0);

/** Codes: `series-maintenance`, `rushed-mode`, `ingestion-throttled`. `checkpoints`: how many ended in the window. */
export function maintenanceFinding(window: RoleWindow, checkpoints: number): Finding {
  const [urgency, rushed] = [window.role('persistenceUrgency'), window.role('rushedMode')];
  const [scores, rushedRows] = [[] as number[], [] as number[]];
  for (let row = 0; row < window.scrapes.length; row++) {
    const [score, isRushed] = [valueAt(urgency, row), valueAt(rushed, row)];
    if (score !== null) scores.push(score);
    if (isRushed !== null) rushedRows.push(isRushed > 0 ? 1 : 0);
  }
  const highest = scores.length === 0 ? null : Math.max(...scores);
  const inRush = rushedRows.length === 0 ? 0 : rushedRows.reduce((sum, one) => sum + one, 0) / rushedRows.length;
  const [code, severity]: [string, Severity] = (highest ?? 0) >= THROTTLED ? ['ingestion-throttled', 'critical']
    : inRush > 0 || (highest ?? 0) >= RUSHED_FROM ? ['rushed-mode', 'warning'] : ['series-maintenance', 'ok'];
  const score = highest === null ? null : quantity(Math.round(highest * 100) / 100, 'none');
  return finding({
    code, severity,
    claim: code === 'ingestion-throttled' ? parts`Chunks are not written in time: ingestion is throttled.`
      : code === 'rushed-mode' ? parts`Series maintenance is in rushed mode for ${percent(inRush)} of the window.`
        : parts`Series maintenance keeps up; ${count(checkpoints, 'checkpoint')} in this window.`,
    evidence: [
      score === null ? [] : parts`The urgency score reached ${score}; rushed mode begins at ${
        quantity(RUSHED_FROM, 'none')}, and at ${quantity(THROTTLED, 'none')} ingestion is throttled.`,
      parts`Prometheus 1.x writes chunks series by series, and in checkpoints what is still in memory.`,
    ],
  });
}
