/** Files given to /api/v1/open. What each is: the unit tests of server/analysis/open/. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { Envelope, OpenedFile, OpenedFiles, OpenedLog, ReplayList } from '../../../../core/contract/contract.ts';
import { restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { demo } from './sharedDemo.ts';

const testdata = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../testdata/${name}`, import.meta.url)));
/** Of a day that no other test reads, so that what is joined is this test's own. */
const LOG = restartLog.replaceAll('2026-11-20T', '2026-10-18T');
const added: string[] = [];
afterAll(async () => { for (const path of added) await demo.fetch(`/api/v1${path}`, { method: 'DELETE' }); });

function remember({ log, output, profiles, target }: OpenedFile): void {
  if (log !== null) added.push(`/logs/${log}`);
  if (output !== null) added.push(`/benchmark-outputs/${output}`);
  if (target !== null) added.push(`/targets/${encodeURIComponent(target)}`);
  added.push(...profiles.map(({ id }) => `/profiles/${id}`));
}

async function open(body: BodyInit, query = ''): Promise<OpenedFiles> {
  const response = await demo.fetch(`/api/v1/open${query}`, { method: 'POST', body });
  const answer = await response.json() as Envelope<OpenedFiles>;
  if (answer.status === 'error') throw new Error(answer.error);
  expect(response.status).toBe(201);
  answer.data.files.forEach(remember);
  return answer.data;
}

const one = async (body: BodyInit, name: string): Promise<OpenedFile> => {
  const [file, ...others] = (await open(body, `?name=${name}`)).files;
  if (file === undefined || others.length > 0) throw new Error('not one file');
  return file;
};

describe('a file opens where it belongs', () => {
  it('a log as a log of its own, which joins a target when a reader says so', async () => {
    const before = await demo.get<ReplayList>('/replays');
    const file = await one(LOG, 'restart.log');
    expect(file).toMatchObject({
      outcome: 'opened', what: { format: 'prometheus-log', program: 'Prometheus', version: '2.42.0+ds' },
      address: `/log?log=${file.log}`, target: null,
    });
    const log = await demo.get<OpenedLog>(`/logs/${file.log}`);
    expect(log).toMatchObject({ name: 'restart.log', target: null, starts: { replays: [{ outcome: 'finished' }] } });
    expect(file.sentence).toContain(log.finding.sentence);
    // Nothing of it is among the starts of a target.
    expect((await demo.get<ReplayList>('/replays')).replays.length).toBe(before.replays.length);
    const answer = await demo.fetch(`/api/v1/logs/${file.log}/join?target=demo-incident`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ data: { target: 'demo-incident' } });
    const joined = (await demo.get<ReplayList>('/replays')).replays.filter(({ name }) => name === 'restart.log');
    expect(joined.map(({ target }) => target)).toEqual(['demo-incident']);
    added.push(...joined.map(({ id }) => `/replays/${id}`));
  });

  it.each([
    ['threads', 'threadcreate profile: total 7\n7 @ 0x45ac10 0x4065f0\n',
      / threadcreate profile \(Go\)\. .* It has 7 OS threads\.$/],
    ['stacks between other lines', `${Array.from({ length: 40 }, () => 'main;work 2\n').join('')}THIS IS A BAD LINE\n`,
      /work has the highest self value: .*\. 1 of 41 lines are no stacks and were skipped, the first is line 41\.$/],
  ])('a profile of another form says what its reader found: %s', async (_, text, said) => {
    const { outcome, sentence } = await one(text, 'x.txt');
    expect([outcome, sentence]).toEqual(['opened', expect.stringMatching(said)]);
  });

  const tsdb = (time: string, rest: string): string => `ts=2026-10-19T${time}Z caller=db.go:1 level=info ${rest}`;
  const ended = Date.UTC(2026, 9, 14, 8);
  it.each([
    ['a start after days off, with the blocks of the time before', [
      tsdb('10:00:00.000', 'msg="Starting TSDB ..."'), tsdb('10:00:00.200', 'msg="TSDB started"'),
      tsdb('10:00:00.300', 'msg="Server is ready to receive web requests."'),
      tsdb('10:00:06.000', `component=tsdb msg="write block" mint=${ended - 7_200_000} maxt=${ended} `
        + 'ulid=xxxxxxxxxxxxxxxxxxxxxxxxxx duration=800ms'),
    ], /The start took 300 ms\..* Blocks written after the start end 5d 2h before it: the server was off/],
    ['slow loads of the configuration that a text quotes', [
      'I see this:', '```', tsdb('10:00:00', 'msg="WAL replay completed" wal_replay_duration=28s'),
      tsdb('10:00:30', 'msg="Completed loading of configuration file" rules=1.4s scrape=20ms totalDuration=9.3s'),
      '```',
    ], /Loading the configuration took 9\.3 s until .* rules, 1\.4 s; .* The replay of the WAL ended at 10:00:00 UTC;/],
    ['where a start crashed', [
      tsdb('10:00:00', 'msg="WAL segment loaded" segment=1 maxSegment=9'), 'panic: out of luck', '',
      'goroutine 5 [running]:', 'bufio.(*Writer).Available(...)',
      'github.com/prometheus/prometheus/tsdb/chunks.(*ChunkDiskMapper).WriteChunk(0x3d, 0x1)',
    ], /The start crashed, at segment 1 of 9: .* The crash was in bufio\.\(\*Writer\)\.Available, called by chunks\./],
  ])('a log says %s', async (_, lines, said) => {
    const { outcome, sentence } = await one(lines.join('\n'), 'x.log');
    expect([outcome, sentence]).toEqual(['opened', expect.stringMatching(said)]);
  });

  it('a profile, an execution trace and an archive', async () => {
    expect(await one(testdata('profiles/live/heap.pb.gz'), 'heap.pb.gz')).toMatchObject({
      outcome: 'opened', sentence: expect.stringMatching(/inuse_space\. .* has the highest self value: /) as string,
      what: { format: 'pprof' }, address: expect.stringMatching(/^\/profiles\?profile=/) as string,
    });
    expect(await one(testdata('traces/short-go1.26.gz'), 'x.trace')).toMatchObject({
      outcome: 'opened', what: { format: 'go-trace', version: '1.26' },
    });
    expect(await one(testdata('archives/prom-2.42-debug.tar.gz'), 'debug.tar.gz')).toMatchObject({
      outcome: 'opened', what: { format: 'tar' },
    });
  });

  it('recordings of perf in a mail as a profile each, told event by event', async () => {
    const sample = (second: number, event: string): string[] =>
      [`app 9 [000] ${second}.000001: 500 ${event}: `, '\t4005ab _Z4workv (/app)', ''];
    const file = await one([
      'Before:', ...sample(1, 'cycles'), ...sample(2, 'cycles'), 'After:', ...sample(3, 'cycles'),
      ...sample(4, 'offcpu-time'),
    ].join('\n'), 'mail.txt');
    expect(file).toMatchObject({ outcome: 'opened', what: { format: 'perf' } });
    expect(file.profiles.map(({ name }) => name)).toEqual(['mail.txt (Before)', 'mail.txt (After)']);
    expect(file.address).toContain(file.profiles[1]?.id);
    expect(file.sentence).toMatch(/ with 2 recordings\. Before: Only 2 samples.* in work\(\), in process app\. After/);
    expect(file.sentence).toMatch(/500 ns of time off the CPU/);
  });

  it('an archive of logs as its members', async () => {
    const archive = pack();
    archive.entry({ name: 'logs/a.log' }, LOG);
    archive.entry({ name: 'logs/notes.txt' }, 'nothing in particular');
    archive.finalize();
    const { files } = await open(new Uint8Array(await buffer(archive)), '?name=logs.tar');
    expect(files.map(({ name, outcome }) => [name, outcome]))
      .toEqual([['logs/a.log', 'opened'], ['logs/notes.txt', 'refused']]);
  });

  it('two profiles of one kind with what their diff says, at its address', async () => {
    const form = new FormData();
    for (const name of ['quiet-1', 'quiet-4'])
      form.append('file', new Blob([testdata(`profiles/recordings/${name}.heap.pb.gz`)]), `${name}.pb.gz`);
    const { files: [first, second], address } = await open(form);
    expect(first?.sentence).toMatch(/^quiet-4\.pb\.gz against quiet-1\.pb\.gz: Memory in use rose from 331 MiB to /);
    expect(second?.sentence).toMatch(/, compared with quiet-1\.pb\.gz\.$/);
    const [before, after] = [first, second].map((file) => file?.profiles[0]?.id ?? '');
    expect(address).toBe(`/diff?before=${before}&after=${after}`);
  });

  it('three profiles of one kind in the order of their times, at the diff of the first and the last', async () => {
    const form = new FormData();
    for (const name of ['quiet-4', 'quiet-1', 'compact-1'])
      form.append('file', new Blob([testdata(`profiles/recordings/${name}.heap.pb.gz`)]), `${name}.pb.gz`);
    const { files: [last, first, middle], address } = await open(form);
    expect(last?.sentence).toMatch(
      /^quiet-1\.pb\.gz to quiet-4\.pb\.gz: In-use heap grows in each of 3 profiles over 6m: 331 → 380 → 410 M/
    );
    expect(middle?.sentence).toMatch(/, 2 of 3 in that order: 380 MiB\.$/);
    const [before, after] = [first, last].map((file) => file?.profiles[0]?.id ?? '');
    expect(address).toBe(`/diff?before=${before}&after=${after}`);
  });

  it('several outputs of a benchmark together', async () => {
    const form = new FormData();
    form.append('file', new Blob(['BenchmarkA-2 1 10 ns/op\n']), 'old.txt');
    form.append('file', new Blob(['BenchmarkA-2 1 9 ns/op\n']), 'new.txt');
    const { files, address } = await open(form);
    expect(address).toBe(`/benchmarks?outputs=${files.map(({ output }) => output).join(',')}`);
  });

  it.each([
    ['events of go test -json', ['BenchmarkA-2 \\t', ' 1\\t 10 ns/op\\n'].map((output) =>
      `{"Action":"output","Package":"p","Output":"${output}"}`).join('\n'),
      /go test -json\. A-2: 10 ns\/op\. One run .* Add the output/],
    ['both sides by a key', ['main', 'fast'].map((branch, i) => `branch: ${branch}\n`
      + `BenchmarkA-2 1 ${10 - i} ns/op\n`.repeat(4)).join(''), /fast against main: Time: 1 faster \(\u221210\.0 %\)/],
    ['two outputs of time', ['20', '10'].map((wall) => `real\t0m${wall}.000s\nuser\t0m5.000s\nsys\t0m1.000s\n`)
      .join('\n'), /second output takes 50 % less wall clock than first output/i],
  ])('one output of a benchmark: %s', async (_, body, sentence) => {
    const file = await one(body, 'bench.txt');
    expect(file).toMatchObject({ outcome: 'opened', address: `/benchmarks?outputs=${file.output}` });
    expect(file.sentence).toMatch(sentence);
  });

  it('a text of /metrics as a target with a single scrape, and blocks as a log', async () => {
    const metrics = await one(testdata('recordings/prom-2.42-metrics.txt.gz'), 'metrics.txt.gz');
    expect(metrics).toMatchObject({ outcome: 'opened', target: 'metrics', what: { version: '2.42.0+ds' } });
    const blocks = await one(testdata('recordings/prom-2.42-load.blocks.ndjson'), 'meta.json');
    expect(blocks).toMatchObject({ outcome: 'opened', what: { format: 'block-meta' } });
    expect(await demo.get<OpenedLog>(`/logs/${blocks.log}`)).toMatchObject({ starts: null });
  });
});

describe('what is not read is named, with what to do', () => {
  it.each([
    ['stackprof', '{"version":1.2,"mode":"wall","samples":10,"frames":{}}', /^This is a stackprof profile of Ruby/],
    ['a heap dump of V8', '{"snapshot":{"meta":{}}}', /V8 heap snapshot.*@datadog\/pprof/],
    ['perf.data', 'PERFILE2\u0068\0\0', /raw data of perf record.*perf script/],
    ['prose', 'nothing in particular\n', /text of no form that is known here/], ['nothing', '', /empty file/],
  ])('%s', async (_, body, sentence) => {
    const file = await one(body, 'x');
    expect(file).toMatchObject({ outcome: 'refused', address: null });
    expect(file.sentence).toMatch(sentence);
  });

  it('a list of pods as a page that says what is wrong, and what to open next', async () => {
    const list = 'NAME READY STATUS RESTARTS AGE\nprometheus-0 1/2 CrashLoopBackOff 14 52m\n'.replaceAll(' ', '   ');
    const file = await one(list, 'pods.txt');
    const { finding, facts, next } = await demo.get<OpenedLog>(`/logs/${file.log}`);
    const sentence = 'prometheus-0 is CrashLoopBackOff, with 14 restarts.';
    expect(finding).toMatchObject({ severity: 'warning', sentence });
    expect(facts).toBe(
      `${sentence} See why it ended in kubectl describe pod (Last State) and in kubectl logs --previous.`
    );
    expect(next).toMatch(/kubectl logs POD, also with --previous/);
  });

  it('of a log whose compaction worked, what failed beside it leads', async () => {
    const compaction = 'level=info ts=2026-10-18T15:01:08.855Z caller=head.go:477 component=tsdb '
      + 'msg="head GC completed" duration=1.484368166s\n';
    const killer = '[Sun Oct 18 16:49:30 2026] prometheus invoked oom-killer: gfp_mask=0xd0, order=0, '
      + 'oom_score_adj=986\n';
    const file = await one(compaction + killer, 'oom.log');
    const { finding } = await demo.get<OpenedLog>(`/logs/${file.log}`);
    expect(finding).toMatchObject({ code: 'log-facts', severity: 'critical' });
    expect(finding.sentence).toContain('OOM killer');
  });

  it('of a log whose starts became ready, a crash after them leads', async () => {
    const file = await one(`${LOG}\npanic: sync: negative WaitGroup counter\n\ngoroutine 1 [running]:\n`, 'panic.log');
    const { finding } = await demo.get<OpenedLog>(`/logs/${file.log}`);
    expect(finding.severity).toBe('critical');
    expect(finding.sentence).toContain('panic: sync: negative WaitGroup counter');
  });

  it('a log without a start opens, and says so itself', async () => {
    const file = await one('2026-01-02T03:04:05.678Z\tinfo\tVictoriaMetrics/lib/x.go:1\thello\n', 'vm.log');
    expect(file).toMatchObject({ outcome: 'opened', what: { program: 'VictoriaMetrics' } });
    expect(file.sentence).toContain('no start, compaction or query that is read');
    expect(file.sentence).not.toContain('has a time and a message');
  });
});
