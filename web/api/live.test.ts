import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffMs } from './backoff.ts';
import { QueryClient } from '@tanstack/react-query';
import { isLeftOut, listen, panelRefresh, throttled } from './live.ts';
import { keys } from './queries.ts';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

test('a burst of events runs once at once and once after the interval', () => {
  const run = vi.fn();
  const { call } = throttled(run, 2_000);
  for (let i = 0; i < 10; i++) call();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
});

test('events each second run every 2 s, never more often', () => {
  const run = vi.fn();
  const { call } = throttled(run, 2_000);
  for (let second = 0; second < 10; second++) {
    call();
    vi.advanceTimersByTime(1_000);
  }
  expect(run).toHaveBeenCalledTimes(6);
});

test('after a cancel nothing runs any more', () => {
  const run = vi.fn();
  const { call, cancel } = throttled(run, 2_000);
  call();
  call();
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('the wait doubles up to 15 s and is spread by a quarter either way', () => {
  expect([1, 2, 3, 4, 5, 9].map((tries) => backoffMs(tries, 0.5)))
    .toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([750, 1_250]);
});

test.each([
  ['answered', { status: 200, durationSeconds: 0.01, error: null }, false],
  ['refused after a moment', { status: 0, durationSeconds: 0.002, error: 'refused' }, false],
  [
    'never sent',
    { status: 0, durationSeconds: 0, error: 'Skipped: the previous scrape, sent 2 s earlier, was still running.' },
    true,
  ],
])('a skipped scrape is no failed try: %s', (_name, scrape, isSkipped) => {
  expect(isLeftOut(scrape)).toBe(isSkipped);
});

test('a measured start is read again at once: its record, the crash loop and the probe budget', () => {
  const client = new QueryClient();
  const list = ['replays', 'list', 'prom', 900];
  client.setQueryData(list, { crashLoops: [] });
  const source = new EventTarget();
  listen(source, client, 'prom', () => undefined);
  expect(client.getQueryState(list)?.isInvalidated).toBe(false);
  source.dispatchEvent(new MessageEvent('starts', { data: '{"time":1,"replayId":"a","outcome":"killed"}' }));
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});

test.each([true, false])('a scrape makes the panels of a live page old, and of no other: live %s', (live) => {
  const client = new QueryClient();
  const [shown, other] = ['prom', 'other'].map((target) => keys.panel(target, 'gc-cpu', null));
  for (const key of [shown, other]) if (key !== undefined) client.setQueryData(key, {});
  panelRefresh(client, { target: 'prom', live, intervalMs: 2_000 }).call();
  expect([shown, other].map((queryKey) => client.getQueryState(queryKey ?? [])?.isInvalidated)).toEqual([live, false]);
});
