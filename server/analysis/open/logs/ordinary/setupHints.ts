/** Recognizes a log whose only warnings are hints on how a program is set up: nothing in it is wrong. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ends, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { saidLine } from '../said/lines/saidLine.ts';
import { atTime, entriesOf, firstTimed, secondsBetween, type Entry } from './entries.ts';
import { BEGINS, READY } from './ordinaryFacts.ts';

/** A longer text is only sampled. */
const MAX_LINES = 1000;
/** Hints that programs write at each start, and what each is about. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^Using the 0\.0\.0\.0 address exposes this server\b/, 'it listens at all addresses of its host'],
  [/^Creating an Engine instance with the Logger and Recovery\b|^Running in "debug" mode\. Switch to "release" mode/,
    'Gin runs in debug mode'],
  [/^You trusted all proxies, this is NOT safe\b/, 'Gin takes the address of a client from any proxy'],
  [/\bexperimental feature in use\b/i, 'an experimental feature is on'],
  [/^SQLite database file has broader permissions than it should\b/, 'more users may read the database file than need '
    + 'to'],
  [new RegExp(/^(?:The )?(?:[\w.-]{1,60} )?(?:flag|option|argument|parameter|setting|field|config|feature)/.source
    + /(?:uration)?\b.{0,120}\b(?:is|are|has been) deprecated\b/.source, 'i'), 'a setting is deprecated'],
];
/** Words of a failure in lines without a level or with one below warning. */
const FAILS = new RegExp(String.raw`(?:^|[\s"|>\]:])(?:panic: |fatal error: |SIG(?:SEGV|BUS|ABRT)\b)|\bKilled\b|OOM`
  + String.raw`|[Oo]ut of memory|\b[Ff]ail(?:ed|ure|s)?\b|\b(?:cannot|could not|unable|refused|denied|dropp(?:ed|ing)|`
  + String.raw`exited with|corrupt(?:ed|ion)?)\b|\b[Ee]rror\b(?!_|-|s?=)|\| ?5\d\d \|`);
const MAX_ABOUT = 3;

/** Returns what a hint is about; null for another message. */
const aboutOf = (message: string): string | null => HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? null;

interface Hinted { entry: Entry; message: string; about: string }

/** Returns the hints of a log without another warning or error; null for other logs. */
function hintsIn(look: Look): Hinted[] | null {
  if (look.isCut || look.lines.length >= MAX_LINES) return null;
  const found: Hinted[] = [];
  for (const entry of entriesOf(look)) {
    const said = saidLine(entry.line);
    const about = said === null ? null : aboutOf(said.message);
    if (said !== null && (about === null || said.level !== 'warning')) return null;
    if (said !== null && about !== null) found.push({ entry, message: said.message, about });
    if (said === null && FAILS.test(entry.message)) return null;
  }
  return found.length === 0 ? null : found;
}

/** Whether facts say that the warnings of a log are such hints. */
export const tellsHints = (facts: string): boolean => facts.includes(ON_SETUP);
const ON_SETUP = ' on how it is set up, and no fault';

/** Says what the hints are about. */
function hintsText(hints: readonly Hinted[]): string {
  const about = [...new Set(hints.map((one) => one.about))].slice(0, MAX_ABOUT);
  const named = about.length < 2 ? about.join('')
    : `${about.slice(0, -1).join(', ')}, and ${about.at(-1) ?? ''}`;
  const quote = ends(hints[0]?.message ?? '');
  return hints.length === 1 ? `Its only warning is a hint${ON_SETUP}: ${named} ("${quote}").`
    : `Its ${hints.length} warnings are hints${ON_SETUP}s: ${named}; the first is "${quote}".`;
}

/** Returns that a program became ready with hints alone; null unless it did, after the last of them. */
export function hintedStart(look: Look): string | null {
  const hints = hintsIn(look);
  const last = hints?.at(-1);
  if (hints === null || last === undefined) return null;
  const entries = entriesOf(look);
  const at = entries.indexOf(last.entry);
  const ready = entries.find(({ message }, i) => i > at && READY.test(message));
  if (ready === undefined) return null;
  const isStart = entries.slice(0, 5).some(({ message }) => BEGINS.test(message) || /^Setting up\b/.test(message));
  const took = isStart ? secondsBetween(firstTimed(entries), ready) : null;
  return joined([
    `Nothing is wrong in its lines: it was ready${atTime(ready)} ("${ends(ready.message)}")${
      took === null ? '' : `, ${formatSeconds(took)} after its first line`}.`,
    hintsText(hints),
  ]);
}

/** Returns that no line names an error, with the hints; null for a log that has others, or none. */
export function hintsAlone(look: Look): string | null {
  const hints = hintsIn(look);
  return hints === null ? null
    : `No error or warning is among its other ${look.lines.length - hints.length} lines. ${hintsText(hints)}`;
}
