/** Finds the known messages in the lines of a log: what each means, and how many lines are such. Pure. */
import { quoted } from '../../look/factTools.ts';
import { possibleMessages, type KnownMessage } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { DISK } from '../messages/hosts/ofStorage.ts';
import { withErrorBehind } from './meanings.ts';

const WORST_FIRST: readonly MessageKind[] = ['end', 'damage', 'full', 'hang', 'error', 'slow', 'state'];
const MAX_LINE = 1000;
const MAX_LINES = 1000;

interface Found { known: KnownMessage; line: string; count: number }

export interface LinesOf {
  /** Whether a message is reported. */
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
  const worst = [...all.values()]
    .sort((a, b) => WORST_FIRST.indexOf(a.known.kind) - WORST_FIRST.indexOf(b.known.kind)).slice(0, max);
  const disk = diskOf(worst[0]?.line ?? '');
  return worst.map(({ known, line, count }, i) => {
    const behind = line.slice(line.toLowerCase().indexOf(known.message) + known.message.length);
    const quote = `${quoted(quoteOf(line))}${count === 1 ? '' : ` (${count.toLocaleString('en-US')} such lines)`}.`;
    // What a disk reports, and what the kernel says of that, are one matter.
    if (i > 0 && disk !== null && disk === diskOf(line) && known.brief === `${DISK}.`)
      return `Of the same disk (${disk}) it logged ${quote}`;
    return `${subject(known.program)} logged ${quote} ${withErrorBehind(known, behind) ?? known.sentence}`;
  });
}

const OF_DISK = /\b(?:(sd[a-z]{1,2}|x?vd[a-z])\d{0,3}|(nvme\d{1,2}n\d{1,2})(?:p\d{1,3})?)\b/;

/** Returns the disk that a line names, without the number of a partition; null for other lines. */
const diskOf = (line: string): string | null =>
  OF_DISK.exec(line.slice(0, MAX_LINE))?.slice(1).find((name) => name !== undefined) ?? null;
