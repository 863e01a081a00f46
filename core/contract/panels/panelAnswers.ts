/** The panels, and what their findings have. Part of contract.ts, which says the units; import from there. */
import type { CompactionPanel } from './compaction.ts';
import type { Finding } from '../terms/finding.ts';
import type { GcCpuPanel } from './gcCpu.ts';
import type { MemoryPanel } from './memory.ts';
import type { ScrapesPanel } from './scrapes.ts';
import type { SpikeMaker } from './spikes.ts';
import type { WalReplayPanel } from './walReplay.ts';

/** What each panel answers. A new panel begins here; the compiler then asks for its row in every table. */
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
  /** Named figures the sentence is made of, with unit in the key. */
  figures: Record<string, number | null>;
  /** Of CPU spikes: rule groups and scrape jobs that make them, at most ten; absent where none is known to. */
  makers?: SpikeMaker[];
  /** The panels whose answers it rests on, `panel` first, where it takes more than one to tell. */
  restsOn?: PanelName[];
  /** A condition that holds at the end of the window and comes before every other finding: not answering, replaying. */
  isState?: boolean;
}
