/** Finds the known messages in the lines of a log: what each means, and how many lines are such. Pure. */
import { quoted } from '../../look/factTools.ts';
import { possibleMessages, type KnownMessage } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { withErrorBehind } from './meanings.ts';

const WORST_FIRST: readonly MessageKind[] = ['end', 'damage', 'full', 'hang', 'error', 'slow', 'state'];
const MAX_LINE = 1000;
const MAX_LINES = 1000;

interface Found { known: KnownMessage; line: string; count: number }

export interface LinesOf {
  /** Which messages are told. */
  isTold: (known: KnownMessage) => boolean;
  /** Returns the part of a line that is quoted. */
  quoteOf: (line: string) => string;
  /** Begins the sentence that quotes a line of a program: "The kernel". */
  subject: (program: string) => string;
  max: number;
}

/** Returns the worst known messages, each quoted with its count and followed by what it means; none without them. */
export function lineMeanings(lines: readonly string[], { isTold, quoteOf, subject, max }: LinesOf): string[] {
  const lowers = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE).toLowerCase());
  // Most texts have none of them, which one search over the whole shows.
  const known = possibleMessages(lowers.join('\n')).filter((one) => one.isTelling && isTold(one));
  const all = new Map<string, Found>();
  for (const [i, lower] of known.length === 0 ? [] : lowers.entries()) {
    const [first] = known.filter(({ message }) => lower.includes(message))
      .sort((a, b) => lower.indexOf(a.message) - lower.indexOf(b.message) || b.message.length - a.message.length);
    if (first === undefined) continue;
    const before = all.get(first.sentence);
    if (before === undefined) all.set(first.sentence, { known: first, line: lines[i] ?? '', count: 1 });
    else before.count += 1;
  }
  return [...all.values()].sort((a, b) => WORST_FIRST.indexOf(a.known.kind) - WORST_FIRST.indexOf(b.known.kind))
    .slice(0, max).map(({ known, line, count }) => {
      const behind = line.slice(line.toLowerCase().indexOf(known.message) + known.message.length);
      return `${subject(known.program)} logged ${quoted(quoteOf(line))}${
        count === 1 ? '' : ` (${count.toLocaleString('en-US')} such lines)`}. ${
        withErrorBehind(known, behind) ?? known.sentence}`;
    });
}
