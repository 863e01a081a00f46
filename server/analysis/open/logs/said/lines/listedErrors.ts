/** Reads the errors that a message announces and that stand in the lines below it, one in each. Pure; bounded. */
import { ofMessage, saidLine, type SaidLine } from './saidLine.ts';

/** The end of a message behind which errors follow, such as `errors(3):` of vmalert. */
const ANNOUNCES = /\b(?:errors? ?\(\d{1,6}\)|\d{1,6} errors|(?:following|these|several|multiple) errors):\s{0,8}$/i;
const GROUP = /\bgroup "([^"\n]{1,200})"/;
/** The beginning of a line of a log: a time or a key. */
const OF_LOG = /^\s{0,12}(?:\S{0,40}\d\d:\d\d:\d\d|[{[]|[\w.]{1,40}=\S)/;
/** A line of the list, without the mark of a list or its number. */
const ITEM = /^\s{0,12}(?:[-*\u2022] {1,4}|\d{1,4}[.)] {1,4})?(\S[^\n]{0,900})/;
const MAX_ITEMS = 50;

/** Whether a message only announces errors. */
export const announcesErrors = ({ message, cause }: SaidLine): boolean => cause === '' && ANNOUNCES.test(message);

/** Returns the errors below the line at `at`, which announces them; of each what the list is about. */
export function listedErrors(
  lines: readonly { line: string }[], at: number, header: SaidLine
): { said: SaidLine; objects: string[] }[] {
  if (!announcesErrors(header)) return [];
  const group = GROUP.exec(header.message)?.[1];
  const found: { said: SaidLine; objects: string[] }[] = [];
  for (const { line } of lines.slice(at + 1, at + 1 + MAX_ITEMS)) {
    const item = OF_LOG.test(line) || saidLine(line) !== null ? undefined : ITEM.exec(line)?.[1]?.trim();
    if (item === undefined) break;
    found.push({
      said: ofMessage(header.level, item),
      objects: group === undefined || item.includes(group) ? [] : [`group=${group}`],
    });
  }
  return found;
}
