/** The page on which a file opens leads with a sentence of the answer that opened it, whatever the file is. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type {
  BenchmarkOutputText, BenchmarkReport, Envelope, OpenedFile, OpenedFiles, OpenedLog, PanelFinding, ProfileInfo,
  SubsystemTable, Target, TopTable, TraceView,
} from '../../../../core/contract/contract.ts';
import { withOwnFacts } from '../../../../core/views/benchmarks/ownFacts.ts';
import { withFile } from '../../../../core/views/overview/fileClaim.ts';
import { headline } from '../../../../core/views/overview/overviewView.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { withSeries } from '../../../../core/views/profile/said/seriesClaims.ts';
import { demo } from './sharedDemo.ts';

const testdata = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../testdata/${name}`, import.meta.url)));
const added: string[] = [];
afterAll(async () => { for (const path of added) await demo.fetch(`/api/v1${path}`, { method: 'DELETE' }); });

async function opened(body: BodyInit, query = ''): Promise<OpenedFiles> {
  const response = await demo.fetch(`/api/v1/open${query}`, { method: 'POST', body });
  const answer = await response.json() as Envelope<OpenedFiles>;
  if (answer.status === 'error') throw new Error(answer.error);
  for (const { log, output, profiles, target } of answer.data.files) {
    if (log !== null) added.push(`/logs/${log}`);
    if (output !== null) added.push(`/benchmark-outputs/${output}`);
    if (target !== null) added.push(`/targets/${encodeURIComponent(target)}`);
    added.push(...profiles.map(({ id }) => `/profiles/${id}`));
  }
  return answer.data;
}

async function claimOfProfile(id: string): Promise<string> {
  const info = await demo.get<ProfileInfo>(`/profiles/${id}`);
  if (info.kind === 'trace') return (await demo.get<TraceView>(`/profiles/${id}/execution-trace`)).finding.sentence;
  const top = await demo.get<TopTable>(`/profiles/${id}/top?limit=1000`);
  const subsystems = await demo.get<SubsystemTable>(`/profiles/${id}/subsystems`);
  return profileFinding(top, { info, subsystems }).sentence;
}

async function claimOfOutput(id: string): Promise<string> {
  const { name, text, facts } = await demo.get<BenchmarkOutputText>(`/benchmark-outputs/${id}`);
  const answer = await demo.fetch('/api/v1/benchmarks', {
    method: 'POST', body: JSON.stringify({ files: [{ name, text }] }),
  });
  const { data } = await answer.json() as { data: BenchmarkReport };
  return withOwnFacts(data, facts).finding.sentence;
}

async function claimOfTarget(name: string): Promise<string> {
  const target = (await demo.get<Target[]>('/targets')).find((one) => one.name === name);
  const findings = await demo.get<PanelFinding[]>(`/targets/${encodeURIComponent(name)}/findings`);
  return withFile(headline(findings, null), target?.said).sentence;
}

/** A page cuts a long sentence of the answer at a colon or a semicolon. */
const withoutStop = (claim: string): string => claim.replace(/\.$/, '');

/** Returns the claim of the page on which a file opened. */
async function claimOf({ log, output, profiles: [profile], target }: OpenedFile): Promise<string> {
  if (log !== null) return (await demo.get<OpenedLog>(`/logs/${log}`)).finding.sentence;
  if (output !== null) return claimOfOutput(output);
  if (target !== null) return claimOfTarget(target);
  if (profile === undefined) throw new Error('The file opened nowhere.');
  return claimOfProfile(profile.id);
}

const GO = '/usr/local/go/src';
const waiting = (id: number, state: string, ...calls: readonly string[]): string => [
  `goroutine ${id} [${state}, 12 minutes]:`, 'sync.runtime_SemacquireMutex(0xc000aaa004?, 0x0?, 0x1?)',
  `\t${GO}/runtime/sema.go:77 +0x25`,
  ...calls.flatMap((call, i) => [`example.com/shop/store.${call}`, `\t/src/store/file${i}.go:${10 + i} +0x4c`]), '',
].join('\n');
const DEADLOCK = [
  waiting(71, 'sync.Mutex.Lock', '(*Account).Debit(0xc0001b2000, 0x40)', '(*Ledger).Post(0xc0009f4000, 0x1)'),
  waiting(98, 'sync.RWMutex.Lock', '(*Ledger).Entry(0xc0009f4000)', '(*Account).Close(0xc0001b2000)'),
  waiting(500, 'sync.RWMutex.RLock', '(*Ledger).Balance(0xc0009f4000, 0x1)', 'Serve(0xc00d0000)'),
].join('\n');
const counted = (count: number, ...names: readonly string[]): string => [
  `${count} @ 0x1 0x2`, ...names.map((name, i) => `#\t0x${i + 1}\t${name}+0x1f\t/src/a.go:${i + 1}`), '', '',
].join('\n');
const COUNTED = `goroutine profile: total 420\n${
  counted(400, 'sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', 'example.com/shop/store.(*Ledger).Post')}${
  counted(20, 'internal/poll.runtime_pollWait', 'net.(*conn).Read', 'net/http.(*conn).serve')}`;
const CONTENTION = ['--- mutex:', 'cycles/second=1000000000', 'sampling period=1',
  '9000000000 900 @ 0x1 0x2', '#\t0x1\tsync.(*Mutex).Unlock+0x1\t/src/sync/mutex.go:1',
  '#\t0x2\texample.com/shop/store.(*Ledger).Post+0x1\t/src/store/ledger.go:1', ''].join('\n');
const HYPERFINE = JSON.stringify({ results: [0.1, 0.2].map((mean, i) => ({
  command: `shop ${i}`, mean, stddev: 0.001, median: mean, user: mean, system: 0, min: mean - 0.001,
  max: mean + 0.001, times: [mean - 0.001, mean, mean + 0.001],
})) });
const FAILING_SCRAPE = [
  '# TYPE process_start_time_seconds gauge', 'process_start_time_seconds 1700000000',
  '# TYPE prometheus_tsdb_compactions_failed_total counter', 'prometheus_tsdb_compactions_failed_total 12',
  '# TYPE prometheus_tsdb_head_series gauge', 'prometheus_tsdb_head_series 120', '',
].join('\n');

it.each([
  ['a log of a restart', 'logs/prom-2.42-restart.log'], ['a killed server', 'logs/prom-2.42-before-kill.log.gz'],
  ['a log at a CPU limit', 'logs/prom-2.42-cpulimit.log.gz'], ['a query log', 'logs/prom-2.42-query.log.gz'],
  ['samples out of order', 'logs/prom-2.42-out-of-order.log.gz'],
  ['blocks', 'recordings/prom-2.42-load.blocks.ndjson'], ['a scrape', 'recordings/prom-2.42-metrics.txt.gz'],
  ['one side of a benchmark', 'benchmarks/new.txt'], ['both sides in turn', 'benchmarks/sequential-new.txt'],
  ['a run of time', 'benchmarks/after.time.txt'], ['an execution trace', 'traces/short-go1.26.gz'],
  ['a CPU profile', 'profiles/live/profile-30s.pb.gz'], ['a heap', 'profiles/live/heap.pb.gz'],
  ['allocations', 'profiles/live/allocs.pb.gz'], ['goroutines', 'profiles/live/goroutine.pb.gz'],
  ['held locks', 'profiles/live/mutex.pb.gz'], ['waits', 'profiles/live/block.pb.gz'],
  ['threads', 'profiles/live/threadcreate.pb.gz'], ['leaked goroutines', 'profiles/leaks/go1.27.debug1.txt'],
  ['a dump with leaks', 'profiles/leaks/go1.27.dump.txt'],
  ['collapsed stacks', 'profiles/foreign/java-alloc.collapsed'],
  ['perf', 'profiles/foreign/rust-perf-events.txt.gz'], ['a profile of V8', 'profiles/foreign/node.cpuprofile'],
])('%s', async (_, name) => {
  const { files: [file] } = await opened(testdata(name), `?name=${name.split('/').at(-1) ?? ''}`);
  expect(file?.outcome).toBe('opened');
  if (file !== undefined) expect(file.sentence).toContain(withoutStop(await claimOf(file)));
});

it.each([
  ['a deadlock', DEADLOCK, /^Two goroutines seem to wait for each other \(a deadlock\)/],
  ['goroutines that wait for one lock', COUNTED, /^400 of 420 goroutines \(95\.2 %\) wait for the lock of /],
  ['contention', CONTENTION, /./], ['results in JSON', HYPERFINE, /shop 0/],
  ['failed compactions', FAILING_SCRAPE, /compaction/],
  ['a scrape that shows nothing by itself', '# TYPE demo_things_total counter\ndemo_things_total 5\n', /./],
  ['a scrape with resident memory', ['process_start_time_seconds 1.7e9', 'process_resident_memory_bytes 4.2e8',
    'go_memstats_heap_inuse_bytes 2.1e8', ''].join('\n'), /./],
])('of a text: %s', async (_, text, claim) => {
  const { files: [file] } = await opened(text, '?name=x.txt');
  expect(file?.outcome).toBe('opened');
  const said = file === undefined ? '' : await claimOf(file);
  expect(said).toMatch(claim);
  expect(file?.sentence).toContain(withoutStop(said));
});

it('of three profiles: the page of their diff leads with what they show together', async () => {
  const form = new FormData();
  for (const name of ['quiet-1', 'compact-1', 'quiet-4'])
    form.append('file', new Blob([testdata(`profiles/recordings/${name}.heap.pb.gz`)]), `${name}.pb.gz`);
  const { files: [first, , last] } = await opened(form);
  const [before = '', after = ''] = [first, last].map((file) => file?.profiles[0]?.id);
  const sides = { before: [before], after: [after], isPlain: true };
  const claim = withSeries(null, await demo.get<ProfileInfo[]>('/profiles'), sides);
  expect(claim?.claim).toEqual([{ text: expect.stringMatching(/^In-use heap grows in each of 3 profiles/) as string }]);
  const said = claim === null ? '?' : claim.claim.map((part) => ('text' in part ? part.text : '')).join('');
  expect(first?.sentence).toContain(withoutStop(said));
});
