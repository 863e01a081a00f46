import type { RequestHandler } from 'express';
import type { Result } from '../../../../core/result.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';
import type { OwnCost } from '../../../kernel/threads/ownCost.ts';
import type { OwnMetrics } from './ownMetrics.ts';

/** The program's own parts that routes call. */
export interface OwnParts {
  metrics: OwnMetrics;
  /** Tracks the open requests. */
  draining: { track: RequestHandler; readonly size: number };
  /** Threads and processes besides the main thread. */
  parts: {
    memory(): { part: string; memory: PartMemory }[];
    /** Load of the readers. */
    load(): { part: string; running: number; waiting: number }[];
    /** Starts a reader early, because an opened page will request panels. */
    warm(): void;
  };
  /** Reloads the configuration. */
  watching: { reload(): Promise<Result<null>> };
  /** Reports the CPU and memory that this program uses. */
  cost: Pick<OwnCost, 'view'>;
  startTimeMs: number;
  now: () => number;
  /** True when only recordings are shown because no target was named or found. */
  demo: () => boolean;
}
