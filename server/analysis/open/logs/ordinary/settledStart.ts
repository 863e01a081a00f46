/** Reports a start whose warnings are over: members that were not found at first, and were joined later. Pure. */
import { ends, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { saidLine } from '../said/lines/saidLine.ts';
import { atTime, entriesOf, secondsBetween, type Entry } from './entries.ts';
import { READY } from './ordinaryFacts.ts';

/** A longer text is only sampled. */
const MAX_LINES = 1000;
const JOINED = /^(?:joined memberlist cluster|joining memberlist cluster succeeded|memberlist fast-join finished)\b/;
const NOT_JOINED = /\b[Ff]ailed to resolve\b|\bmemberlist (?:cluster|fast-join)\b|\bresolv\w{1,5} (?:members|nodes)\b/;
/** Warnings that are written at each start. */
const AT_EACH_START = /\bexperimental feature in use\b|\bdeprecated\b/i;
/** Ends of a program, whose lines have no level. */
const ENDS = /(?:^|[\s"|>\]:])(?:panic: |fatal error: |SIG(?:SEGV|BUS|ABRT)\b)|\bKilled\b|OOMKilled|[Oo]ut of memory/m;
/** A question above the lines. */
const QUESTION =
  /\b(?:why|cannot|can['\u2019]?t|unable|not able)\b[^\n>]{0,40}?\b(?:connect|reach|access)\w{0,4}\b/i;
const HEAD_CHARS = 500;

/** Returns null unless all warnings of the lines are of members that were joined after the last of them. */
export function settledStart(look: Look): string | null {
  if (look.isCut || look.lines.length >= MAX_LINES || !look.bare.includes('memberlist')) return null;
  if (ENDS.test(look.bare)) return null;
  const entries = entriesOf(look);
  const at = entries.findLastIndex(({ message, fields }) => JOINED.test(message)
    && fields['reached_nodes'] !== '0' && fields['joined_nodes'] !== '0');
  const join = entries[at];
  if (join === undefined || atTime(join) === '') return null;
  const failed: { entry: Entry; message: string }[] = [];
  for (const [i, entry] of entries.entries()) {
    const said = saidLine(entry.line);
    if (said === null || AT_EACH_START.test(said.message)) continue;
    if (said.level !== 'warning' || i > at || !NOT_JOINED.test(`${said.message} ${said.cause}`)) return null;
    failed.push({ entry, message: said.cause === '' ? said.message : `${said.message}: ${said.cause}` });
  }
  const last = failed.at(-1);
  if (last === undefined || secondsBetween(last.entry, join) === null) return null;
  const ready = entries.find(({ message }) => READY.test(message));
  const answer = entries.findLast(({ fields }) => fields['status'] === '200');
  return joined([
    `Nothing is wrong with it where the lines end: it joined its cluster${atTime(join)} ("${
      ends(join.message)}"), after ${failed.length === 1 ? 'its warning' : `the last of ${
      failed.length} warnings such as`} "${ends(last.message)}".`,
    'Such warnings are usual at a start, until the Service of the members has an endpoint.',
    ready === undefined || atTime(ready) === '' ? null : `It was ready${atTime(ready)} ("${ends(ready.message)}").`,
    answer === undefined || atTime(answer) === '' ? null : `It answered a request with status 200${atTime(answer)}.`,
    !QUESTION.test(look.head.slice(0, HEAD_CHARS)) ? null : 'Why it cannot be reached is not in its lines: ask for '
      + '/ready of it from where that fails, and compare the host, the namespace and the port with the address that is '
      + 'set there.',
  ]);
}
