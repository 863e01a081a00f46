/** The panels, and the fields of their findings. Part of contract.ts, which defines the units; import from there. */
import type { CompactionPanel } from './compaction.ts';
import type { Finding } from '../terms/finding.ts';
import type { GcCpuPanel } from './gcCpu.ts';
import type { MemoryPanel } from './memory.ts';
import type { ScrapesPanel } from './scrapes.ts';
import type { SpikeMaker } from './spikes.ts';
import type { WalReplayPanel } from './walReplay.ts';

/** Answer type of each panel. Add a new panel here first; the compiler then requires its row in every table. */
export interface PanelByName {
  'gc-cpu': GcCpuPanel;
  compaction: CompactionPanel;
  'wal-replay': WalReplayPanel;
  memory: MemoryPanel;
  scrapes: ScrapesPanel;
}

export type PanelName = keyof PanelByName;

export interface PanelFinding extends Finding {
  panel: PanelName;
  /** Named figures of the sentence, with the unit in the key. */
  figures: Record<string, number | null>;
  /** Rule groups and scrape jobs that cause CPU spikes, at most ten; absent if none is known. */
  makers?: SpikeMaker[];
  /** Panels that the finding is based on, `panel` first, if there is more than one. */
  restsOn?: PanelName[];
  /** Whether it is a state at the end of the window that precedes every other finding: not answering, replaying. */
  isState?: boolean;
}
