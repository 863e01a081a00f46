/** Notes on the time axis. */
import type { Note } from '../../contract/contract.ts';
import type { ChartMark, ChartModel, ChartSpan } from './chartModel.ts';

const longestDetail = 300;

/** Returns a note in one line, for a card or a tooltip. */
export function noteLine(note: Note): string {
  const text = note.text.replace(/\s+/g, ' ');
  const short = text.length > longestDetail ? `${text.slice(0, longestDetail)} …` : text;
  return note.author === null ? short : `${short} (${note.author})`;
}

/**
 * Returns the chart with a rule at each note and a band for each that lasts; unchanged without a time axis, or without
 * notes in its window.
 */
export function withNotes(model: ChartModel, notes: readonly Note[], selected: string | null): ChartModel {
  if (model.x.kind !== 'time') return model;
  const shown = notes.filter((note) => note.time <= model.x.max && (note.endTime ?? note.time) >= model.x.min);
  if (shown.length === 0) return model;
  const mark = (key: string, label: string, of: readonly Note[]): ChartMark => (
    { key, label, colour: 'other', shape: 'flag', times: of.map(({ time }) => time), details: of.map(noteLine) }
  );
  const spans = shown.flatMap((note): ChartSpan[] => (note.endTime === null ? [] : [{
    key: `note-${note.id}`, colour: 'gap', fill: 'band', label: 'noted span', start: note.time, end: note.endTime,
    detail: 'noted span', facts: noteLine(note),
  }]));
  return {
    ...model,
    marks: [
      ...model.marks, mark('notes', 'note', shown.filter(({ id }) => id !== selected)),
      mark('note-selected', 'note looked at', shown.filter(({ id }) => id === selected)),
    ],
    spans: [...model.spans, ...spans],
  };
}

export interface Flag { key: string; /** Position in the plot, 0 to 1. */ shareRatio: number; notes: readonly Note[] }

/** Returns flags for notes in the window; notes too close together share one. `most`: how many fit side by side. */
export function flagsOf(notes: readonly Note[], min: number, max: number, most: number): Flag[] {
  const bins = new Map<number, Note[]>();
  for (const note of notes) {
    if (note.time > max || (note.endTime ?? note.time) < min) continue;
    // A note that began before the window is at its edge.
    const bin = Math.floor(Math.max(0, (note.time - min) / (max - min)) * most);
    bins.set(bin, [...(bins.get(bin) ?? []), note]);
  }
  return [...bins].map(([, group]) => (
    { key: group[0]?.id ?? '', shareRatio: Math.max(0, ((group[0]?.time ?? min) - min) / (max - min)), notes: group }
  ));
}
