import { describe, expect, it } from 'vitest';
import type {
  CallersTable, DiffLinesTable, DiffSubsystemTable, SubsystemTable, TagsTable,
} from '../../contract/contract.ts';
import {
  callsView, labelFilter, labelToShow, labelViews, linesView, patternOf, rollupBars, rollupRows,
} from './flameViews.ts';
import { searchFrames } from '../flame/flameSearch.ts';
import { singleFrames } from '../flame/flameGraphData.ts';

const sides = (before: number, after: number) => ({ before, after, delta: after - before });
const head = { unit: 'nanoseconds', sampleType: 'cpu' };

function single(flats: Record<string, number>): SubsystemTable {
  const total = Object.values(flats).reduce((sum, flat) => sum + flat, 0);
  return {
    ...head, total, sum: total,
    rows: Object.entries(flats).map(([id, flat]) => (
      { id, name: id, flat, share: total === 0 ? null : flat / total, functions: [{ function: `${id}.f`, flat }] }
    )),
  };
}

function diff(flats: Record<string, [number, number]>): DiffSubsystemTable {
  const rows = Object.entries(flats).map(([id, [before, after]]) => ({
    id, name: id, flat: sides(before, after), share: { before: null, after: null }, functions: [],
  }));
  return { ...head, totals: { before: 0, after: 0 }, sum: sides(0, 0), rows };
}

describe('rollupRows', () => {
  it('of one profile have no before, and omit zeros', () => {
    expect(rollupRows(single({ gc: 30, idle: 0 }))).toEqual([
      {
        id: 'gc', name: 'gc', rank: 0, flat: { before: null, after: 30 }, share: { before: null, after: 1 },
        functions: ['gc.f'],
      },
    ]);
  });
  it('of a diff keep what is gone and what is new', () => {
    expect(rollupRows(diff({ gone: [5, 0], fresh: [0, 5], never: [0, 0] })).map(({ id }) => id))
      .toEqual(['gone', 'fresh']);
  });
});

describe('rollupBars', () => {
  it('of a diff stand at one scale, in one order', () => {
    const bars = rollupBars(rollupRows(diff({ a: [10, 30], b: [90, 20] })));
    expect(bars?.map(({ side, sum, segments }) => [side, sum, segments.map(({ id, ratio }) => [id, ratio])])).toEqual([
      ['before', 100, [['b', 0.9], ['a', 0.1]]], ['after', 50, [['b', 0.2], ['a', 0.3]]],
    ]);
  });
  it('put thin parts together, so that the bar still adds up', () => {
    const [bar] = rollupBars(rollupRows(single({ big: 97, x: 1, y: 1, z: 1 }))) ?? [];
    expect(bar?.segments.map(({ name, value }) => [name, value])).toEqual([['big', 97], ['smaller ones', 3]]);
    expect(bar?.side).toBe('all');
  });
  it('are none where a part is negative or nothing is there', () => {
    expect(rollupBars(rollupRows(single({ a: 5, b: -1 })))).toBeNull();
    expect(rollupBars([])).toBeNull();
  });
});

describe('patternOf', () => {
  it('finds exactly the functions, whatever signs their names hold', () => {
    const names = ['tsdb.(*Head).Init', 'main.f[int]', 'a|b', 'x\\y'];
    const { frames } = singleFrames({
      name: 'root', value: 6, self: 0,
      children: [...names, 'tsdb.(*Head).Init2', 'a'].map((name) => ({ name, value: 1, self: 1, children: [] })),
    });
    expect(searchFrames(frames, patternOf(names))).toMatchObject({ state: 'found', functions: 4 });
  });
  it('is empty for none, and omits what would not fit', () => {
    expect(patternOf([])).toBe('');
    expect(patternOf(['x'.repeat(5_000), 'y'])).toBe('^(y)$');
  });
});

describe('callsView', () => {
  it('keeps order and exact values', () => {
    const tree = { nodes: 0, culledNodes: 0, root: { name: 'f', value: 0, self: 0, children: [] } };
    const table: CallersTable = {
      ...head, total: 100, function: 'f', file: '', flat: 3, cum: 7,
      callers: [{ function: 'main', file: '', value: 7, inline: false }],
      callees: [{ function: 'g', file: '', value: 4, inline: true }], callerTree: tree, calleeTree: tree,
    };
    expect(callsView(table)).toEqual({
      flat: { before: null, after: 3 }, cum: { before: null, after: 7 },
      callers: [{ function: 'main', value: { before: null, after: 7 }, inline: false }],
      callees: [{ function: 'g', value: { before: null, after: 4 }, inline: true }],
    });
  });
});

describe('linesView', () => {
  it('of a diff has both sides and the source text where there is some', () => {
    const table: DiffLinesTable = {
      ...head, totals: { before: 1, after: 1 }, function: 'f', flat: sides(1, 2), cum: sides(3, 4),
      files: [
        {
          file: 'a.go', rowsLeftOut: 2, hasSource: true, sourceNote: 'note',
          rows: [{ line: 7, flat: sides(1, 2), cum: sides(3, 4), text: 'x++' }],
        },
      ],
    };
    expect(linesView(table)).toEqual([
      {
        file: 'a.go', rowsLeftOut: 2, note: 'note',
        rows: [{ line: 7, flat: { before: 1, after: 2 }, cum: { before: 3, after: 4 }, text: 'x++' }],
      },
    ]);
  });
});

describe('labels', () => {
  const table: TagsTable = { ...head, total: 10, keys: [
    { key: 'code', numeric: true, flat: 10, without: 0, rows: [{ value: '200', flat: 10, share: 1 }], rowsLeftOut: 0 },
    { key: 'tenant', numeric: false, flat: 4, without: 6, rows: [{ value: 'a', flat: 4, share: 0.4 }], rowsLeftOut: 1 },
  ] };
  it('are shown by the one asked for, else by the first', () => {
    const views = labelViews(table);
    expect(labelToShow(views, 'tenant')).toEqual({
      key: 'tenant', numeric: false, rowsLeftOut: 1, without: { before: null, after: 6 },
      rows: [{ value: 'a', flat: { before: null, after: 4 }, share: { before: null, after: 0.4 } }],
    });
    expect([labelToShow(views, 'gone')?.key, labelToShow([], 'code')]).toEqual(['code', null]);
    const [first] = views;
    const times = first === undefined ? [] : [{ ...first, key: 'timestamp_ns', numeric: true }];
    expect([labelToShow([...times, ...views], null)?.key, labelToShow(times, null)?.key])
      .toEqual(['code', 'timestamp_ns']);
  });
  it.each([
    ['a plain value', 'tenant', false, 'eu-1', 'tenant=^eu-1$'],
    ['signs of an expression', 'path', false, '/a.b?(c)', 'path=^/a\\.b\\?\\(c\\)$'],
    ['a comma, which would part two', 'tenant', false, 'a,b', 'tenant=^a\\x2Cb$'],
    ['a numeric label', 'bytes', true, '64kB', null], ['a key with a sign of its own', 'a=b', false, 'c', null],
  ] as const)(
    'filter by %s', (_, key, numeric, value, filter) => expect(labelFilter({ key, numeric }, value)).toBe(filter)
  );
});
