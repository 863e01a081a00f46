import type { RequestHandler } from 'express';
import type { Result } from '../../../../core/result.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';
import type { OwnCost } from '../../../kernel/threads/ownCost.ts';
import type { OwnMetrics } from './ownMetrics.ts';

/** What the program itself has that routes call. */
export interface OwnParts {
  metrics: OwnMetrics;
  /** Of the requests that are open. */
  draining: { track: RequestHandler; readonly size: number };
  /** Of the threads and processes beside the main thread. */
  parts: {
    memory(): { part: string; memory: PartMemory }[];
    /** Of the readers. */
    load(): { part: string; running: number; waiting: number }[];
    /** A page was opened, which will ask for panels. */
    warm(): void;
  };
  /** Reads the configuration again. */
  watching: { reload(): Promise<Result<null>> };
  /** What this program costs. */
  cost: Pick<OwnCost, 'view'>;
  startTimeMs: number;
  now: () => number;
  /** True when only recordings are shown because no target was named or found. */
  demo: () => boolean;
}
