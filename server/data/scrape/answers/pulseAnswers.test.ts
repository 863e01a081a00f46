import { describe, expect, it } from 'vitest';
import { statedGroups, statedScrapes } from './pulseAnswers.ts';

const body = (data: unknown): Uint8Array => Buffer.from(JSON.stringify({ status: 'success', data }));

/** As Prometheus 2.42 answers. */
const GROUP = {
  name: 'heavy', file: '/etc/rules.yml', interval: 10, limit: 0, evaluationTime: 0.003475649,
  lastEvaluation: '2026-11-27T10:45:11.315546905Z',
  rules: [
    {
      state: 'inactive', name: 'Foo', query: 'up == 0', duration: 0, labels: {}, annotations: {}, alerts: [],
      health: 'ok', evaluationTime: 0.000154269, lastEvaluation: '2026-11-27T10:45:11.318866222Z', type: 'alerting',
    },
    {
      name: 'a:b', query: 'sum(x)', health: 'err', lastError: 'vector cannot contain metrics',
      evaluationTime: 0.003303875, lastEvaluation: '2026-11-27T10:45:11.315559924Z', type: 'recording',
    },
  ],
};
const TARGET = {
  labels: { instance: '127.0.0.1:9090', job: 'twice' }, scrapePool: 'twice', lastError: '', health: 'up',
  scrapeUrl: 'http://me:secret@127.0.0.1:9090/metrics?token=abc', lastScrape: '2026-11-27T12:45:08.212153499+02:00',
  lastScrapeDuration: 0.002396281, scrapeInterval: '10s', scrapeTimeout: '5s',
};
const AT_MS = Date.parse('2026-11-27T10:45:11.315Z');

describe('what a target states of its pulses', () => {
  it('has each rule group, and its rules by time', () => {
    expect(statedGroups(body({ groups: [GROUP] }))).toEqual([{
      name: 'heavy', file: '/etc/rules.yml', instance: null, startMs: AT_MS,
      widthMs: 1000 * 0.003475649, periodMs: 10_000,
      rules: [
        {
          name: 'a:b', type: 'recording', health: 'err', lastError: 'vector cannot contain metrics',
          seconds: 0.003303875,
        },
        { name: 'Foo', type: 'alerting', health: 'ok', lastError: null, seconds: 0.000154269 },
      ],
    }]);
  });

  it('has each scraped target, without what its URL may keep secret', () => {
    expect(statedScrapes(body({ activeTargets: [TARGET] }))).toEqual([{
      name: 'twice', file: null, instance: 'http://127.0.0.1:9090/metrics', widthMs: 2.396281, periodMs: 10_000,
      startMs: Date.parse('2026-11-27T10:45:08.212Z'),
    }]);
  });

  it.each([
    ['before the first pulse', { lastEvaluation: '0001-01-01T00:00:00Z', lastScrape: '0001-01-01T00:00:00Z' }],
    ['without its time', { lastEvaluation: undefined, lastScrape: 7 }],
    ['without an interval', { interval: 'often', scrapeInterval: undefined }],
    ['without a name', { name: '', scrapePool: '', labels: null }],
  ])('%s there is none', (_, part) => {
    expect(statedGroups(body({ groups: [{ ...GROUP, ...part }, null, 7, []] }))).toEqual([]);
    expect(statedScrapes(body({ activeTargets: [{ ...TARGET, ...part }, null] }))).toEqual([]);
  });

  it('is bounded, the heaviest first', () => {
    const groups = Array.from({ length: 700 }, (_, k) => ({ ...GROUP, name: `g${k}`, evaluationTime: k / 1000 }));
    const read = statedGroups(body({ groups }));
    expect([read?.length, read?.[0]?.name]).toEqual([500, 'g699']);
    const activeTargets = Array.from({ length: 2500 }, (_, k) => ({ ...TARGET, scrapeUrl: `http://h/${k}` }));
    expect(statedScrapes(body({ activeTargets }))).toHaveLength(2000);
    const lastError = 'e'.repeat(999);
    const rules = Array.from({ length: 300 }, (_, k) => ({ ...GROUP.rules[1], name: `r${k}`, lastError }));
    const [group] = statedGroups(body({ groups: [{ ...GROUP, rules }] })) ?? [];
    expect(group?.rules).toHaveLength(100);
    expect(group?.rules[0]?.lastError).toHaveLength(300);
  });

  it.each([['no JSON', '<html>'], ['an error', '{"status":"error"}'], ['no list', '{"status":"success","data":{}}']])(
    '%s is no answer', (_, text) => {
      expect(statedGroups(Buffer.from(text))).toBeNull();
      expect(statedScrapes(Buffer.from(text))).toBeNull();
    }
  );
});
