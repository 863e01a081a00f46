/** All spikes of a window in one answer, collected from the answers of its panels. Pure. */
import type { PanelByName, TargetSpikes } from './contract/contract.ts';

type Answers = Pick<PanelByName, 'gc-cpu' | 'scrapes' | 'memory' | 'compaction'>;

/** Returns the spikes of all known quantities. */
export function targetSpikes({ 'gc-cpu': gc, scrapes, memory, compaction }: Answers): TargetSpikes {
  const others = [scrapes.spikes, memory.spikes, compaction.diskSpikes].filter((spikes) => spikes !== null);
  return { range: gc.range, ...gc.spikes, others: others.filter(({ quiet }) => quiet !== null) };
}
