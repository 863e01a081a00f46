import { expect, test } from 'vitest';
import type { RuleGroup, SpikeTrain } from '../../contract/contract.ts';
import { groupCosts, kindsOf } from './groupCosts.ts';

const MIB = 2 ** 20;

const group = (name: string, more: Partial<RuleGroup> = {}): RuleGroup => ({
  name, file: '/r.yml', intervalSeconds: 30, rules: 3, medianSeconds: 0.5, maxSeconds: 1.5, maxStart: 100,
  lastStart: 130, busyRatio: 0.03, nearRatio: 0.1, evaluations: 40, missed: 0, failures: 0, driftSecondsPerHour: 0,
  details: null, ...more,
});
const train = (names: string[], more: Partial<SpikeTrain> = {}): SpikeTrain => ({
  kind: 'rule-group', names, files: names.map(() => '/r.yml'), periodSeconds: 30, lastStart: 0, widthSeconds: 0.7,
  targets: 1, verdict: 'named', pulses: 16, coreSeconds: 6, lowCoreSeconds: 5.8, highCoreSeconds: 6.2, risingRatio: 1,
  spikes: 14, shareRatio: 0.6, fold: null, ...more,
});

test('a group has the costs of its evaluation, or why it has none', () => {
  const known = train(['node'], {
    allocBytes: 46 * MIB, lowAllocBytes: 44 * MIB, highAllocBytes: 48 * MIB, allocVerdict: 'named', ioVerdict: 'none',
    delaySeconds: 0.15, lowDelaySeconds: 0.14, highDelaySeconds: 0.16, delayVerdict: 'named',
  });
  const short = train(['light'], { verdict: 'too-short', coreSeconds: null });
  const costs = groupCosts([group('light'), group('node'), group('unknown')], [known, short]);
  expect(costs).toEqual([
    { cpu: { text: 'too short', title: 'too short to see: an evaluation cannot use enough CPU', value: null } },
    {
      cpu: { text: '6 core-s', title: '6 core-s (5.8 core-s to 6.2 core-s)', value: 0.2 },
      alloc: { text: '46 MiB', title: '46 MiB (44 MiB to 48 MiB)', value: 46 * MIB },
      io: { text: 'too little to see', title: null, value: null },
      delay: { text: '150 ms', title: '150 ms (140 ms to 160 ms)', value: 0.15 },
    },
    {},
  ]);
  expect(kindsOf(costs)).toEqual(['cpu', 'alloc', 'io', 'delay']);
  expect(kindsOf(groupCosts([group('unknown')], []))).toEqual([]);
});

test('groups that cannot be distinguished state their cost together', () => {
  const [a, b] = groupCosts([group('a'), group('b')], [train(['a', 'b'])]);
  expect(a?.cpu?.title).toBe('6 core-s (5.8 core-s to 6.2 core-s), together with b, which cannot be distinguished');
  expect(b?.cpu?.title).toContain('together with a');
});

test('another file, another interval and a scrape job are others', () => {
  const trains = [train(['node']), train(['job'], { kind: 'scrape-job', files: [null] })];
  expect(groupCosts([group('node', { file: '/other.yml' }), group('node', { intervalSeconds: 60 })], trains))
    .toEqual([{}, {}]);
  expect(groupCosts([group('job', { file: '' })], trains)).toEqual([{}]);
});
