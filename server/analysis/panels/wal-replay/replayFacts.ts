import type { ReplayPhase, WalReplayPanel } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ReplayStall } from '../../signals/replay/replayStall.ts';
import type { ProcessStart } from '../../signals/replay/replayStarts.ts';
import type { SegmentRun } from '../../signals/replay/segmentRuns.ts';
import type { Eta } from './forecast/etaBounds.ts';
import type { EtaInputs } from './forecast/replayEta.ts';
import type { MeanRates } from './replayRates.ts';

/** Measured start; times ms. */
export interface ReplayFacts {
  window: RoleWindow;
  start: ProcessStart;
  runs: SegmentRun[];
  phases: ReplayPhase[];
  state: 'replaying' | 'done';
  progressRatio: number | null;
  segmentsPerSecond: number | null;
  eta: Eta | null;
  stall: ReplayStall | null;
  rates: MeanRates;
  inputs: EtaInputs;
  progress: (number | null)[];
  memory: WalReplayPanel['memory'];
  totalSeconds: number | null;
  reportedSeconds: number | null;
  /** Resident memory at the last scrape that reported it, and its peak during the start. */
  rssBytes: number | null;
  peakRssBytes: number | null;
  startsInWindow: number;
  /** Whether the server found its log damaged, and deleted what came after. */
  damaged: boolean;
  diedBefore: number;
}
