import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import { recordedNames } from '../metrics/roles.ts';
import { MemoryRecorder } from '../../../testdata/memoryRecorder.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { startTestTarget, testConfig, type TestTarget } from '../../../testdata/testTarget.ts';
import type { ScraperEvent } from './scrapeRecorder.ts';
import { TargetScraper } from './targetScraper.ts';

const closers: (() => void | Promise<void>)[] = [];
let clock = new ManualClock();
beforeEach(() => { clock = new ManualClock(); });
afterEach(async () => { for (const close of closers.splice(0)) await close(); });

/** A Prometheus as far as the scraper asks; its fields may be changed while it runs. */
class PlayedPrometheus {
  ready = true;
  startSeconds = 1000;
  replay = { min: 0, max: 0, current: 0 };
  counter = 0;
  padding = '';
  respond: (path: string, response: ServerResponse) => boolean = () => false;

  listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (this.respond(path, response)) return;
    switch (path) {
      case '/metrics':
        this.counter += 10;
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' });
        response.end('prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1\n'
          + `prometheus_ready ${this.ready ? 1 : 0}\n`
          + `process_start_time_seconds ${this.startSeconds}\nprocess_cpu_seconds_total ${this.counter}\n`
          + this.padding);
        break;
      case '/-/ready':
        response.writeHead(this.ready ? 200 : 503)
          .end(this.ready ? 'Prometheus Server is Ready.\n' : 'Service Unavailable');
        break;
      case '/api/v1/status/walreplay':
        response.end(JSON.stringify({ status: 'success', data: this.replay }));
        break;
      case '/api/v1/status/flags':
        if (!this.ready) response.writeHead(503).end();
        else response.end('{"status":"success","data":{"storage.tsdb.min-block-duration":"2m"}}');
        break;
      default:
        response.writeHead(404).end();
    }
  };
}

async function stop(scraper: TargetScraper): Promise<void> {
  const stopped = scraper.stop();
  await clock.advance(1000);
  await stopped;
}

interface Setup {
  target: TestTarget; scraper: TargetScraper; recorder: MemoryRecorder; events: ScraperEvent[]; states: () => string[];
  problems: string[];
}

async function watch(
  listener: RequestListener, more: Partial<TargetConfig> = {}, record?: MemoryRecorder['record']
): Promise<Setup> {
  const target = await startTestTarget(listener);
  const recorder = new MemoryRecorder();
  const events: ScraperEvent[] = [];
  const problems: string[] = [];
  const scraper = new TargetScraper({
    config: testConfig(target.url, { scrapeIntervalMs: 50, scrapeTimeoutMs: 500, ...more }),
    record: record ?? recorder.record, putFacts: () => Promise.resolve(), now: clock.nowMs, clock,
    onEvent: (event) => { events.push(event); }, onProblem: (message) => { problems.push(message); },
  });
  closers.push(() => stop(scraper), () => target.close());
  scraper.start();
  return {
    target, scraper, recorder, events, problems,
    states: () => events.flatMap((event) => (event.name === 'state' ? [event.data.state] : [])),
  };
}

const until = (_what: string, check: () => boolean): Promise<void> => clock.until(check);

describe('TargetScraper', () => {
  it('records every try and tells what it knows of the target', async () => {
    const { scraper, recorder, events, states } = await watch(new PlayedPrometheus().listener);
    await until(
      'ten scrapes and the facts',
      () => recorder.scrapes.length >= 10 && scraper.view().facts.blockRangeSeconds !== undefined
    );
    expect(states()).toEqual(['up']);
    expect(scraper.view()).toMatchObject({
      state: 'up', kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19.8', effectiveIntervalMs: 50,
      facts: { blockRangeSeconds: 120 },
    });
    // At 50 ms a busy machine may leave out a tick; whatever was sent was answered.
    const sent = recorder.scrapes.filter(({ error }) => error?.kind !== 'skipped');
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter(({ error, status, outcome }) => error !== null || status !== 200 || outcome.samples !== 4))
      .toEqual([]);
    expect(events.filter((event) => event.name === 'scrape').length).toBeGreaterThanOrEqual(9);
    expect(recorder.scrapes.at(-1)?.extras).toMatchObject({ [recordedNames.targetReady]: 1 });
  });

  it('reads every body into shared memory, which is free again once the scrape is recorded', async () => {
    const texts: string[] = [];
    const memories = new Set<unknown>();
    const parts = new MemoryRecorder();
    const { recorder } = await watch(new PlayedPrometheus().listener, {}, async (scrape) => {
      if (scrape.body !== null) {
        memories.add(scrape.body.buffer);
        // As if the recording thread took its time, and read it afterwards.
        await Promise.resolve();
        texts.push(Buffer.from(scrape.body).toString());
      }
      return parts.record(scrape);
    });
    await until('several scrapes', () => texts.length >= 5);
    expect(recorder.scrapes).toEqual([]);
    expect(texts.map((text) => / (\d+)\n$/.exec(text)?.[1])).toEqual(texts.map((_, i) => String(10 * (i + 1))));
    expect([...memories].map((one) => one instanceof SharedArrayBuffer)).toEqual([true]);
  });

  it('follows a start with replay, and records its segments with the scrapes', async () => {
    const played = new PlayedPrometheus();
    played.ready = false;
    const { scraper, recorder, states } = await watch(played.listener);
    await until('starting', () => scraper.view().state === 'starting');
    played.replay = { min: 0, max: 5, current: 0 };
    await until('replaying', () => scraper.view().state === 'replaying');
    for (let current = 1; current <= 5; current++) {
      played.replay = { min: 0, max: 5, current };
      await until(
        `segment ${current} is recorded`,
        () => recorder.scrapes.at(-1)?.extras[recordedNames.replaySegmentCurrent] === current
      );
    }
    expect(recorder.scrapes.at(-1)?.extras).toMatchObject(
      { [recordedNames.targetReady]: 0, [recordedNames.replaySegmentMin]: 0, [recordedNames.replaySegmentMax]: 5 }
    );
    played.ready = true;
    await until('up', () => scraper.view().state === 'up');
    expect(states()).toEqual(['starting', 'replaying', 'up']);
  });

  it('sees a restart by the start time and counters that begin anew, however quick', async () => {
    const played = new PlayedPrometheus();
    const { scraper, states } = await watch(played.listener);
    await until('up', () => scraper.view().state === 'up');
    Object.assign(played, { startSeconds: 2000, counter: 0, ready: false });
    await until('starting', () => scraper.view().state === 'starting');
    played.ready = true;
    await until('up', () => scraper.view().state === 'up');
    expect(states()).toEqual(['up', 'starting', 'up']);
  });

  it('goes down when connections are cut, and up again', async () => {
    const played = new PlayedPrometheus();
    const { scraper, recorder } = await watch(played.listener);
    await until('up', () => scraper.view().state === 'up');
    played.respond = (_, response) => { response.destroy(); return true; };
    await until('down', () => scraper.view().state === 'down');
    await until('recorded', () => recorder.scrapes.at(-1)?.error?.kind === 'reset');
    expect(recorder.scrapes.at(-1)).toMatchObject({ status: 0, extras: {} });
    expect(scraper.view().lastScrape?.error).toMatch(/closed the connection/);
    played.respond = () => false;
    await until('up', () => scraper.view().state === 'up');
  });

  it('leaves a target alone whose answers take the recorder long, and asks it for readiness all the same', async () => {
    const played = new PlayedPrometheus();
    // A small answer would rest for one interval only.
    played.padding = `# ${'x'.repeat(2 ** 20)}\n`;
    const memory = new MemoryRecorder();
    const { target, scraper } = await watch(
      played.listener, {},
      async (scrape) => ({ ...await memory.record(scrape), workSeconds: scrape.body === null ? 0 : 1000 })
    );
    await until('skipped scrapes', () => memory.scrapes.filter(({ error }) => error?.kind === 'skipped').length > 5);
    const [first, ...others] = memory.scrapes;
    expect(first?.error).toBeNull();
    const sentence = /^Skipped: parsing and storing the previous scrape \(1 MiB\) took 1000\.0 s/;
    expect(others.every(({ error }) => sentence.test(error?.message ?? ''))).toBe(true);
    expect(target.asked.filter((path) => path === '/metrics')).toHaveLength(1);
    expect(scraper.view().state).toBe('up');
  });

  it('never has two requests to one endpoint in flight; skipped scrapes are recorded as such', async () => {
    const listener: RequestListener = (request, response) => {
      clock.after(180, () => { new PlayedPrometheus().listener(request, response); });
    };
    const { target, recorder } = await watch(listener);
    await until('a few scrapes', () => recorder.scrapes.filter(({ error }) => error === null).length >= 3);
    const skipped = recorder.scrapes.filter(({ error }) => error?.kind === 'skipped');
    expect(skipped.length).toBeGreaterThan(3);
    expect(skipped[0]).toMatchObject({ status: 0, durationSeconds: 0 });
    expect(skipped[0]?.error?.message)
      .toMatch(/^Skipped: the previous scrape, sent \d+\.\d s earlier, was still running\.$/);
    expect([...target.maxAtOnce.values()].every((most) => most === 1)).toBe(true);
  });

  it('asks a slow target less often, and shows it', async () => {
    const { scraper } = await watch(
      (request, response) => { clock.after(40, () => { new PlayedPrometheus().listener(request, response); }); }
    );
    await until('longer interval', () => scraper.view().effectiveIntervalMs === 100);
  });

  it('asks a target that is up for nothing but metrics, apart from rare checks', async () => {
    const { target, recorder, scraper } = await watch(new PlayedPrometheus().listener);
    await until('up', () => scraper.view().state === 'up');
    await until('30 scrapes', () => recorder.scrapes.length > 30);
    expect(target.asked.filter((path) => path.includes('/flags')).length).toBe(1);
  });

  it.each<[name: string, respond: PlayedPrometheus['respond'], kind: string]>([
    [
      'a web page',
      (_, response) => { response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'); return true; },
      'format',
    ],
    [
      '10 MB of junk',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end(Buffer.alloc(10_000_000, 0x78));
        return true;
      }, 'format',
    ],
    ['errors', (_, response) => { response.writeHead(500).end(); return true; }, 'http'],
    [
      'half a body',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 100 });
        response.write('up 1\n', () => { response.destroy(); });
        return true;
      }, 'reset',
    ],
  ])('calls a target down that answers everything with %s, and goes on asking', async (_, respond, kind) => {
    const played = new PlayedPrometheus();
    played.respond = respond;
    // 10 MB may take a full machine its time.
    const { scraper, recorder } = await watch(played.listener, { scrapeTimeoutMs: 10_000 });
    await until('four tries', () => recorder.scrapes.filter(({ error }) => error?.kind !== 'skipped').length >= 4);
    const last = recorder.scrapes.find(({ error }) => error?.kind !== 'skipped');
    expect(last?.error?.kind ?? last?.outcome.error?.kind).toBe(kind);
    expect(scraper.view().state).toBe('down');
    expect(scraper.view().lastScrape?.error).toBeTruthy();
    played.respond = () => false;
    await until('up', () => scraper.view().state === 'up');
  });

  it('goes on when the store fails, and says so', async () => {
    const { problems, target } =
      await watch(new PlayedPrometheus().listener, {}, () => Promise.reject(new Error('disk gone')));
    await until('three tries', () => target.asked.filter((path) => path === '/metrics').length >= 3);
    expect(problems[0]).toBe('A scrape could not be recorded (target test): disk gone');
  });

  it('waits for a store that hangs without piling up what is to be recorded', async () => {
    let records = 0;
    const never = new Promise<never>(() => undefined);
    await watch(new PlayedPrometheus().listener, { scrapeIntervalMs: 5 }, () => { records += 1; return never; });
    await until('sixty', () => records >= 60);
    // Another hundred ticks.
    await clock.advance(500);
    expect(records).toBe(60);
  });

  it('stops within a second, whatever hangs, and then asks nothing more', async () => {
    const { scraper, target, recorder } = await watch(() => undefined, { scrapeTimeoutMs: 30_000 });
    const capture = scraper.capture({ kind: 'cpu', seconds: 60, gc: false });
    await until('a request hangs', () => target.asked.includes('/metrics'));
    await stop(scraper);
    expect((await capture).ok).toBe(false);
    const [asked, recorded] = [target.asked.length, recorder.scrapes.length];
    await clock.advance(60_000);
    expect([target.asked.length, recorder.scrapes.length]).toEqual([asked, recorded]);
  });
});
