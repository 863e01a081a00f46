import { describe, expect, it } from 'vitest';
import { ExpositionParser } from '../../metrics/exposition/parseExposition.ts';
import { ScrapeIntake } from './scrapeIntake.ts';
import { WatchedSeries } from './watchedSeries.ts';

const BODY = `queries{engine="a"} 4
queries{engine="b"} 9
queries{engine="c"} NaN
workers 3
go_goroutines 41
process_cpu_seconds_total 12.5
`;

describe('series that rules watch', () => {
  it('report the least and the most of those that match; null where none does', () => {
    const watched = new WatchedSeries();
    const parser = new ExpositionParser();
    const selectors = ['queries', 'queries{engine=~"b|c"}', 'workers', 'absent', 'queries{engine="c"}', 'no selector('];
    const expected = [{ least: 4, most: 9 }, { least: 9, most: 9 }, { least: 3, most: 3 }, null, null, null];
    expect([...watched.values(parser.parse(BODY, 'text/plain'), selectors)])
      .toEqual(selectors.map((selector, i) => [selector, expected[i]]));
    // The series are known now.
    expect(watched.values(parser.parse(BODY.replace('} 4', '} 5'), 'text/plain'), selectors).get('queries'))
      .toEqual({ least: 5, most: 9 });
  });
});

describe('the outcome of a scrape', () => {
  const intake = new ScrapeIntake();
  const known = { kind: 'unknown', version: '', goVersion: '' } as const;
  const take = (body: string | null): ReturnType<ScrapeIntake['take']>['outcome'] => intake.take({
    startMs: 1000, durationSeconds: 0.01, status: 200, body: body === null ? null : new TextEncoder().encode(body),
    contentType: 'text/plain', error: null, extras: {}, watch: ['workers'],
  }, known).outcome;

  it('has the figures that rules look at, once for a body', () => {
    expect(take(BODY)).toMatchObject({
      figures: { cpuSeconds: 12.5, goroutines: 41 }, watched: new Map([['workers', { least: 3, most: 3 }]]),
    });
    expect(take(BODY).figures).toBeNull();
    expect(take(`${BODY}workers{a="b"} 1\n`)).toMatchObject({
      figures: { goroutines: 41 }, watched: new Map([['workers', { least: 1, most: 3 }]]),
    });
    expect(take(null)).toMatchObject({ figures: null, watched: new Map() });
  });
});
