/** Collects the errors and warnings of a log, by message. Pure. */
import { shortError } from '../../../logs/shortError.ts';
import { gravityOfLevel } from '../../../logs/errors/levels.ts';
import type { LogLine } from '../../../logs/readLog.ts';

export interface Trouble {
  /** The message that the lines share, shortened. */
  said: string;
  isError: boolean;
  lines: readonly LogLine[];
}

const MAX_SAID = 120;
const MAX_TROUBLES = 500;
/** Warnings that any start of a program may log. */
const HARMLESS = /\bdeprecat|\boptions? (?:is|are) (?:ignored|unused)|\bGOMAXPROCS\b|\bFallback\b/i;

/** Returns the text of a line that may name what it is about: its message and all of its fields. */
export const wholeText = ({ message, fields }: LogLine): string => [message, ...Object.values(fields)].join(' ');

/** Returns errors before warnings, the most frequent first. */
export function troublesOf(lines: readonly LogLine[]): Trouble[] {
  const all = new Map<string, { said: string; isError: boolean; lines: LogLine[] }>();
  for (const line of lines) {
    const gravity = gravityOfLevel(line.level);
    const isError = gravity === 'error';
    if (gravity === null || line.message === '' || HARMLESS.test(line.message)) continue;
    const said = shortError(line.message, MAX_SAID);
    const key = said.replace(/\d{1,20}/g, '0');
    const known = all.get(key);
    if (known !== undefined) known.lines.push(line);
    else if (all.size < MAX_TROUBLES) all.set(key, { said, isError, lines: [line] });
  }
  return [...all.values()]
    .sort((a, b) => Number(b.isError) - Number(a.isError) || b.lines.length - a.lines.length);
}
