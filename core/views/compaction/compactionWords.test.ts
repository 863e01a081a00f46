import { describe, expect, test } from 'vitest';
import { finding } from '../../finding.ts';
import type { CompactionBlock, CompactionHerd, CompactionPanel, CompactionStep } from '../../contract/contract.ts';
import { blockLanes } from './blockLanes.ts';
import { delayText, signedSeconds, sourceText, stepText } from './compactionWords.ts';
import { herdChart } from './herdView.ts';

const step = (level: number, inputs: number): CompactionStep => ({
  kind: inputs === 0 && level === 1 ? 'head' : 'merge', start: 0, end: 1, level,
  inputs: Array.from({ length: inputs }, (_, i) => `in-${i}`), output: 'out', source: 'log',
});

test.each<[string, CompactionStep[], string]>([
  ['nothing told', [], '–'],
  ['a head compaction', [step(1, 0)], '1 from the head'],
  ['with a merge after it', [step(1, 0), step(2, 3)], '1 from the head; 2 from 3 blocks'],
  ['a merge of blocks that are not named', [step(2, 0)], '2 from lower blocks'],
])('levels and inputs: %s', (_name, steps, text) => { expect(stepText({ steps })).toBe(text); });

test(
  'sources are named in the order of how much they tell',
  () => { expect(sourceText({ sources: ['log', 'counters'] })).toBe('log, counters'); }
);

const delay = (
  verdict: NonNullable<CompactionPanel['delay']>['verdict']
): CompactionPanel['delay'] => ({ verdict, seconds: 500, lowSeconds: 1, highSeconds: 12, count: 4, sentence: '' });
test.each(
  [
    [null, '–'], [delay('on-time'), 'None'], [delay('delayed'), 'Delayed by 8m 20s'],
    [delay('scattered'), 'Scattered, 1 s to 12 s'],
  ] as const
)('delay %#', (value, text) => { expect(delayText(value)).toBe(text); });

test.each(
  [[0.34, '+340 ms'], [-2, '−2 s'], [null, '–'], [0, '0 s']] as const
)('a phase error of %s is written %s', (value, text) => { expect(signedSeconds(value)).toBe(text); });

describe('blocks in rows', () => {
  const block = (
    ulid: string, level: number | null, from: number | null, to: number | null, parents: string[] = []
  ): CompactionBlock => (
    { ulid, minTime: from, maxTime: to, level, born: 0, deleted: null, samples: null, series: null, parents }
  );

  test('highest level on top, a parent without a level below its child, one without bounds skipped', () => {
    const { lanes, from, to } = blockLanes(
      [block('a', 1, 10, 20), block('c', 3, 0, 10, ['b']), block('b', null, 0, 5), block('x', 1, null, null)]
    );
    expect(lanes.map(({ level, blocks }) => [level, ...blocks.map(({ ulid }) => ulid)]))
      .toEqual([[3, 'c'], [2, 'b'], [1, 'a']]);
    expect([from, to]).toEqual([0, 20]);
  });

  test('none are no rows', () => { expect(blockLanes([]).lanes).toEqual([]); });
});

describe('several targets', () => {
  const herd = (count: number): CompactionHerd => ({
    finding: finding({ code: 'x', severity: 'info', claim: [] }), periodSeconds: 120, offsetSeconds: [30, 90],
    totalCpuCores: [1, 2],
    targets: Array.from(
      { length: count },
      (_, i) => ({
        target: `t${i}`, blockRangeSeconds: 120, phaseSeconds: 60, phaseErrorSeconds: 0, aligned: true,
        headCompactions: 3, startOffsetsSeconds: [60 + i], cpuCores: [1, 2], reason: i === 9 ? 'no' : null,
      })
    ),
  });

  test('up to four have a colour each, beside their sum', () => {
    expect(herdChart(herd(2))?.lines.map(({ label, style }) => `${label} ${style}`))
      .toEqual(['t0 line', 't1 line', 'total line']);
  });

  test('more are thin lines with one entry in the legend; one that cannot be folded is not drawn', () => {
    const lines = herdChart(herd(10))?.lines ?? [];
    expect(lines).toHaveLength(10);
    expect(lines.filter(({ silent }) => silent !== true).map(({ label }) => label))
      .toEqual(['each of 9 targets', 'total']);
    expect(herdChart(herd(10))?.marks[0]?.times).toHaveLength(9);
  });

  test(
    'without a period there is no picture', () => { expect(herdChart({ ...herd(2), periodSeconds: null })).toBeNull();
    }
  );
});
