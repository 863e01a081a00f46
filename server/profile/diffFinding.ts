import type { DiffTopRow, DiffTopTable, Finding, Normalize } from '../api/contract.ts';
import { changeText, valueText } from './valueText.ts';

/** From here on more of the same work is worth a warning; less is random in most CPU profiles of some seconds. */
const WARNING_RATIO = 1.1;
const NORMALIZED: Record<string, string> = {
  total: ' (after made equal in total)', duration: ' (per second of profile)', 'samples-ingested': ' (per ingested sample)',
};

/** What the diff says in one sentence: the totals, and the function whose own value changed most. `rows` in the table's order. */
export function diffFinding(table: Pick<DiffTopTable, 'unit' | 'sampleType' | 'totals'>, rows: DiffTopRow[], normalize: Normalize): Finding {
  const { before, after } = table.totals;
  const say = (value: number): string => valueText(value, table.unit);
  if (before === 0 && after === 0) return { severity: 'unknown', sentence: `Neither profile has any ${table.sampleType}.`, time: null };
  const how = NORMALIZED[normalize] ?? (normalize === 'none' ? '' : ` (${normalize.slice('function:'.length)} made equal)`);
  const change = changeText(before, after);
  const totals = before === after
    ? `${table.sampleType} is ${say(before)} on both sides${how}`
    : `${table.sampleType} went from ${say(before)} to ${say(after)}${change === '' ? '' : `, ${change}`}${how}`;
  const [largest] = rows;
  if (largest === undefined || largest.flat.delta === 0) return { severity: 'ok', sentence: `${totals}; no function changed.`, time: null };
  const { flat } = largest;
  const most = flat.before === 0
    ? `${largest.function} is new with ${say(flat.after)}`
    : flat.after === 0
      ? `${largest.function} is gone, it had ${say(flat.before)}`
      : `${largest.function} went from ${say(flat.before)} to ${say(flat.after)}`;
  const chance = largest.pValue !== null && largest.pValue > 0.05 ? ', which can be chance' : '';
  return {
    severity: before > 0 && after > before * WARNING_RATIO ? 'warning' : 'info',
    sentence: `${totals}; the largest change is that ${most} itself${chance}.`,
    time: null,
  };
}
