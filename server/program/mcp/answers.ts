/**
 * What a tool answers: JSON in one text, short however much there is. Texts of targets, files and logs are strings of
 * the JSON, quoted, in one line and cut: data, never words of ours.
 */
import { shortText } from '../../data/scrape/connectionErrors.ts';

export interface ToolAnswer {
  data: Readonly<Record<string, unknown>>;
  /** Where the page shows it. */
  link?: string;
  /** PNG. */
  picture?: Uint8Array;
}

export const MAX_ANSWER_CHARACTERS = 12_000;
const MAX_TEXT = 400;
const MIN_TEXT = 120;
const MAX_ROWS = 100;

/** At most MAX_ANSWER_CHARACTERS: lists are cut, and say how many entries are omitted. */
export function answerText({ data, link }: ToolAnswer): string {
  const whole = link === undefined ? data : { ...data, link };
  for (let rows = MAX_ROWS; rows >= 1; rows = Math.floor(rows / 2)) {
    const text = JSON.stringify(cut(whole, rows, Math.max(MIN_TEXT, MAX_TEXT * rows / MAX_ROWS)));
    if (text.length <= MAX_ANSWER_CHARACTERS) return text;
  }
  return JSON.stringify({ error: 'The answer is too long; ask for less of it.', link });
}

function cut(value: unknown, rows: number, letters: number): unknown {
  if (typeof value === 'string') return value.startsWith('http') ? value.slice(0, 2000) : shortText(value, letters);
  if (Array.isArray(value)) {
    const kept = value.slice(0, rows).map((one) => cut(one, rows, letters));
    return value.length > rows ? [...kept, { omitted: value.length - rows }] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => [key, cut(one, rows, letters)])
  );
}
