/**
 * Formats a tool's answer: one JSON text of limited length. Texts of targets, files and logs are JSON strings, quoted,
 * on one line and truncated: they are data, never our own words.
 */
import { shortText } from '../../data/scrape/connectionErrors.ts';

export interface ToolAnswer {
  data: Readonly<Record<string, unknown>>;
  /** URL of the page that shows it. */
  link?: string;
  /** PNG. */
  picture?: Uint8Array;
}

export const MAX_ANSWER_CHARACTERS = 12_000;
const MAX_TEXT = 400;
const MIN_TEXT = 120;
const MAX_ROWS = 100;

/** Returns at most MAX_ANSWER_CHARACTERS: truncates lists, with the number of omitted entries. */
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
