import { describe, expect, it } from 'vitest';
import { startStepOf } from './startStep.ts';

/** Frames of a list of goroutines as Go writes it, leaf first. */
function goroutine(...frames: string[]): string {
  const lines = frames.map((frame) => `#\t0x5a3c1e\tgithub.com/prometheus/prometheus/${frame}`);
  return ['1 @ 0x43d5b6 0x44d8f2', ...lines].join('\n');
}
const others = goroutine('cmd/prometheus.main.func29+0x64\t\t/src/cmd/prometheus/main.go:1115');
const listOf = (...goroutines: string[]): string =>
  ['goroutine profile: total 41', ...goroutines, others].join('\n\n').replace('total 41\n\n', 'total 41\n');
const init = (site: number): string => `tsdb.(*Head).Init+0x397\t\t\t/src/tsdb/head.go:${site}`;
const open = ['tsdb.open+0xd7d\t/src/tsdb/db.go:816', 'tsdb.Open+0x9a\t/src/tsdb/db.go:617'];

describe('the step of a start', () => {
  it.each<[string, string[], string, number | null]>([
    ['blocks are opened', [
      'tsdb.OpenBlock+0x1\t/src/tsdb/block.go:341', 'tsdb.openBlocks+0x2\t/src/tsdb/db.go:1410',
      'tsdb.(*DB).reloadBlocks+0x3\t/src/tsdb/db.go:1300', ...open,
    ], 'blocks', null],
    ['a snapshot is read', [
      'tsdb.decodeSeriesFromChunkSnapshot+0x33e\t/src/tsdb/head_wal.go:1029',
      'tsdb.(*Head).loadChunkSnapshot+0x84f\t/src/tsdb/head_wal.go:1451', init(573), ...open,
    ], 'snapshot', null],
    ['m-mapped chunks are read', [
      'tsdb/chunks.(*ChunkDiskMapper).IterateAllChunks+0x1\t/src/tsdb/chunks/head_chunks.go:1',
      'tsdb.(*Head).loadMmappedChunks+0x2\t/src/tsdb/head.go:760', init(592), ...open,
    ], 'mmapped-chunks', null],
    ['the checkpoint', ['tsdb.(*Head).loadWAL+0x24fb\t/src/tsdb/head_wal.go:266', init(645), ...open], 'wal', 645],
    ['segments', ['tsdb.(*Head).loadWAL+0x1a10\t/src/tsdb/head_wal.go:305', init(678), ...open], 'wal', 678],
    ['the WBL', ['tsdb.(*Head).loadWBL+0x1\t/src/tsdb/head_wal.go:700', init(706), ...open], 'wbl', null],
    ['head GC', [
      'tsdb.(*stripeSeries).gc+0x3e2\t/src/tsdb/head.go:1664', 'tsdb.(*Head).gc+0x4b\t/src/tsdb/head.go:1409',
      init(730), ...open,
    ], 'head-gc', null],
    ['the index is put in order', [
      'tsdb/index.(*MemPostings).EnsureOrder+0x3c4\t/src/tsdb/index/postings.go:261',
      'tsdb.(*Head).Init.func1+0x24\t/src/tsdb/head.go:553', init(730), ...open,
    ], 'head-gc', null],
  ])('%s', (_what, frames, step, site) => {
    expect(startStepOf(listOf(goroutine(...frames)))).toEqual({ step, site });
  });

  it('no TSDB is being opened: not yet, or already', () => {
    expect(startStepOf(listOf())).toEqual({ step: 'none', site: null });
    const compaction = goroutine(
      'tsdb.(*Head).gc+0x4b\t/src/tsdb/head.go:1409', 'tsdb.(*DB).run+0x1\t/src/tsdb/db.go:9'
    );
    expect(startStepOf(listOf(compaction))).toEqual({ step: 'none', site: null });
  });

  it('is not known between two steps, of several TSDBs at once, and of what is no list of goroutines', () => {
    expect(startStepOf(listOf(goroutine(init(650), ...open)))).toBeNull();
    const one = goroutine('tsdb.(*Head).loadWAL+0x24fb\t/src/tsdb/head_wal.go:266', init(645), ...open);
    expect(startStepOf(listOf(one, one))).toBeNull();
    for (const text of ['', '<html>', '404 page not found', 'goroutine 1 [running]:\nmain.main()']) {
      expect(startStepOf(text)).toBeNull();
    }
  });

  it('a hostile list costs little and says nothing', () => {
    const long = `goroutine profile: total 1\n#\t0x1\t${'/prometheus/tsdb.'.repeat(20_000)}`;
    expect(startStepOf(long)).toEqual({ step: 'none', site: null });
  });
});
