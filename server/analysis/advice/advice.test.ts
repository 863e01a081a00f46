import { describe, expect, it } from 'vitest';
import type { Action } from '../../../core/contract/contract.ts';
import { adviceFor, gogcStep, restartCost, type Server } from './advice.ts';
import * as table from './steps.ts';

const actions = Object.values(table).filter((one): one is Action => typeof one === 'object');
const texts = (server: Server): string[] =>
  adviceFor(server, actions).flatMap(({ step, why, risk }) => [`${step} ${why} ${risk}`]);

const server = (kind: Server['kind'], version = ''): Server => ({ kind, version });

describe('advice fits the server', () => {
  it.each<[string, Server, RegExp]>([
    ['VictoriaMetrics has no WAL, no head and no blocks', server('victoriametrics', '1.79.5'),
      /\bWAL\b|\bhead\b|\bblocks?\b|replay|TSDB|delayed-compaction/],
    ['a Go program has no database', server('go'), /\bWAL\b|\bhead\b|replay|series|delayed-compaction/],
    ['Prometheus 1.x has no WAL, no head, no blocks', server('prometheus', '1.8.2'),
      /\bWAL\b|\bhead\b|replay|“TSDB”|delayed-compaction|(?<!rushed mode, )\bcompactions?\b(?! failed)/],
    ['an agent has no status page of its head', server('prometheus-agent', '2.45.0'), /“TSDB”|delayed-compaction/],
  ])('%s', (_what, target, wrong) => {
    const own = texts(target);
    expect(own.filter((text) => wrong.test(text))).toEqual([]);
    expect(own.length).toBeGreaterThan(3);
  });

  it.each([['2.42.0', /Update to Prometheus 2\.55/], ['2.55.0', /^Delay compactions/], ['3.15.0', /^Delay compactions/],
    ['', /^Delay compactions/]])('delayed compaction exists from 2.55 on: %s', (version, step) => {
    expect(adviceFor(server('prometheus', version), [table.spreadCompactions])[0]?.step).toMatch(step);
  });

  it('what needs a restart says so; Prometheus 2.53 and later reads GOGC from its configuration', () => {
    expect(gogcStep(server('prometheus', '2.42.0'), 200)).toEqual({
      step: 'Set GOGC=200', restart: 'needs a restart, which replays the WAL',
    });
    for (const kind of ['prometheus', 'prometheus-agent'] as const) {
      expect(gogcStep(server(kind, '2.52.1'), 200).restart).not.toBeNull();
      for (const version of ['2.53.0', 'v2.55.1', '3.15.0']) {
        expect(gogcStep(server(kind, version), 200)).toEqual({
          step: 'Set runtime.gogc to 200 in its configuration and reload it', restart: null,
        });
      }
    }
    expect(gogcStep(server('prometheus'), 200).step).toBe('Set GOGC=200');
    expect(gogcStep(server('victoriametrics', '1.79.5'), 60).restart).toBe('needs a restart');
    expect(restartCost(server('prometheus', '1.8.2'))).toBe('needs a restart');
    expect(gogcStep(server('thanos'), 200)).toEqual({ step: 'Set GOGC=200', restart: 'needs a restart' });
    for (const { step, risk } of actions) {
      if (/--enable|^Raise|^Update|^Give|startup probe more/.test(step)) expect(risk).not.toMatch(/^None/);
    }
  });

  it('no step names a field of ours', () => {
    for (const { step, why, risk } of actions) expect(`${step} ${why} ${risk}`).not.toMatch(/\b[a-z]+[A-Z][a-z]+\w*\b/);
  });
});
