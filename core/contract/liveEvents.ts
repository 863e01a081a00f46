import type { Capture } from './capture.ts';
import type { ReplayOutcome } from './replay.ts';
import type { StorageStatus } from './storage.ts';
import type { TargetState } from './terms/targetKind.ts';

/** Server-sent events of `/targets/{t}/live`, by event name. */
export interface LiveEvents {
  scrape: { time: number; durationSeconds: number; status: number; error: string | null; state: TargetState };
  state: { time: number; state: TargetState; previous: TargetState };
  capture: Capture;
  /** A start of the target was measured; its record, the crash loop and the probe budget of `/replays` are new. */
  starts: { time: number; replayId: string; outcome: ReplayOutcome };
  storage: StorageStatus;
}
