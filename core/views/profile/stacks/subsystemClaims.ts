/** Words on the subsystem with most of a profile, where no function says as much. Pure. */
import type { Part, SubsystemTable } from '../../../contract/contract.ts';
import { parts, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { saysNothing } from './leaves.ts';

const MAX_NAME_LETTERS = 70;
/** Rows of code that works on behalf of its callers. */
const NO_WORK = new Set(['runtime', 'other']);

/** Returns `Largest subsystem: Queries, 31 % of CPU; mainly promql.(*evaluator).eval, 8 %.`; null if none is larger. */
export function leadingSubsystem(
  { rows }: SubsystemTable, { total, type }: { total: number; type: string }, leastFlat: number
): Part[] | null {
  const lead = rows.find(({ id }) => !NO_WORK.has(id));
  if (lead === undefined || lead.flat < leastFlat) return null;
  const own = lead.functions.find(({ function: name, flat }) => flat > 0 && !saysNothing(name));
  const where = own === undefined ? '' : parts`; its highest self value is in ${
    nameWithin(own.function, MAX_NAME_LETTERS)}, ${ratio(own.flat / total)}`;
  return parts`Largest subsystem: ${lead.name}, ${ratio(lead.flat / total)} of ${type}${where}.`;
}

/** Number of samples from which the share of a subsystem means something. */
const MIN_SAMPLES = 10;

/** Whether the leading subsystem has more than half of a profile of few samples, beyond chance (95 %). */
export function isMajority(subsystems: SubsystemTable | null, total: number, samples: number): boolean {
  const lead = subsystems?.rows.find(({ id }) => !NO_WORK.has(id));
  if (lead === undefined || samples < MIN_SAMPLES) return false;
  const share = lead.flat / total;
  return share - 1.96 * Math.sqrt(share * (1 - share) / samples) > 0.5;
}
