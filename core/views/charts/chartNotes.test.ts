import { describe, expect, test } from 'vitest';
import type { Note } from '../../contract/contract.ts';
import type { ChartModel } from './chartModel.ts';
import { flagsOf, noteLine, withNotes } from './chartNotes.ts';

function note(id: string, time: number, endTime: number | null = null, more: Partial<Note> = {}): Note {
  return { id, time, endTime, text: `text of ${id}`, author: null, createdAt: 0, updatedAt: 0, revision: 1, ...more };
}

const model: ChartModel = {
  label: 'test', unit: 'cores', stepSeconds: 1, x: { kind: 'time', values: [100, 200], min: 100, max: 200 }, lines: [],
  marks: [], spans: [],
};

describe('notes on a chart', () => {
  const notes = [note('before', 50), note('reaches in', 90, 110), note('inside', 150), note('after', 201)];
  test('are a mark each and a band over those that last, only where they touch its window', () => {
    const drawn = withNotes(model, notes, 'inside');
    expect(drawn.marks).toMatchObject([
      { key: 'notes', shape: 'flag', times: [90], details: ['text of reaches in'] },
      { key: 'note-selected', times: [150], details: ['text of inside'] },
    ]);
    expect(drawn.spans).toMatchObject([{ start: 90, end: 110, facts: 'text of reaches in' }]);
  });
  test('leave a chart without a clock, and one without notes in its window, as it is', () => {
    const lag: ChartModel = { ...model, x: { ...model.x, kind: 'lag' } };
    expect(withNotes(lag, notes, null)).toBe(lag);
    expect(withNotes(model, [note('before', 50)], null)).toBe(model);
  });
  test('are cut to a line, with their author', () => {
    expect(noteLine(note('a', 0, null, { text: 'one\n\ttwo', author: 'Ann' }))).toBe('one two (Ann)');
    expect(noteLine(note('a', 0, null, { text: 'x'.repeat(4_000) })).length).toBeLessThan(310);
  });
});

describe('flags above a plot', () => {
  test('stand at their time; those too near share one; one that began before the window stands at its edge', () => {
    const flags = flagsOf(
      [note('early', 50, 120), note('a', 150), note('b', 150.5), note('c', 180), note('gone', 10)], 100, 200, 48
    );
    expect(flags.map(({ shareRatio, notes }) => [shareRatio, notes.map(({ id }) => id)]))
      .toEqual([[0, ['early']], [0.5, ['a', 'b']], [0.8, ['c']]]);
  });
});
