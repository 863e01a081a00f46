import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStacks } from '../../../testdata/profiles/anyStacks.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { pairOf } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { RUNTIME_RULES } from '../../../core/profile/subsystemRules.ts';
import { compileSubsystems } from '../query/subsystems.ts';
import { diffSubsystems, subsystems } from './subsystems.ts';
import { top } from '../query/top.ts';

const PROM = 'github.com/prometheus/prometheus';

function subsystemOf(stack: string): string {
  return unwrap(subsystems(foldedProfile(`${stack} 1`), {})).rows.map((row) => row.id).join();
}

describe('a stack belongs to', () => {
  it.each([
    ['gc', 'runtime.gcBgMarkWorker;runtime.systemstack;runtime.gcDrain;runtime.scanobject'],
    ['gc', `${PROM}/scrape.(*scrapeLoop).run;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack`],
    ['gc', 'runtime.bgsweep;runtime.sweepone'],
    ['allocation', `${PROM}/promql.(*evaluator).eval;runtime.makeslice;runtime.mallocgc`],
    [
      'scheduler',
      'runtime.mcall;runtime.park_m;runtime.schedule;runtime.findRunnable;runtime.netpoll;runtime.epollwait',
    ],
    [
      'wal-replay',
      'github.com/prometheus/tsdb.(*Head).loadWAL.func1;github.com/prometheus/tsdb.(*Head).processWALSamples;'
        + 'github.com/prometheus/tsdb.(*memSeries).append',
    ],
    ['wal-replay', `${PROM}/tsdb.Open;${PROM}/tsdb.(*Head).Init;${PROM}/tsdb.(*Head).loadWAL`],
    [
      'wal',
      `${PROM}/scrape.(*scrapeLoop).run;${PROM}/tsdb.(*headAppender).Commit;`
        + `${PROM}/tsdb.(*headAppender).log;${PROM}/tsdb/wal.(*WAL).Log;syscall.Syscall`,
    ],
    ['remote-write', `${PROM}/storage/remote.(*QueueManager).Start;${PROM}/tsdb/wlog.(*Watcher).readSegment`],
    [
      'compaction',
      `${PROM}/tsdb.(*DB).run;${PROM}/tsdb.(*DB).Compact;`
        + `${PROM}/tsdb.(*Head).truncateMemory;${PROM}/tsdb.(*memSeries).truncateChunksBefore`,
    ],
    ['compaction', `${PROM}/tsdb.(*LeveledCompactor).write;${PROM}/tsdb.(*populateWithChunkSeriesIterator).Next`],
    ['rules', `${PROM}/rules.(*Group).Eval;${PROM}/promql.(*Engine).exec`],
    [
      'query',
      `net/http.(*conn).serve;${PROM}/web/api/v1.(*API).queryRange;`
        + `${PROM}/promql.(*Engine).exec;${PROM}/tsdb.(*memSeries).iterator`,
    ],
    [
      'head-append',
      `${PROM}/scrape.(*scrapeLoop).append;${PROM}/tsdb.dbAppender.Append;`
        + `${PROM}/tsdb.(*headAppender).Append;${PROM}/tsdb.(*memSeries).append`,
    ],
    ['scrape', `${PROM}/scrape.(*scrapeLoop).run;net/http.(*Client).Do`],
    ['tsdb', `${PROM}/tsdb.(*somethingNew).Do`],
    ['discovery', `${PROM}/discovery/kubernetes.(*Pod).Run`],
    ['web', `net/http.(*conn).serve;${PROM}/web.(*Handler).consoles`],
    ['network', 'net/http.(*conn).serve;net/http.(*conn).readRequest;internal/poll.(*FD).Read;syscall.Read'],
    ['syscalls', 'os.(*File).Write;syscall.Syscall'],
    ['runtime', 'runtime.goexit;runtime.memmove'],
    ['package:main', 'main.main;main.work'],
    ['other', '-'],
  ])('%s: %s', (id, stack) => {
    expect(subsystemOf(stack)).toBe(id);
  });
});

describe('the user\'s rows', () => {
  it('come between the runtime\'s and the server\'s; one with a known id adds to it', () => {
    const own = unwrap(compileSubsystems([
      { id: 'ours', name: 'Ours', functions: ['^main\\.', 'tsdb'] },
      { id: 'gc', name: 'ignored', functions: ['^main\\.collect$'] },
    ]));
    const table = unwrap(
      subsystems(
        foldedProfile(`main.main;runtime.mallocgc 1\nmain.main 2\n${PROM}/tsdb.Open 4\nmain.collect 8`),
        { sampleType: 'samples', rules: own }
      )
    );
    expect(table.rows.map((row) => `${row.name} ${row.flat}`))
      .toEqual(['Garbage collection 8', 'Ours 6', 'Memory allocation 1']);
  });

  it('are refused with their name when an expression cannot be read', () => {
    expect(compileSubsystems([{ id: 'x', name: 'Mine', functions: ['('] }]))
      .toMatchObject({ ok: false, error: { message: expect.stringContaining('"Mine"') as string } });
  });
});

describe('roll-up', () => {
  it('of the real pair: each sample once, and the collector has what focusing on it leaves', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz')];
    const table = unwrap(
      diffSubsystems(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none')), {})
    );
    expect(table.sum).toEqual({ before: 75_160_000_000, after: 51_030_000_000, delta: -24_130_000_000 });
    expect(table.rows.reduce((sum, row) => sum + row.flat.delta, 0)).toBe(-24_130_000_000);
    const gc = table.rows.find((row) => row.id === 'gc');
    const focus = RUNTIME_RULES.find((rule) => rule.id === 'gc')?.functions.join('|') ?? '';
    const focused = (profile: Profile): number =>
      unwrap(top(profile, { focus })).rows.reduce((sum, row) => sum + row.flat, 0);
    expect(gc?.flat).toMatchObject({ before: focused(before), after: focused(after) });
    expect(gc?.functions).toHaveLength(5);
    expect(gc?.functions[0]?.function).toBe('runtime.scanobject');
  });

  it.each([
    'live/profile-2.pb.gz', 'live/heap-2.pb.gz', 'live/goroutine.pb.gz', 'foreign/rust.cpu.pb',
    'edge/seed-diff.cpu.pb.gz',
  ])('%s adds up', async (file) => {
    const profile = await loadProfile(file);
    const table = unwrap(subsystems(profile, {}));
    expect(table.rows.reduce((sum, row) => sum + row.flat, 0)).toBe(table.sum);
    if (!file.startsWith('edge')) expect(table.sum).toBe(table.total);
  });

  it('for any stacks adds up to the total, and every share to 1', () => {
    fc.assert(fc.property(anyStacks(), (stacks) => {
      const named = stacks.replace(/\ba\b/g, 'runtime.mallocgc').replace(/\bb\b/g, 'runtime.gcDrain')
        .replace(/\bc\b/g, `${PROM}/tsdb.Open`);
      const table = unwrap(subsystems(foldedProfile(named), {}));
      expect(table.rows.reduce((sum, row) => sum + row.flat, 0)).toBe(table.total);
      expect(table.rows.reduce((sum, row) => sum + (row.share ?? 0), 0)).toBeCloseTo(1, 9);
    }), { numRuns: 100 });
  });

  it('has no rows for an empty profile and no share of nothing', () => {
    expect(unwrap(subsystems(foldedProfile('main 0'), {}))).toMatchObject({ total: 0, sum: 0, rows: [] });
  });
});
