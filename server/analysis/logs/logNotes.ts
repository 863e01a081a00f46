/** Notes on cut lines and unknown or shifted time zones of a log. */
import type { LogSource } from './logLine.ts';

const HOUR_MS = 3_600_000;

/** Returns the note on cut lines; null with fewer than `min`, as the last line of a file may be whole. */
export function cutNote(sources: readonly LogSource[], min: number): string | null {
  const cut = sources.reduce((sum, { cutCount }) => sum + cutCount, 0);
  return cut < min ? null : `${cut === 1 ? '1 line is' : `${cut.toLocaleString('en-US')} lines are`} cut off at the `
    + 'end: what was there is unknown.';
}

export function logNotes(sources: readonly LogSource[]): string[] {
  const cut = cutNote(sources, 1);
  const notes = cut === null ? [] : [cut];
  const ahead = sources.map(({ localAheadMs }) => localAheadMs).find((ms) => ms !== null && ms !== 0);
  if (ahead === 'unknown')
    notes.push('Some lines have only a local time whose zone is not in the log: it is taken for UTC.');
  else if (ahead !== undefined && ahead !== null) {
    notes.push(`The times before the lines are ${Math.abs(ahead) / HOUR_MS} h ${ahead > 0 ? 'ahead of' : 'behind'} ${
      'the UTC times in the messages: all times here are UTC.'}`);
  }
  return notes;
}
