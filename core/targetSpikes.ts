/** All spikes of a window in one answer: those that the answers of its panels have. Pure. */
import type { PanelByName, TargetSpikes } from './contract/contract.ts';

type Answers = Pick<PanelByName, 'gc-cpu' | 'scrapes' | 'memory' | 'compaction'>;

/** Quantities that are not known are left out. */
export function targetSpikes({ 'gc-cpu': gc, scrapes, memory, compaction }: Answers): TargetSpikes {
  const others = [scrapes.spikes, memory.spikes, compaction.diskSpikes].filter((spikes) => spikes !== null);
  return { range: gc.range, ...gc.spikes, others: others.filter(({ quiet }) => quiet !== null) };
}
