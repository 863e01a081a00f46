/**
 * Prometheus 1.x has no head and no blocks: series maintenance writes its chunks, and checkpoints what is still in
 * memory. See docs/reference/compaction.md.
 */
import type { Finding, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { count, parts, percent, quantity } from '../../../../core/text/parts.ts';
import { isBefore, versionOf } from '../../../../core/version.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../../signals/valueAt.ts';

/**
 * Rushed mode begins at this urgency and ends below 0.7; at 1, ingestion is throttled (storage/local/storage.go, 1.8).
 */
const RUSHED_FROM = 0.8;
const THROTTLED = 1;

export const hasSeriesMaintenance = ({ kind, version }: RoleWindow): boolean =>
  kind === 'prometheus' && isBefore(versionOf(version), 2, 0);

/** Returns whether it writes blocks: not Prometheus 1.x, VictoriaMetrics, and programs without a database. */
export const hasBlocks = (window: RoleWindow): boolean => !hasSeriesMaintenance(window)
  && !['victoriametrics', 'go', 'otel-collector'].includes(window.kind);

/**
 * Codes: `series-maintenance`, `rushed-mode`, `ingestion-throttled`; `chunks-waiting` if only the queue is exported, as
 * before 1.0, and `series-maintenance-unknown` if nothing is. `checkpoints`: how many ended in the window.
 */
export function maintenanceFinding(window: RoleWindow, checkpoints: number): Finding {
  const [urgency, rushed] = [window.role('persistenceUrgency'), window.role('rushedMode')];
  let highest: number | null = null;
  const rows = { known: 0, rushed: 0 };
  for (let row = 0; row < window.scrapes.length; row++) {
    const [score, isRushed] = [valueAt(urgency, row), valueAt(rushed, row)];
    if (score !== null && score > (highest ?? -Infinity)) highest = score;
    if (isRushed !== null) rows.known++;
    if (isRushed !== null && isRushed > 0) rows.rushed++;
  }
  if (highest === null && rows.known === 0) return unjudged(window);
  const [code, severity]: [string, Severity] = (highest ?? 0) >= THROTTLED ? ['ingestion-throttled', 'critical']
    : rows.rushed > 0 || (highest ?? 0) >= RUSHED_FROM ? ['rushed-mode', 'warning'] : ['series-maintenance', 'ok'];
  const score = highest === null ? null : quantity(Math.round(highest * 100) / 100, 'none');
  const isBehind = code === 'rushed-mode' && rows.rushed === 0;
  return finding({
    code, severity,
    claim: code === 'ingestion-throttled' ? parts`Chunks are not written in time: ingestion is throttled.`
      : isBehind ? parts`Series maintenance is behind: the urgency score reached ${score}.`
      : code === 'rushed-mode'
        ? parts`Series maintenance is in rushed mode for ${percent(rows.rushed / rows.known)} of the window.`
        : parts`Series maintenance keeps up; ${count(checkpoints, 'checkpoint')} in this window.`,
    evidence: [
      score === null ? []
        : parts`${isBehind ? null : parts`The urgency score reached ${score}. `}Rushed mode begins at ${
          quantity(RUSHED_FROM, 'none')}, and at ${quantity(THROTTLED, 'none')} ingestion is throttled.`,
      parts`Prometheus 1.x writes chunks series by series, and in checkpoints what is still in memory.`,
    ],
  });
}

/** Returns the finding if neither a score nor a state of rushed mode says whether chunks are written in time. */
function unjudged(window: RoleWindow): Finding {
  const queue = window.role('chunksToPersist');
  let latest: number | null = null;
  for (let row = window.scrapes.length - 1; row >= 0 && latest === null; row--) latest = valueAt(queue, row);
  const lacking = parts`It exports no urgency score, so whether series maintenance keeps up cannot be judged.`;
  if (latest === null) return finding({
    code: 'series-maintenance-unknown', severity: 'unknown', confidence: 'sure',
    claim: parts`Whether series maintenance keeps up is unknown.`, evidence: [lacking],
  });
  return finding({
    code: 'chunks-waiting', severity: 'info', confidence: 'sure',
    claim: parts`${quantity(latest, 'count')} chunks wait to be written to disk.`,
    evidence: [
      lacking,
      parts`Ingestion is throttled when as many wait as the flag ${'-storage.local.max-chunks-to-persist'} allows.`,
      parts`A Prometheus before 2.0 has no head, no blocks and no WAL: panels about them do not apply.`,
    ],
  });
}
