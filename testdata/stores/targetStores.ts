/** What the store of one target needs, for tests: in a folder that goes with the test, with a clock that it sets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Faults } from '../../server/kernel/files/faults.ts';
import { ChunkSpool } from '../../server/data/store/partitions/chunkSpool.ts';
import { DuckEngine } from '../../server/data/store/partitions/duckEngine.ts';
import { TargetStore } from '../../server/data/store/samples/targetStore.ts';

export interface TargetStoreParts {
  folder: string;
  engine: DuckEngine;
  spool: ChunkSpool;
  /** ms since the epoch. */
  now: number;
  notices: string[];
  open(more: { cutScrapes: number; partitionMs: number; name?: string }): Promise<TargetStore>;
}

/** New before each test, with the clock at `startMs`; to be called once in a file. */
export function useTargetStores(startMs: number): TargetStoreParts {
  const parts = {
    open: ({ name = 'one', ...options }) => TargetStore.open({
      ...options, engine: parts.engine, spool: parts.spool, folder: join(parts.folder, name), target: 'prom',
      summaries: new Map(), now: () => parts.now, faults: new Faults((text) => parts.notices.push(text)),
    }),
  } as TargetStoreParts;
  beforeEach(async () => {
    parts.folder = await mkdtemp(join(tmpdir(), 'tsdbscope-target-'));
    parts.engine = await DuckEngine.open(join(parts.folder, 'spill'));
    parts.spool = new ChunkSpool(join(parts.folder, 'spill'));
    parts.now = startMs;
    parts.notices = [];
  });
  afterEach(async () => {
    await parts.engine.close();
    await parts.spool.close();
    await rm(parts.folder, { recursive: true, force: true });
  });
  return parts;
}
