import { describe, expect, it } from 'vitest';
import { scrapeJobsOf } from './scrapeJobs.ts';

const target = (scrapePool: string, lastScrapeDuration: unknown, more: object = {}): object =>
  ({ scrapePool, health: 'up', lastError: '', lastScrapeDuration, scrapeTimeout: '10s', ...more });

describe('jobs of a target', () => {
  it('keeps the last scrape nearest to its time-out, and counts what is not up', () => {
    const activeTargets = [
      target('load', 0.2), target('load', 4, { scrapeTimeout: '5s' }), target('load', 6),
      target('node', 10.0004, { health: 'down', lastError: 'context deadline exceeded' }),
    ];
    expect(scrapeJobsOf({ activeTargets })).toEqual([
      {
        job: 'node', targets: 1, unhealthy: 1, slowestSeconds: 10.0004, timeoutSeconds: 10, share: 1.00004,
        lastError: 'context deadline exceeded',
      },
      { job: 'load', targets: 3, unhealthy: 0, slowestSeconds: 4, timeoutSeconds: 5, share: 0.8, lastError: null },
    ]);
  });

  it.each<[string, object | undefined, unknown]>([
    ['no answer', undefined, undefined],
    ['another answer', { activeTargets: 'many' }, undefined],
    ['no targets', { activeTargets: [] }, []],
    ['targets that are none', { activeTargets: [null, 4, [], {}] }, []],
    [
      'durations that are none',
      { activeTargets: [target('a', 'fast'), target('a', -1), target('a', 1, { scrapeTimeout: 'never' })] },
      [{ job: 'a', targets: 3, unhealthy: 0, slowestSeconds: 0, timeoutSeconds: 0, share: 0, lastError: null }],
    ],
    [
      'a pool without a name, by its job label',
      { activeTargets: [{ labels: { job: 'x' }, health: 'unknown', lastScrapeDuration: 0, scrapeTimeout: '1s' }] },
      [{ job: 'x', targets: 1, unhealthy: 1, slowestSeconds: 0, timeoutSeconds: 1, share: 0, lastError: null }],
    ],
  ])('%s', (_, data, jobs) => {
    expect(scrapeJobsOf(data as Readonly<Record<string, unknown>> | undefined)).toEqual(jobs);
  });

  it('bounds what it keeps', () => {
    const activeTargets = Array.from(
      { length: 500 }, (_, i) => target(`job-${i}`, i / 100, { health: 'down', lastError: 'e'.repeat(9000) })
    );
    const jobs = scrapeJobsOf({ activeTargets });
    expect(jobs).toHaveLength(200);
    expect(jobs?.[0]?.job).toBe('job-499');
    expect(jobs?.[0]?.lastError).toHaveLength(300);
  });
});
