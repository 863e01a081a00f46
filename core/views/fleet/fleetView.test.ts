import { describe, expect, it } from 'vitest';
import type { FleetShared, FleetTarget } from '../../contract/contract.ts';
import { fleetHeadline, fleetItems, gcText, labelOptions, stripOf, type FleetItem } from './fleetView.ts';

function row(name: string, more: Partial<FleetTarget> = {}): FleetTarget {
  return {
    name, state: 'up', stateSince: null, kind: 'prometheus', version: '2.53.0', labels: { region: 'eu' },
    worst: {
      code: 'fleet-quiet', severity: 'ok', claim: [], sentence: 'Nothing stands out.', moment: null, page: 'overview',
    },
    series: { cpuCores: [], gcShareRatio: [], rssBytes: [] }, gcCyclesPerMinute: null, memoryLimitBytes: null,
    compactions: [], gaps: [], starts: [], ...more,
  };
}

const down: FleetTarget['worst'] = {
  code: 'fleet-down', severity: 'critical', claim: [], sentence: 'Has not answered for 40 s.', moment: 1,
  page: 'scrapes',
};
const ROWS = [
  row('b', { worst: down, state: 'down', labels: { region: 'us' } }), row('a'), row('c', { labels: {} }),
  row('d', { version: '2.42.0' }),
];
const names = (items: FleetItem[]): string[] =>
  items.map((item) => (item.kind === 'row' ? item.row.name : `${item.value}:${item.count}/${item.troubled}`));
const none = { search: '', labels: [], group: null };

describe('rows', () => {
  it.each([
    [none, ['b', 'a', 'c', 'd']], [{ ...none, search: '  ANSWERED ' }, ['b']], [{ ...none, search: '2.42 eu' }, ['d']],
    [{ ...none, search: 'region=e' }, ['a', 'd']], [{ ...none, labels: ['region=eu'] }, ['a', 'd']],
    [{ ...none, labels: ['region=eu', 'version=2.42.0'] }, ['d']], [{ ...none, labels: ['region=e'] }, []],
    [{ ...none, group: 'region' }, ['us:1/1', 'b', 'eu:2/0', 'a', 'd', ':1/0', 'c']],
    [{ ...none, group: 'state', search: '=eu' }, ['up:2/0', 'a', 'd']],
  ])('%j', (choices, expected) => {
    expect(names(fleetItems(ROWS, choices))).toEqual(expected);
  });

  it('labels that differ can be chosen, the most frequent value first', () => {
    expect(labelOptions(ROWS)).toEqual([
      { name: 'state', values: [{ value: 'up', count: 3 }, { value: 'down', count: 1 }] },
      { name: 'version', values: [{ value: '2.53.0', count: 3 }, { value: '2.42.0', count: 1 }] },
      { name: 'region', values: [{ value: 'eu', count: 2 }, { value: 'us', count: 1 }] },
    ]);
  });
});

it('says first what targets share, else how many are in trouble', () => {
  const shared: FleetShared = {
    code: 'shared-compaction', severity: 'info', claim: [], sentence: '3 of 4 compact.', moment: 1, targets: [],
    label: null,
  };
  expect(fleetHeadline({ shared: [shared], targets: ROWS }).sentence).toBe('3 of 4 compact.');
  expect(fleetHeadline({ shared: [], targets: ROWS })).toMatchObject(
    { severity: 'critical', sentence: '1 of 4 targets is critical.' }
  );
  const quiet = (count: number): string => fleetHeadline({ shared: [], targets: ROWS.slice(1, 1 + count) }).sentence;
  expect([quiet(3), quiet(1), quiet(0)])
    .toEqual(['Nothing stands out in 3 targets.', 'Nothing stands out in 1 target.', 'No targets are scraped.']);
});

it.each([
  [1, 0, '1 of 3 targets is critical.'], [2, 1, '2 of 3 targets are critical, 1 with a warning.'],
  [0, 1, '1 of 3 targets has a warning.'], [0, 2, '2 of 3 targets have a warning.'],
])('%d critical and %d with a warning', (critical, warning, sentence) => {
  const having = (severity: 'critical' | 'warning' | 'ok', count: number): FleetTarget[] =>
    Array.from({ length: count }, (_, i) => row(`${severity} ${i}`, {
      worst: { ...row('').worst, severity },
    }));
  const targets = [
    ...having('critical', critical), ...having('warning', warning), ...having('ok', 3 - critical - warning),
  ];
  expect(fleetHeadline({ shared: [], targets }).sentence).toBe(sentence);
});

it.each([[0.3, '0.3/min'], [123.4, '123/min'], [null, '–']])('GC: %s cycles a minute', (gcCyclesPerMinute, text) => {
  expect(gcText(row('a', { gcCyclesPerMinute }))).toBe(text);
});

it('GC: the mean share where it is known', () => {
  const series = { cpuCores: [], gcShareRatio: [0.1, null, 0.3], rssBytes: [] };
  expect(gcText(row('a', { series, gcCyclesPerMinute: 5 }))).toBe('20 %');
});

describe('a strip', () => {
  const range = { start: 0, end: 40, step: 10 };
  it('draws steps, open where nothing is known, and a line against the limit', () => {
    const strip = stripOf(row('a', {
      series: { cpuCores: [1, 2, null, 4], gcShareRatio: [null, null, null, null], rssBytes: [50, 100, null, 25] },
      memoryLimitBytes: 100,
    }), range);
    expect(strip.cpu).toBe('M0 27V20.5H120V14H240V27ZM360 27V1H480V27Z');
    expect(strip.memory).toBe('M0 14H120L120 1H240M360 20.5H480');
    expect(strip.gc).toBe('');
  });

  it('draws events inside the window, never too narrow, each kind in its own shape', () => {
    const strip = stripOf(row('a', {
      series: { cpuCores: [null], gcShareRatio: [null], rssBytes: [null] },
      compactions: [{ start: 10, end: 10 }, { start: 39.99, end: 60 }], gaps: [{ start: -20, end: 20 }],
      starts: [{ start: 20, end: 30 }],
    }), range);
    expect(strip).toEqual({
      cpu: '', gc: '', memory: '', compactions: 'M120 29H122.5V36H120ZM477.5 29H480V36H477.5Z', gaps: 'M0 0H240V40H0Z',
      starts: 'M240 40L300 23L360 40Z',
    });
  });
});

describe('a fleet of which something is not known', () => {
  const known = row('a');
  const unknown = row('b', { worst: { ...known.worst, code: 'fleet-unknown', severity: 'unknown' } });
  it('is not said to be all right', () => {
    expect(fleetHeadline({ shared: [], targets: [known, unknown] })).toEqual({
      sentence: 'Nothing stands out in 1 of 2 targets; nothing is known of the other.', severity: 'unknown',
      code: 'fleet-unknown',
    });
    expect(fleetHeadline({ shared: [], targets: [unknown] }).severity).toBe('unknown');
    expect(fleetHeadline({ shared: [], targets: [known] })).toMatchObject({ severity: 'ok', code: 'fleet-quiet' });
  });
});
