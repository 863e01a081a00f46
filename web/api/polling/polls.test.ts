import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstAnswers } from './polls.ts';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

/** Makes a request that is answered, or refused, after `afterMs`. */
function ask(client: QueryClient, name: string, afterMs: number, isRefused = false): void {
  void client.fetchQuery({
    queryKey: [name], retry: isRefused ? 5 : false, retryDelay: 60_000,
    queryFn: () => new Promise((resolve, reject) => {
      setTimeout(() => { if (isRefused) reject(new Error('no')); else resolve(name); }, afterMs);
    }),
  }).catch(() => undefined);
}

test('polls begin once the last of the first answers is there, those that an answer led to included', async () => {
  const client = new QueryClient();
  const answers = firstAnswers(client);
  const begun = vi.fn();
  answers.subscribe(begun);
  ask(client, 'targets', 3_000);
  await vi.advanceTimersByTimeAsync(3_500);
  ask(client, 'findings', 20_000);
  await vi.advanceTimersByTimeAsync(20_500);
  expect([answers.hasThem(), begun.mock.calls.length]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(600);
  expect([answers.hasThem(), begun.mock.calls.length]).toEqual([true, 1]);
  // Permanently: later requests of the page do not block polling.
  ask(client, 'profile', 20_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([firstAnswers(client).hasThem(), begun.mock.calls.length]).toEqual([true, 1]);
});

test('a question that fails and is asked again holds up no poll', async () => {
  const client = new QueryClient();
  const answers = firstAnswers(client);
  ask(client, 'panel', 100, true);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(answers.hasThem()).toBe(true);
});
