/** The causes of spikes in words. */
import type { SpikeCause, SpikeQuantity } from '../contract/panels/spikes.ts';

/** Names in a legend, a table, a list: `compaction`. */
export const SPIKE_CAUSE_NAMES: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compaction', gc: 'GC', query: 'queries', replay: 'WAL replay', restart: 'start of the process',
  freeze: 'catch-up after a standstill', host: 'saturated host', 'rule-group': 'rule groups',
  'scrape-job': 'scrapes', unexplained: 'unexplained',
};

/** Nouns for one spike, and for the amount that the causes add. */
export const SPIKE_NOUNS: Readonly<Record<SpikeQuantity, { one: string; amount: string }>> = {
  cpu: { one: 'CPU spike', amount: 'CPU' },
  'scrape-duration': { one: 'scrape-time spike', amount: 'delay' },
  'resident-memory': { one: 'memory spike', amount: 'memory' },
  'disk-io': { one: 'disk I/O spike', amount: 'I/O' },
};

/** Causes that belong to one start; a single start does not explain recurring spikes, however much CPU it used. */
export const START_CAUSES: ReadonlySet<SpikeCause> = new Set(['restart', 'replay']);
