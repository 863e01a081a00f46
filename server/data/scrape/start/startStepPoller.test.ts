import { afterEach, expect, it } from 'vitest';
import { recordedNames } from '../../metrics/roles.ts';
import { startTestTarget } from '../../../../testdata/testTarget.ts';
import { TargetClient } from '../httpClient.ts';
import { StartStepPoller } from './startStepPoller.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => { for (const close of closers.splice(0)) await close(); });

const stack = (frame: string, site: number): string => 'goroutine profile: total 1\n1 @ 0x1\n'
  + `#\t0x1\tgithub.com/prometheus/prometheus/tsdb.(*Head).${frame}+0x1\t/src/tsdb/head_wal.go:266\n`
  + `#\t0x1\tgithub.com/prometheus/prometheus/tsdb.(*Head).Init+0x1\t/src/tsdb/head.go:${site}\n`;

async function pollerOf(answer: () => [status: number, body: string], enabled = true) {
  const asked: string[] = [];
  const target = await startTestTarget((request, response) => {
    asked.push(request.url ?? '');
    const [status, body] = answer();
    response.writeHead(status).end(body);
  });
  const client = new TargetClient(target.config);
  const clock = { nowMs: 100_000 };
  closers.push(() => { client.close(); }, () => target.close());
  const poller = new StartStepPoller({ client, timeoutMs: 5000, now: () => clock.nowMs, enabled });
  const tick = async (ms: number): Promise<Record<string, number>> => {
    clock.nowMs += ms;
    poller.tick();
    await poller.idle();
    return poller.extras();
  };
  return { poller, asked, tick, clock };
}

it('says the step, its line, and since when, between two answers', async () => {
  let body = stack('loadWAL', 645);
  const { tick, asked, clock, poller } = await pollerOf(() => [200, body]);
  expect(await tick(0)).toEqual({ [recordedNames.startStep]: 4, [recordedNames.startStepSite]: 645 });
  body = stack('loadWAL', 678);
  expect(await tick(1000)).toEqual({
    [recordedNames.startStep]: 4, [recordedNames.startStepSite]: 678, [recordedNames.startStepTime]: 100.5,
  });
  expect(await tick(400)).toMatchObject({ [recordedNames.startStepTime]: 100.5 });
  expect(asked).toEqual(['/debug/pprof/goroutine?debug=1', '/debug/pprof/goroutine?debug=1']);
  expect(await tick(500)).toMatchObject({ [recordedNames.startStepTime]: 100.5 });
  expect(asked).toHaveLength(3);
  clock.nowMs += 2600;
  expect(poller.extras()).toEqual({});
});

it('records each of two steps between two scrapes, and what the start was at when it ended', async () => {
  let body = stack('loadWAL', 645);
  const { poller, clock } = await pollerOf(() => [200, body]);
  const hear = async (frame: string): Promise<void> => {
    body = stack(frame, 678);
    poller.tick(true);
    await poller.idle();
    clock.nowMs += 500;
  };
  const stepNow = (): number | undefined => poller.extras()[recordedNames.startStep];
  // At the end of the segments it is asked twice a second.
  for (const frame of ['loadWAL', 'loadWBL', 'loadWBL', 'gc']) await hear(frame);
  poller.end();
  expect([stepNow(), stepNow(), stepNow(), stepNow()]).toEqual([4, 5, 6, 6]);
  clock.nowMs += 2600;
  expect(stepNow()).toBeUndefined();
});

it('drops an answer to a request from before the process ended', async () => {
  const { poller } = await pollerOf(() => [200, stack('gc', 678)]);
  poller.tick();
  poller.forget();
  await poller.idle();
  expect(poller.extras()).toEqual({});
});

it('does not ask again of a process without such a page, until it is another one', async () => {
  const { tick, asked, poller } = await pollerOf(() => [403, 'forbidden']);
  await tick(0);
  await tick(10_000);
  expect(asked).toHaveLength(1);
  poller.forget();
  expect(await tick(1000)).toEqual({});
  expect(asked).toHaveLength(2);
});

it('asks nothing where profiles of starts are turned off', async () => {
  const { tick, asked } = await pollerOf(() => [200, stack('loadWAL', 1)], false);
  expect(await tick(1000)).toEqual({});
  expect(asked).toEqual([]);
});

it.each([408, 429, 503])('asks again of a process that answers %d for now', async (status) => {
  let answer: [number, string] = [status, 'later'];
  const { tick } = await pollerOf(() => answer);
  expect(await tick(0)).toEqual({});
  answer = [200, stack('loadWAL', 645)];
  expect(await tick(10_000)).toMatchObject({ [recordedNames.startStepSite]: 645 });
});
