import { afterEach, describe, expect, it } from 'vitest';
import { recordedNames } from '../metrics/roles.ts';
import { startTestTarget, type TestTarget } from '../../../testdata/testTarget.ts';
import { TargetClient } from './httpClient.ts';
import { parseWalReplay, ReadinessPoller } from './pollWalReplay.ts';
import { initialStatus, type Observation, type TargetStatus } from './targetState.ts';

describe('parseWalReplay', () => {
  it.each<[name: string, status: number, body: string, replay: object | null]>([
    ['a replay', 200, '{"status":"success","data":{"min":2,"max":5,"current":4}}', { min: 2, max: 5, current: 4 }],
    ['all zero', 200, '{"status":"success","data":{"min":0,"max":0,"current":0}}', { min: 0, max: 0, current: 0 }],
    ['VictoriaMetrics: unsupported path', 400, 'unsupported path', null],
    ['an error', 200, '{"status":"error","error":"x"}', null],
    ['a missing field', 200, '{"status":"success","data":{"min":2,"max":5}}', null],
    ['fractions', 200, '{"status":"success","data":{"min":0,"max":5,"current":1.5}}', null],
    ['negative numbers', 200, '{"status":"success","data":{"min":-1,"max":5,"current":1}}', null],
    ['an upside-down range', 200, '{"status":"success","data":{"min":6,"max":5,"current":6}}', null],
    [
      'numbers too large to be JSON numbers', 200, '{"status":"success","data":{"min":0,"max":1e999,"current":1}}',
      null,
    ],
    ['a list', 200, '[]', null],
    ['no JSON', 200, '<html>', null],
    ['half of it', 200, '{"status":"success","data":{"min":2,', null],
  ])('of %s', (_, status, body, replay) => {
    expect(parseWalReplay({ status, body: new Uint8Array(Buffer.from(body)), contentType: '', headers: {} }))
      .toEqual(replay);
  });
});

describe('ReadinessPoller', () => {
  const closers: (() => void | Promise<void>)[] = [];
  afterEach(async () => { for (const close of closers.splice(0)) await close(); });

  interface Setup { poller: ReadinessPoller; target: TestTarget; seen: Observation[]; clock: { nowMs: number } }
  type Answer = Parameters<typeof startTestTarget>[0];
  async function pollerOf(answer: Answer): Promise<Setup> {
    const target = await startTestTarget(answer);
    const client = new TargetClient(target.config);
    const seen: Observation[] = [];
    const clock = { nowMs: 100_000 };
    closers.push(() => { client.close(); }, () => target.close());
    return {
      poller: new ReadinessPoller(
        { client, timeoutMs: 1000, now: () => clock.nowMs, observe: (one) => { seen.push(one); } }
      ),
      target, seen, clock,
    };
  }
  const pollerFor = (readyStatus: number, replayStatus = 200, headers: Record<string, string> = {}): Promise<Setup> =>
    pollerOf((request, response) => {
      if (request.url === '/-/ready') response.writeHead(readyStatus, headers).end();
      else response.writeHead(replayStatus).end('{"status":"success","data":{"min":0,"max":9,"current":3}}');
    });
  /** A target that is not ready; its cursor is the next of these at each poll. */
  const pollerOfCursors = (cursors: { min: number; max: number; current: number }[]): Promise<Setup> =>
    pollerOf((request, response) => {
      if (request.url === '/-/ready') response.writeHead(503).end();
      else response.end(JSON.stringify({ status: 'success', data: cursors.shift() }));
    });
  const inState = (more: Partial<TargetStatus>): TargetStatus => ({ ...initialStatus(0), ...more });

  async function ticks({ poller, clock }: Setup, count: number, status: TargetStatus): Promise<void> {
    for (let i = 0; i < count; i++) {
      poller.tick(status);
      await poller.idle();
      clock.nowMs += 1000;
    }
  }

  it('asks both at each tick while the target starts', async () => {
    const setup = await pollerFor(503);
    await ticks(setup, 3, inState({ state: 'starting' }));
    // Side by side: either may be first.
    expect([...setup.target.asked].sort())
      .toEqual(['/-/ready', '/api/v1/status/walreplay'].flatMap((path) => [path, path, path]));
    expect(setup.seen.slice(0, 2)).toContainEqual({ type: 'ready', timeMs: 100_000, status: 503, stopping: null });
    expect(setup.seen.slice(0, 2))
      .toContainEqual({ type: 'walReplay', timeMs: 100_000, replay: { min: 0, max: 9, current: 3 }, isReset: false });
  });

  it('asks closely for 10 s after it came up, then /-/ready every 10 s', async () => {
    const setup = await pollerFor(200);
    await ticks(setup, 50, inState({ state: 'up', ready: 'yes', sinceMs: 100_000 }));
    expect(setup.target.asked.filter((path) => path === '/api/v1/status/walreplay').length).toBe(11);
    expect(setup.target.asked.filter((path) => path === '/-/ready').length).toBe(14);
  });

  it('asks a target without /-/ready once a minute', async () => {
    const setup = await pollerFor(404);
    await ticks(setup, 125, inState({ state: 'up', ready: 'absent' }));
    expect(setup.target.asked.length).toBe(3);
  });

  it('does not ask for the replay again where there is none, until the process is another', async () => {
    const setup = await pollerFor(503, 404);
    await ticks(setup, 5, inState({ state: 'starting' }));
    expect(setup.target.asked.filter((path) => path !== '/-/ready').length).toBe(1);
    setup.poller.forget();
    await ticks(setup, 1, inState({ state: 'starting' }));
    expect(setup.target.asked.filter((path) => path !== '/-/ready').length).toBe(2);
  });

  it.each(
    [['true', true], ['false', false], ['maybe', null]] as const
  )('reads the stopping header %s as %s', async (header, stopping) => {
    const setup = await pollerFor(503, 200, { 'X-Prometheus-Stopping': header });
    await ticks(setup, 1, inState({ state: 'up', sinceMs: 0 }));
    expect(setup.seen[0]).toMatchObject({ stopping });
  });

  it('asks at each tick again once it is not ready, or does not answer', async () => {
    for (const doubt of [{ ready: 'no', notReadyAnswers: 1 }, { ready: 'yes', silentTries: 1 }] as const) {
      const setup = await pollerFor(503);
      await ticks(setup, 3, inState({ state: 'up', ...doubt }));
      expect(setup.target.asked.filter((path) => path === '/-/ready').length).toBe(3);
    }
  });

  it('forgets a start, its running answer included, and knows segments that are gone', async () => {
    const setup = await pollerOfCursors([5, 5, 0].map((max) => ({ min: 0, max, current: max })));
    const { poller, seen, clock } = setup;
    const stopping = inState({ state: 'stopping' });
    await ticks(setup, 1, stopping);
    expect(poller.extras(stopping, false)[recordedNames.replaySegmentMax]).toBe(5);
    clock.nowMs += 1000;
    poller.tick(inState({ state: 'starting' }));
    poller.forgetStart();
    await poller.idle();
    expect(poller.extras(stopping, false)[recordedNames.replaySegmentMax]).toBeUndefined();
    clock.nowMs += 1000;
    await ticks(setup, 1, stopping);
    expect(seen.flatMap((one) => (one.type === 'walReplay' ? [[one.replay.max, one.isReset]] : [])))
      .toEqual([[5, false], [0, true]]);
  });

  it('gives its series for 2.5 s only, readiness of an answering target longer', async () => {
    const setup = await pollerFor(200);
    const up = inState({ state: 'up', sinceMs: 99_000 });
    await ticks(setup, 1, up);
    expect(setup.poller.extras(up, true)).toEqual({
      [recordedNames.targetReady]: 1, [recordedNames.replaySegmentMin]: 0, [recordedNames.replaySegmentMax]: 9,
      [recordedNames.replaySegmentCurrent]: 3,
    });
    setup.clock.nowMs += 3000;
    expect(setup.poller.extras(up, true)).toEqual({ [recordedNames.targetReady]: 1 });
    expect(setup.poller.extras(up, false)).toEqual({});
    setup.poller.forget();
    expect(setup.poller.extras(up, true)).toEqual({});
  });

  it('drops an answer older than the one before it, and keeps a cursor that is really reset', async () => {
    const setup = await pollerOfCursors([8, 7, 8, 9, 0, 1, 1].map((current) => ({ min: 0, max: 9, current })));
    const { poller, seen } = setup;
    const starting = inState({ state: 'starting' });
    const recorded: unknown[] = [];
    for (let poll = 0; poll < 7; poll++) {
      await ticks(setup, 1, starting);
      const extras = poller.extras(starting, true);
      recorded.push([extras[recordedNames.replaySegmentCurrent], extras[recordedNames.replayRunTime]]);
    }
    expect(recorded).toEqual([
      [8, undefined], [8, undefined], [8, undefined], [9, undefined], [9, undefined], [1, 103.5], [1, 103.5],
    ]);
    expect(seen.flatMap((one) => (one.type === 'walReplay' ? [one.replay.current] : []))).toEqual([8, 8, 9, 1, 1]);
  });

  it('knows begin, middle and end of the segments; an end that may come before the next polls is one', async () => {
    const setup = await pollerOfCursors([3, 5, 6, 7, 12, 19, 20].map((current) => ({ min: 3, max: 20, current })));
    const where: string[] = [];
    for (let poll = 0; poll < 7; poll++) {
      await ticks(setup, 1, inState({ state: 'replaying' }));
      where.push(setup.poller.isReadingSegments ? 'middle' : setup.poller.isAtEnd ? 'end' : 'begin');
    }
    expect(where).toEqual(['begin', 'middle', 'middle', 'middle', 'end', 'end', 'end']);
  });

  it('dates a change between two polls halfway, the first segment apart from the last move', async () => {
    const clock = { nowMs: 100_000 };
    let cursor = { min: 0, max: 0, current: 0 };
    // Each answer takes 40 ms of the clock.
    const target = await startTestTarget((request, response) => {
      clock.nowMs += 40;
      if (request.url === '/-/ready') response.writeHead(503).end();
      else response.end(JSON.stringify({ status: 'success', data: cursor }));
    });
    const client = new TargetClient(target.config);
    closers.push(() => { client.close(); }, () => target.close());
    const poller = new ReadinessPoller({ client, timeoutMs: 1000, now: () => clock.nowMs, observe: () => undefined });
    const status = inState({ state: 'replaying' });
    const pollAt = async (ms: number, segment: typeof cursor): Promise<Record<string, number>> => {
      clock.nowMs = ms;
      cursor = segment;
      poller.tick(status);
      await poller.idle();
      return poller.extras(status, true);
    };
    const { replayRunTime: begun, replaySegmentTime: moved, replaySegmentTimeError: error } = recordedNames;
    const first = await pollAt(100_000, cursor);
    expect([first[begun], first[moved], first[error]]).toEqual([undefined, undefined, undefined]);
    const second = await pollAt(100_500, { min: 0, max: 9, current: 0 });
    const firstSent = 100_000;
    const secondHeard = (second[moved] ?? NaN) * 2000 - firstSent;
    expect(secondHeard).toBeGreaterThan(100_500);
    expect(secondHeard).toBeLessThanOrEqual(100_600);
    expect((second[error] ?? NaN) * 1000).toBeCloseTo((secondHeard - firstSent) / 2, 3);
    expect(second[begun]).toBe(second[moved]);
    const third = await pollAt(101_000, { min: 0, max: 9, current: 1 });
    expect(third[begun]).toBe(second[begun]);
    expect(third[moved]).toBeGreaterThan(100.74);
    expect(third[moved]).toBeLessThan(100.85);
    const still = await pollAt(101_500, { min: 0, max: 9, current: 1 });
    expect([still[begun], still[moved], still[error]]).toEqual([third[begun], third[moved], third[error]]);
    const wbl = await pollAt(102_000, { min: 0, max: 3, current: 0 });
    expect(wbl[begun]).toBe(wbl[moved]);
    expect(wbl[begun]).toBeGreaterThan(101.7);
  });

  it('never has two rounds under way', async () => {
    const setup = await pollerFor(503);
    for (let i = 0; i < 5; i++) setup.poller.tick(inState({ state: 'starting' }));
    await setup.poller.idle();
    expect([...setup.target.asked].sort()).toEqual(['/-/ready', '/api/v1/status/walreplay']);
  });

  it('asks a starting target for the replay twice a second, for readiness once, at any tick rate', async () => {
    const setup = await pollerFor(503);
    for (let i = 0; i < 100; i++) {
      setup.poller.tick(inState({ state: 'replaying' }));
      await setup.poller.idle();
      setup.clock.nowMs += 100;
    }
    expect(setup.target.asked.filter((path) => path === '/api/v1/status/walreplay').length).toBe(20);
    expect(setup.target.asked.filter((path) => path === '/-/ready').length).toBeGreaterThanOrEqual(10);
    expect(setup.target.asked.filter((path) => path === '/-/ready').length).toBeLessThanOrEqual(12);
  });
});
