/** Remote write from the buffer to an engine that answers as the test wants: what was scraped is there in the end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import type { RemoteWriteConfig } from '../../kernel/config/configTypes.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { outboxFolder } from '../../data/store/outbox/outboxFolder.ts';
import { OutboxWriter } from '../../data/store/outbox/outboxWriter.ts';
import { EngineReceiver, takesAll, type Answer, type ReceivedRequest } from '../../../testdata/engineReceiver.ts';
import { cursorName } from './cursorFile.ts';
import { retryAfterMs } from './engineClient.ts';
import { Sender, type SenderStatus } from './sender.ts';

let dataDir: string;
let engine: EngineReceiver;
let writer: OutboxWriter;
let senders: Sender[];
let runs: Promise<void>[];
let nowMs: number;
const T0 = 1_795_000_000_000;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-sender-'));
  writeFileSync(join(dataDir, 'lock'), '');
  engine = new EngineReceiver();
  engine.answer = takesAll;
  await engine.start();
  writer = await OutboxWriter.open({
    folder: outboxFolder(dataDir), maxBytes: 2 ** 20, faults: new Faults(), clock: systemClock,
  });
  [senders, runs, nowMs] = [[], [], T0];
});
afterEach(async () => {
  for (const sender of senders) sender.finish(0);
  await Promise.all(runs);
  await writer.close();
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function startSender(config: Partial<RemoteWriteConfig> = {}): Sender {
  const sender = new Sender({
    config: { name: 'vm', url: engine.url, timeoutMs: 5000, protocol: null, ...config },
    folder: outboxFolder(dataDir), externalLabels: { cluster: 'a' }, pollMs: 20,
    clock: { ...systemClock, nowMs: () => nowMs }, random: () => 0.5,
  });
  senders.push(sender);
  runs.push(sender.run());
  return sender;
}

const NAMES = ['up', 'cpu', 'heap', 'gone_later'].map((name) => ({ name, labels: {} }));
const key = (name: string): string => `__name__=${name},cluster=a,instance=prom,job=tsdbscope`;

/** Scrapes `from` to `to` (exclusive), a second apart; from 50 on without the last series. */
function scrape(from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const series = i < 50 ? NAMES : NAMES.slice(0, 3);
    writer.append(
      { name: 'prom', labels: {} }, T0 + 1000 * i, [{ series, values: series.map((_, s) => i * s) }]
    );
  }
}

const times = (name: string): number[] => [...engine.stored.get(key(name))?.keys() ?? []].map((ms) => (ms - T0) / 1000);
const upTo = (to: number): number[] => Array.from({ length: to }, (_, i) => i);
async function arrived(to: number): Promise<void> {
  await expect.poll(() => times('cpu').sort((a, b) => a - b)).toEqual(upTo(to));
}
const isTwo = ({ protocol }: ReceivedRequest): boolean => protocol === 2;

describe('the version of the protocol', () => {
  it.each<[string, (request: ReceivedRequest) => Answer, 1 | 2]>([
    ['2.0 where the engine confirms it', takesAll, 2],
    ['1.0 where it refuses the type', (one) => (isTwo(one) ? { status: 415 } : { status: 204 }), 1],
    ['1.0 where it finds nothing in the request', () => ({ status: 204 }), 1],
    ['1.0 where it cannot read it', (one) => (isTwo(one) ? { status: 400, text: 'proto: bad' } : { status: 200 }), 1],
  ])('is %s, and nothing is missing', async (_, answer, version) => {
    engine.answer = answer;
    const sender = startSender();
    scrape(0, 60);
    await arrived(60);
    expect((await sender.status()).protocol).toBe(version);
    expect(engine.requests.filter(isTwo)).toHaveLength(version === 2 ? engine.requests.length : 1);
    expect(engine.requests.at(-1)?.headers).toMatchObject({
      'content-encoding': 'snappy', 'x-prometheus-remote-write-version': version === 2 ? '2.0.0' : '0.1.0',
    });
    expect(engine.stored.get(key('heap'))?.get(T0 + 7000)).toBe(14);
    expect(times('gone_later')).toEqual(upTo(51));
    expect(engine.stored.get(key('gone_later'))?.get(T0 + 50_000)).toBe('stale');
  });

  it('is the configured one', async () => {
    startSender({ protocol: 1 });
    scrape(0, 3);
    await arrived(3);
    expect(engine.requests.some(isTwo)).toBe(false);
  });
});

describe('an engine in trouble', () => {
  it('gets everything once it can take it: 503, 429 with Retry-After, connections that end', async () => {
    const answers: Answer[] = [{ status: 503 }, { status: 429, headers: { 'Retry-After': '1' } }, 'lost', 'lost'];
    let isSeen = false;
    engine.answer = (request) => answers.shift() ?? (isSeen ? takesAll(request) : { status: 503 });
    const sender = startSender();
    scrape(0, 30);
    await expect.poll(async () => (await sender.status()).trouble?.reason ?? '').toMatch(/429|503|connection/);
    isSeen = true;
    await arrived(30);
    await expect.poll(() => sender.status()).toMatchObject({ trouble: null, pendingBytes: 0, oldestMs: null });
  });

  it('gets everything while nothing can be written about it, as on a full disk', async () => {
    await mkdir(join(outboxFolder(dataDir), `${cursorName('vm')}.tmp`), { recursive: true });
    startSender();
    scrape(0, 5);
    await arrived(5);
    scrape(5, 10);
    await arrived(10);
  });

  it('gets again what it had in memory only when it was killed', async () => {
    const sender = startSender();
    scrape(0, 5);
    await arrived(5);
    nowMs += 20_000;
    scrape(5, 10);
    await arrived(10);
    nowMs += 10_000;
    scrape(10, 12);
    await arrived(12);
    await engine.stop();
    for (const values of engine.stored.values())
      for (const ms of values.keys()) if (ms >= T0 + 5000) values.delete(ms);
    scrape(12, 20);
    await expect.poll(async () => (await sender.status()).trouble?.reason ?? '').toMatch(/refused/);
    expect((await sender.status()).oldestMs).toBeLessThanOrEqual(T0 + 12_000);
    await engine.start();
    await arrived(20);
  });

  it.each([
    ['is believed that it has what was sent before a crash of tsdbscope', false],
    ['is not believed for the sake of one series that it always finds out of order', true],
  ])('%s', async (_, isOneBad) => {
    // All is in the buffer before, so that it is sent in one request.
    scrape(0, 40);
    await expect.poll(() => writer.isSettled()).toBe(true);
    const first = startSender({ protocol: 1 });
    engine.answer = () => {
      first.finish(0);
      return 'stored and lost';
    };
    await runs[0];
    // Like Prometheus, rejects the whole request if a sample is older than the newest one of its series.
    engine.answer = ({ series }) => {
      const isOld = series.some(({ labels, samples }) => samples.some(({ time }) => {
        const newest = Math.max(...engine.stored.get(labels.map((one) => one.join('=')).join())?.keys() ?? [0]);
        return time < newest || (isOneBad && labels[0]?.[1] === 'heap');
      }));
      return isOld ? { status: 400, text: 'out of order sample' } : { status: 204 };
    };
    scrape(40, 60);
    await expect.poll(() => writer.isSettled()).toBe(true);
    const second = startSender({ protocol: 1 });
    await arrived(60);
    expect(times('up')).toEqual(upTo(60));
    // Refused: the bad series' samples that the engine lacks, and one of a known timestamp if that is tried again.
    await expect.poll(async () => (await second.status()).refused.samples).toBeOneOf(isOneBad ? [20, 21] : [0]);
  });
});

describe('what an engine refuses', () => {
  const refusedBut = (written: number): Answer => (
    { status: 400, headers: { 'X-Prometheus-Remote-Write-Samples-Written': String(written) } }
  );
  const bad = ({ series }: ReceivedRequest): boolean => series.some(({ labels }) => labels[0]?.[1] === 'heap');

  it('costs one series only that series, which is skipped for a while', async () => {
    engine.answer = (one) => (bad(one) ? { status: 400, text: 'label value too long' } : takesAll(one));
    const sender = startSender({ protocol: 1 });
    scrape(0, 20);
    await arrived(20);
    // Found in halves, beside what arrives.
    const refused = async (): Promise<number> => (await sender.status()).refused.samples;
    await expect.poll(refused).toBe(20);
    const before = engine.requests.length;
    scrape(20, 40);
    await arrived(40);
    await expect.poll(refused).toBe(40);
    expect(engine.requests.slice(before).some(bad)).toBe(false);
    scrape(40, 60);
    await arrived(60);
    expect(times('up')).toHaveLength(60);
    await expect.poll(async () => (await sender.status()).refused).toEqual({
      samples: 60, last: {
        series: 'heap{cluster="a",instance="prom",job="tsdbscope"}', reason: 'HTTP 400: label value too long',
      },
    });
    nowMs += 700_000;
    scrape(60, 61);
    await arrived(61);
    expect(engine.requests.slice(before).some(bad)).toBe(true);
  });

  it('in version 2.0 is counted by what the engine wrote', async () => {
    engine.answer = (one) => (bad(one) ? refusedBut(30) : takesAll(one));
    const sender = startSender({ protocol: 2 });
    scrape(0, 10);
    await expect.poll(async () => (await sender.status()).refused.samples).toBe(10);
    expect(engine.requests.length).toBe(1);
    expect((await sender.status()).storedSamples).toBe(30);
  });

  it('is at most what was sent, whatever the engine says it wrote', async () => {
    engine.answer = () => refusedBut(1000);
    const sender = startSender({ protocol: 2 });
    scrape(0, 10);
    await expect.poll(async () => (await sender.status()).storedSamples).toBe(40);
    expect((await sender.status()).refused.samples).toBe(0);
  });

  it('altogether is dropped and counted: without the right to write nothing is tried in parts', async () => {
    engine.answer = () => ({ status: 401, text: 'who are you, s3cret?' });
    const sender = startSender({ authorization: { type: 'Bearer', credentials: 's3cret' } });
    scrape(0, 10);
    const status = async (): Promise<SenderStatus> => sender.status();
    await expect.poll(async () => (await status()).refused.samples).toBe(40);
    expect(engine.requests[0]?.headers.authorization).toBe('Bearer s3cret');
    expect((await status()).refused.last?.reason).toBe('HTTP 401: who are you, (redacted)?');
    expect(await status()).toMatchObject({ pendingBytes: 0 });
  });
});

it('says how much an outage cost that the buffer was too small for, while it lasts and after it', async () => {
  await engine.stop();
  const sender = startSender();
  const many = Array.from({ length: 300 }, (_, i) => ({ name: `many_${i}`, labels: {} }));
  const rounds = 900;
  for (let i = 0; i < rounds; i++) {
    writer.append({ name: 'prom', labels: {} }, T0 + 1000 * i, [
      { series: [...NAMES.slice(0, 2), ...many], values: [1, i, ...many.map((_, s) => i + s / 7)] },
    ]);
    if (i % 50 === 0) await expect.poll(() => writer.isSettled()).toBe(true);
  }
  await expect.poll(async () => (await sender.status()).overflowedSamples).toBeGreaterThan(0);
  const { overflowedSamples, pendingBytes } = await sender.status();
  expect(pendingBytes).toBeGreaterThan(2 ** 19);
  await engine.start();
  await expect.poll(() => times('cpu').at(-1)).toBe(rounds - 1);
  const missing = (rounds - times('cpu').length) * (many.length + 2);
  await expect.poll(async () => (await sender.status()).overflowedSamples).toBe(missing);
  expect(missing).toBeGreaterThanOrEqual(overflowedSamples);
});

it('reads Retry-After in both forms', () => {
  expect(retryAfterMs('7', 0)).toBe(7000);
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:09 GMT', 4000)).toBe(5000);
  expect([undefined, 'soon', 'Thu, 01 Jan 1970 00:00:01 GMT'].map((one) => retryAfterMs(one, 4000))).toEqual([0, 0, 0]);
  expect(retryAfterMs('999999', 0)).toBe(300_000);
});
