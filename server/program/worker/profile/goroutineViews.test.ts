import { describe, expect, it } from 'vitest';
import type { GoroutineView } from '../../../../core/contract/terms/goroutines.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { goroutineStacks } from '../../../profile/decode/goroutineStacks.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { goroutineDump, type HandMadeGoroutine } from '../../../../testdata/profiles/goroutineDump.ts';
import { profileBytes, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { knownIssueFindings } from '../../../analysis/knownIssues/knownIssueFindings.ts';
import { goroutineFindings } from '../../../analysis/panels/overview/goroutineFindings.ts';
import { goroutineEvidence, type TimedView } from '../../../analysis/signals/goroutines/goroutineEvidence.ts';
import { functionsOfSymptoms } from '../../../analysis/knownIssues/matchKnownIssues.ts';
import { goroutineView } from './goroutineViews.ts';

async function viewOf(bytes: Uint8Array | string, search = ''): Promise<GoroutineView> {
  const { profile } = unwrap(await decodeAny(typeof bytes === 'string' ? Buffer.from(bytes) : bytes));
  return unwrap(goroutineView(profile, { search }));
}

const of = (state: string, stack: string): HandMadeGoroutine => ({ state, stack });
const LOOP = 'scrape.(*scrapeLoop).scrapeAndReport scrape.(*scrapeLoop).run';
const MUTEX = 'sync.runtime_SemacquireMutex sync.(*Mutex).lockSlow sync.(*Mutex).Lock';
const READ_LOCK = 'sync.runtime_SemacquireRWMutexR sync.(*RWMutex).RLock';

/** Goroutines of a healthy server: all wait, most for hours. */
const IDLE: HandMadeGoroutine[] = [
  of('IO wait, 95 minutes', 'internal/poll.runtime_pollWait net/http.(*conn).serve'),
  of('select, 95 minutes', 'tsdb.(*DB).run'),
  of('select, 14 minutes', 'scrape.(*scrapeLoop).run'),
  of('select, 30 minutes', 'rules.(*Group).run'),
  of('select, 95 minutes', 'storage/remote.(*shards).runShard'),
  of('chan receive, 95 minutes, locked to thread', 'tsdb/wlog.(*WL).run'),
  of('semacquire, 95 minutes', 'sync.runtime_Semacquire sync.(*WaitGroup).Wait scrape.(*Manager).Run'),
  of('sync.WaitGroup.Wait, 95 minutes', 'sync.(*WaitGroup).Wait discovery.(*Manager).Run'),
  of('sync.Cond.Wait, 95 minutes', 'sync.(*Cond).Wait notifier.(*Manager).Run'),
  of('sleep', 'time.Sleep main.main.func1'),
  of('running', 'runtime/pprof.writeGoroutineStacks net/http/pprof.handler.ServeHTTP'),
];

describe('situations of a dump', () => {
  it.each([
    ['sync.RWMutex.RLock, 495 minutes', `${READ_LOCK} tsdb.(*stripeSeries).getByID ${LOOP}`,
      'scrape-loop-on-lock', 495],
    // Go before 1.20 names no lock in the state.
    ['semacquire, 1390 minutes', `${MUTEX} tsdb.(*headAppender).Commit ${LOOP}`, 'scrape-loop-on-lock', 1390],
    ['select, 12 minutes', `net/http.(*persistConn).roundTrip ${LOOP}`, 'scrape-stuck', 12],
    ['sync.Mutex.Lock, 3 minutes', `${MUTEX} tsdb.(*memSeries).append rules.(*Group).Eval.func1 rules.(*Group).Eval`,
      'rule-evaluation-on-lock', 3],
    ['chan receive, 11 minutes', 'promql.(*Engine).exec rules.(*Group).Eval rules.(*Group).run',
      'rule-evaluation-stuck', 11],
    ['select, 4 minutes', 'promql.ActiveQueryTracker.Insert promql.(*Engine).exec', 'queries-queue', 4],
    ['sync.Mutex.Lock, 5 minutes', `${MUTEX} tsdb.(*DB).Compact tsdb.(*DB).run`, 'compaction-on-lock', 5],
    ['sync.RWMutex.Lock, 5 minutes', 'sync.(*RWMutex).Lock tsdb/wlog.(*WL).Log tsdb.(*Head).log', 'wal-on-lock', 5],
    ['sync.RWMutex.Lock, 6 minutes', 'sync.(*RWMutex).Lock notifier.(*alertmanagerSet).sync', 'notifier-on-lock', 6],
    ['sync.Mutex.Lock, 41 minutes', `${MUTEX} example.org/thing.(*Store).Get`, 'goroutines-on-lock', 41],
    ['sleep', 'time.Sleep tsdb.(*Head).WaitForPendingReadersInTimeRange tsdb.(*DB).compactHead tsdb.(*DB).run',
      'head-compaction-waits', null],
    ['sleep', 'time.Sleep storage/remote.(*QueueManager).Append tsdb/wlog.(*Watcher).readSegment',
      'remote-write-full', null],
  ] as const)('%s in %s', async (state, stack, name, waitMinutes) => {
    const { situations, total } = await viewOf(goroutineDump(...IDLE, of(state, stack)));
    expect(situations).toMatchObject([{ name, waitMinutes, count: 1 }]);
    expect(total).toBe(IDLE.length + 1);
  });

  it('are none of a server that is well, nor of a lock that is held for a moment', async () => {
    expect((await viewOf(goroutineDump(...IDLE))).situations).toEqual([]);
    const short = goroutineDump(of('sync.RWMutex.RLock', `${READ_LOCK} ${LOOP}`), of('semacquire, 1 minutes', LOOP));
    expect((await viewOf(short)).situations).toEqual([]);
    expect((await viewOf(profileBytes('live/goroutine.pb.gz'))).situations).toEqual([]);
  });

  it('count the goroutines, with the longest wait and where it is', async () => {
    const view = await viewOf(goroutineDump(
      { ...of('sync.RWMutex.RLock, 3 minutes', `${READ_LOCK} tsdb.(*Head).Appender ${LOOP}`), count: 7 },
      of('sync.RWMutex.RLock, 9 minutes', `${READ_LOCK} tsdb.(*stripeSeries).getByID ${LOOP}`),
    ));
    expect(view.situations).toEqual([{
      name: 'scrape-loop-on-lock', count: 8, waitMinutes: 9,
      where: 'github.com/prometheus/prometheus/tsdb.(*stripeSeries).getByID',
    }]);
  });
});

describe('a dump', () => {
  it('says who created its goroutines, and has the stacks that known issues look for', async () => {
    const view = await viewOf(goroutineDump(
      { ...of('select', 'net/http.(*conn).serve'), count: 30, creator: 'net/http.(*Server).Serve' },
      { ...of('sync.Mutex.Lock, 3 minutes', 'sync.(*Mutex).Lock tsdb.(*Head).gc'), creator: 'tsdb.Open' },
    ), String.raw`tsdb\.\(\*Head\)\.gc`);
    expect(view.creators[0]).toEqual({ name: 'net/http.(*Server).Serve', count: 30 });
    expect(view.stacks).toEqual([{
      functions: ['sync.(*Mutex).Lock', 'github.com/prometheus/prometheus/tsdb.(*Head).gc'], share: 1 / 31,
      waitMinutes: 3,
    }]);
  });

  it.each([
    ['of a crash', 'goroutine 7 gp=0xc0001 m=3 mp=0xc0009 [running, locked to thread]:\nmain.run(0x1)\n\t/a.go:1 +0x1 '
      + 'fp=0xc1 sp=0xc2 pc=0x3\n', 'main.run'],
    ['with labels', 'goroutine 7 [select, 3 minutes] {"a": "b"}:\nmain.run(...)\n\t/a.go:1\n', 'main.run'],
    ['with CRLF, and words that are not known', 'goroutine 7 [chan receive (nil chan) (leaked), 2 minutes, odd]:\r\n'
      + 'main.(*T[...]).run-fm({0x1, 0x2})\r\n\t/a.go:1 +0x1\r\n...additional frames elided...\r\n',
    'main.(*T[...]).run-fm'],
    ['that is cut off', 'goroutine 7 [select]:\nmain.run(0x1)\n\t/a.go:1 +0x1\nmain.cu', 'main.run'],
  ])('%s is read', async (_, text, name) => {
    const { profile } = unwrap(await decodeAny(Buffer.from(text)));
    expect(profile.sampleCount).toBe(1);
    expect(profile.functions.map((one) => one.name)).toEqual([name]);
  });

  it('of Go 1.27 after a profile of leaks marks what leaked; each counts by what it waits for', async () => {
    const { profile } = unwrap(await decodeAny(profileBytes('leaks/go1.27.dump.txt')));
    const counts = new Map<string, number>();
    for (const { state, count } of goroutineStacks(profile) ?? [])
      counts.set(state, (counts.get(state) ?? 0) + count);
    expect(Object.fromEntries(counts)).toEqual({
      'chan send': 40, 'chan receive': 11, 'sync.Mutex.Lock': 3, runnable: 2, running: 1, 'IO wait': 1,
    });
  });

  it('of goroutines without stacks is read too; another profile is refused', async () => {
    const view = await viewOf('goroutine 5 [running]:\n\tgoroutine running on other thread; stack unavailable\n');
    expect(view).toMatchObject({ total: 1, situations: [] });
    const { profile } = unwrap(await decodeAny(profileBytes('live/heap.pb.gz')));
    expect(goroutineView(profile, {})).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });
});

describe('a head compaction that waits for a query', () => {
  // It sleeps and looks again, so that no dump by itself says for how long.
  const stuck = goroutineDump(...IDLE, of(
    'sleep', 'time.Sleep tsdb.(*Head).WaitForPendingReadersInTimeRange tsdb.(*Head).truncateMemory tsdb.(*DB).run'
  ));
  const well = goroutineDump(...IDLE);
  const MINUTE_MS = 60_000;

  /** Dumps by their age in minutes. */
  async function evidenceOf(...dumps: [age: number, text: string][]): Promise<ReturnType<typeof goroutineEvidence>> {
    const views = await Promise.all(dumps.map(async ([age, text]): Promise<TimedView> => (
      { timeMs: Date.UTC(2026, 10, 27, 12) - age * MINUTE_MS, view: await viewOf(text, functionsOfSymptoms()) })));
    const [newest, ...others] = views;
    if (newest === undefined) throw new Error('No dump.');
    return goroutineEvidence([newest, ...others]);
  }
  const claims = ({ goroutines }: Awaited<ReturnType<typeof evidenceOf>>, restarts: number[] = []): string[] =>
    goroutineFindings(goroutines, restarts).map(({ severity, sentence }) => `${severity}: ${sentence}`);

  it('has the age of the dumps that all show it', async () => {
    expect(claims(await evidenceOf([0, stuck]))).toEqual(['info: Head compaction waits for queries to end.']);
    const long = await evidenceOf([0, stuck], [5, stuck], [12, stuck], [20, well], [25, stuck]);
    expect(claims(long)).toEqual(['warning: Head compaction has waited at least 12m for queries to end.']);
    expect(claims(await evidenceOf([0, well], [5, stuck]))).toEqual([]);
    // Two waits rather than one.
    expect(claims(await evidenceOf([0, stuck], [60, stuck])))
      .toEqual(['info: Head compaction waits for queries to end.']);
  });

  it('is not that of a process that is gone', async () => {
    const held = await evidenceOf([0, stuck], [12, stuck]);
    const noon = Date.UTC(2026, 10, 27, 12) / 1000;
    expect(claims(held, [noon - 300])).toEqual(['info: Head compaction waits for queries to end.']);
    expect(claims(held, [noon + 60])).toEqual([]);
  });

  it('is prometheus 19013 once it lasts, or compaction falls behind, and only before the fix', async () => {
    const [once, long] = [await evidenceOf([0, stuck]), await evidenceOf([0, stuck], [6, stuck], [11, stuck])];
    const numbers = (
      { stacks }: typeof once, version: string, codes: string[] = [], outOfOrder = true
    ): (number | null | undefined)[] => knownIssueFindings(
      { kind: 'prometheus', version, outOfOrder, stacks },
      codes.map((code) => ({ code, panel: 'compaction' as const, moment: null }))
    ).map(({ figures }) => figures.issue);
    expect(numbers(long, '0.313.2')).toEqual([19013]);
    expect(numbers(once, '0.313.2', ['compaction-falling-behind'])).toEqual([19013]);
    expect(numbers(once, '0.313.2')).toEqual([]);
    expect(numbers(long, '0.313.2', [], false)).toEqual([]);
    expect(numbers(long, '0.314.0', ['compaction-falling-behind'])).toEqual([]);
  });
});

describe('findings of a dump', () => {
  const evidence = async (...states: HandMadeGoroutine[]): Promise<ReturnType<typeof goroutineEvidence>> =>
    goroutineEvidence([{ timeMs: 0, view: await viewOf(goroutineDump(...states)) }]);

  it('say how long, and for what', async () => {
    const { goroutines } = await evidence(
      { ...of('sync.RWMutex.RLock, 495 minutes', `${READ_LOCK} tsdb.(*stripeSeries).getByID ${LOOP}`), count: 3 },
      of('select, 4 minutes', 'promql.ActiveQueryTracker.Insert promql.(*Engine).exec'),
    );
    const found = goroutineFindings(goroutines, []);
    expect(found.map(({ severity, sentence }) => `${severity}: ${sentence}`)).toEqual([
      'critical: 3 scrape loops have waited up to 8h 15m for a lock.',
      'warning: A query has waited 4m for a free slot.',
    ]);
    expect(found.flatMap(({ claim }) => claimMistakes(claim))).toEqual([]);
  });

  it('name whose goroutines grow', async () => {
    const many = (count: number): HandMadeGoroutine =>
      ({ ...of('select', 'net/http.(*conn).serve'), creator: 'net/http.(*Server).Serve', count });
    const view = async (count: number): Promise<GoroutineView> => viewOf(goroutineDump(...IDLE, many(count)));
    const grown = async (before: number, after: number): Promise<string[]> => goroutineFindings(goroutineEvidence(
      [{ timeMs: 600_000, view: await view(after) }, { timeMs: 0, view: await view(before) }]
    ).goroutines, []).map(({ sentence }) => sentence);
    expect(await grown(300, 1400)).toEqual(['Goroutines of one function grew from 300 to 1,400.']);
    expect(await grown(300, 500)).toEqual([]);
    expect(await grown(1400, 300)).toEqual([]);
  });
});
