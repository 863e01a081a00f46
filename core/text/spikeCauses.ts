/** The causes of spikes in words. */
import type { SpikeCause } from '../contract/spikes.ts';

/** In a legend, a table, a list: `compaction`. */
export const SPIKE_CAUSE_NAMES: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compaction', gc: 'GC', query: 'queries', replay: 'WAL replay', restart: 'start of the process',
  freeze: 'catch-up after a standstill', host: 'saturated host', unexplained: 'unexplained',
};
