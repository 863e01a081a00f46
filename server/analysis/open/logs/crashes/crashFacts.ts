/** Panics, fatal errors and faults of Go programs: message, function and program. */
import { allIn, fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { unorderedValues } from '../messages/unorderedValues.ts';
import { lastActivity } from '../said/lastActivity.ts';
import { meaningBeside } from '../said/meanings.ts';
import { programOfModules } from '../naming/programTable.ts';
import { crashPlace, isOfGo, RUNTIME, shortName, withoutLoggers } from './crashPlace.ts';
import { deadlockFacts } from './deadlocks.ts';
import { allocationFacts } from './goMemory.ts';
import { libcClash } from './libcClash.ts';
import { loggedCause } from './loggerFrames.ts';
import { ANY_FILE, mappedFile, queriesFile } from './mapped/mappedFiles.ts';
import { panicsIn } from './panics.ts';
import { runtimeFault } from './runtimeFaults.ts';
import { goVersionIn } from './stackVersions.ts';
import { placeOfTest, testFacts } from './tests/goTestEnd.ts';

const SIGNALED = /\bSIG(?:SEGV|BUS|ILL|ABRT)\b/;
const FAULT = /unexpected fault address 0x|\[signal SIG(?:BUS|SEGV)|^SIG(?:BUS|SEGV): /m;

/** Describes the first crash; null without a panic, a fatal error or a fault. */
export function crashOf(look: Look): string | null {
  const deaths = deathsOf(look);
  const [first] = deaths;
  if (first === undefined) return null;
  const often = deaths.length > 1 ? ` (${deaths.length} times)` : '';
  const functions = panicsIn(look)[0]?.functions ?? [];
  const waits = deadlockFacts(look.bare, first) ?? timedOutTests(look.bare, first);
  const cause = loggedCause(look.text, first.said);
  const ofRuntime = runtimeFault(look.bare, first);
  // A finding may have said the message and the function, but not the place.
  return joined([
    `It crashed with ${quoted(first.said)}${often}${waits === null ? placeOf(functions) : ''}.`,
    cause === null ? null : `The cause given is ${quoted(cause)}.`, lastActivity(look.bare, first.start),
    faultOf(look, first.end), signalOf(look.bare, first), allocationFacts(look.bare, first.said),
    ofRuntime, waits ?? crashPlace(look.bare, first.end),
    fits(SIGNALED, look.text) ? libcClash(look.text) : null,
    emptySetting(functions, first.said) ?? unorderedValues(functions, first.said)
      ?? (waits === null && ofRuntime === null ? meaningBeside(first.said) : null),
  ]);
}

const EMPTY = /index out of range \[0\] with length 0/;

/** Explains a crash in a check that takes the first entry of a list of the configuration; null for other crashes. */
function emptySetting([first = '']: readonly string[], said: string): string | null {
  return !EMPTY.test(said) || !first.endsWith('loki.validateSchemaRequirements') ? null
    : 'Loki takes the first entry of schema_config there, and its configuration has none: add schema_config (tsdb, '
      + 'v13, a period of 24h) and its storage, and start it again.';
}

/** States the version of Go in the paths of a stack, for a program whose own version is another. */
export function builtWith(look: Look): string | null {
  const version = programOfModules(look.words) === null ? undefined : goVersionIn(look.words);
  return version === undefined ? null : `It was built with Go ${version}.`;
}

/** Returns the function that crashed; if it is one of Go's packages, also the first of the program that called it. */
function placeOf(functions: readonly string[]): string {
  const own = withoutLoggers(functions, (name) => name).filter((name) => !RUNTIME.test(name));
  const [where] = own;
  if (where === undefined) return '';
  const caller = isOfGo(where) ? own.find((name) => !isOfGo(name)) : undefined;
  return `, in ${shortName(where)}${caller === undefined ? '' : `, called by ${shortName(caller)}`}`;
}

interface Death { said: string; start: number; end: number }

/** Last messages of Go, and of the C code that its runtime calls. */
const DEATH = new RegExp(
  /(^|[\s"|>\]:`])((?:(?:panic|fatal error): |runtime\/cgo: pthread_create failed: )[^\n]{1,600})/.source, 'gm'
);

/** Returns the message of each crash; a different one right after it is of the same process as it handles it. */
function deathsOf({ bare, envelope }: Look): Death[] {
  const deaths: Death[] = [];
  let end = -1;
  for (const { 0: whole, 1: before, 2: text = '', index } of allIn(DEATH, bare)) {
    // After a quotation mark, the message ends at the next one.
    const said = before === '"' || before === '`' ? text.replace(/["\\`].*$/, '') : text;
    const last = deaths.at(-1);
    const isNext = last === undefined || bare.slice(end, index).trim() !== '' || said === last.said;
    end = index + whole.length;
    if (isNext) deaths.push({ said, start: index, end });
    else {
      last.end = end;
      // A title may have cut the message.
      if (said.startsWith(last.said)) last.said = said;
    }
  }
  if (deaths.length === 0) return signalDeaths(bare);
  // In wrapped lines, each crash is a log entry of its own and not a quote.
  return envelope === null ? withoutQuotes(bare, deaths) : deaths;
}

/** The first line that Go prints if a signal comes while C code runs, or from outside; SIGQUIT asks for stacks. */
const DEADLY = /^(SIG(?:SEGV|BUS|ABRT|ILL|FPE|TRAP|SYS): [a-z][a-z \-/]{2,60}?)[ \t\r]{0,4}$/gm;

function signalDeaths(bare: string): Death[] {
  const [first] = allIn(DEADLY, bare);
  return first === undefined ? []
    : [{ said: first[1] ?? '', start: first.index, end: first.index + first[0].length }];
}

const STACK =
  /^\s*(?:\[signal \S[^\n]*\s+)?((?:goroutine \d{1,12} \[[^\n]*|runtime stack:)(?:\n(?:\S+\(|\s+\S+:\d)[^\n]*){0,6})/;
const CLOCK = /\d\d:\d\d:\d\d/;

/** Removes crashes that a report repeats in its title or sentences if another part of it has the stack. */
function withoutQuotes(bare: string, deaths: readonly Death[]): Death[] {
  const all = deaths.map((death, i) => ({
    ...death, stack: STACK.exec(bare.slice(death.end, deaths[i + 1]?.start).slice(0, 1500))?.[1] ?? null,
  }));
  const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
  const whole = all.filter(({ stack }) => stack !== null);
  return all.filter(({ said, stack, start }, i) => {
    if (stack === null) {
      const line = bare.slice(bare.lastIndexOf('\n', start) + 1, start + 1);
      return CLOCK.test(line) || !whole.some((one) => isSame(one.said, said));
    }
    const before = all.slice(0, i).find((one) => one.stack !== null && one.said === said && one.stack === stack);
    return before === undefined || CLOCK.test(bare.slice(before.end, start));
  });
}

function faultOf({ words, bare }: Look, from: number): string | null {
  if (!fits(FAULT, words)) return null;
  return queriesFile(bare, from)
    ?? (fits(/\[signal SIGBUS|^SIGBUS: /m, words) ? mappedFile(bare, from) ?? ANY_FILE : null);
}

/** The tests that ran when go test gave up: its own timer is where the panic is. */
const RUNNING = new RegExp(String.raw`^[ \t>]{0,20}running tests?:[ \t]{0,8}\n((?:[ \t>]{1,20}\S[^\n]{0,200}\n`
  + String.raw`|(?:Test|Fuzz|Example|Benchmark)\S{0,200} \([\d.hms]{1,20}\)[ \t]{0,8}\n){1,20})`, 'm');
const MAX_TESTS = 3;

function timedOutTests(bare: string, { said, end }: Pick<Death, 'said' | 'end'>): string | null {
  const [, limit] = /^panic: test timed out after ([\dhm.]{1,20}s)/.exec(said) ?? [];
  return limit === undefined ? null
    : joined(['go test ended the run at its time limit.', runningTests(bare, end), testFacts(bare, limit)]);
}

/** Returns the tests that ran; null if the text does not name them. `end`: of the message. */
function runningTests(bare: string, end: number): string | null {
  const names = RUNNING.exec(bare.slice(end, end + 4000))?.[1]?.split('\n')
    .map((line) => line.replace(/^[ \t>]{1,40}/, '').trim()).filter((name) => name !== '');
  const [only, another] = names ?? [];
  const place = only === undefined || another !== undefined || only.startsWith('Benchmark') ? null
    : placeOfTest(bare.slice(end), only);
  return names === undefined ? null : `Still running ${names.length === 1 ? 'was' : 'were'} ${
    names.slice(0, MAX_TESTS).join(', ')}${
    names.length > MAX_TESTS ? ` and ${names.length - MAX_TESTS} more` : ''}.${place === null ? '' : ` ${place}`}`;
}

/** Messages that do not say which signal came, or why. */
const UNNAMED = /unexpected signal|unexpected fault address|^fatal error: fault\b/;
const SIGNAL = /\[signal (SIG[A-Z]{2,6})[^\]\n]{0,80}?(?: addr=(0x[0-9a-f]{1,16}))?(?: pc=0x[0-9a-f]{1,16})?\]/;
/** Number of characters behind a message in which its signal stands. */
const NEAR_CHARS = 300;

/** Names the signal behind a message that does not; SIGBUS has words of its own. */
function signalOf(bare: string, { said, end }: Pick<Death, 'said' | 'end'>): string | null {
  const [, name, address] = SIGNAL.exec(bare.slice(end, end + NEAR_CHARS)) ?? [];
  return name === undefined || name === 'SIGBUS' || !UNNAMED.test(said) ? null
    : `The signal is ${name}${name !== 'SIGSEGV' ? ''
      : `: an invalid memory access${address === undefined ? '' : ` at ${address}`}`}.`;
}
