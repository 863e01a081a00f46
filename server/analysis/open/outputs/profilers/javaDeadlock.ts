/** Says which threads of a Java VM wait for each other, from the report below a thread dump or from it alone. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';

const FOUND = /^[ \t]{0,8}Found (?:one|\d{1,4}) Java-level deadlocks?:/m;
/** The stacks of the threads are behind this line. */
const STACKS = /^[ \t]{0,8}Java stack information for the threads listed above:/m;
const HELD = new RegExp(
  /^[ \t]{0,8}"([^"\n]{1,200})":[ \t]{0,8}\n[ \t]{1,12}waiting (?:to lock|for ownable)[^\n]{1,300}\n/.source
    + /[ \t]{1,12}which is held by "([^"\n]{1,200})"/.source, 'gm'
);
const STACK = /^[ \t]{0,8}"([^"\n]{1,200})":[ \t]{0,8}\n((?:[ \t]{1,12}(?:at|-) [^\n]{1,400}(?:\n|$)){1,100})/gm;
const FRAME = /^[ \t]{1,12}at (?:[\w.@]{1,100}\/)?([\w.$<>]{1,300})\(([\w$.-]{1,100}:\d{1,7})\)/gm;
/** A frame in which a thread took a lock that it still holds. */
const TAKEN = new RegExp(String.raw`^[ \t]{1,12}at (?:[\w.@]{1,100}/)?([\w.$<>]{1,300})\(([\w$.-]{1,100}:\d{1,7})\)`
  + String.raw`[ \t]{0,8}\r?\n[ \t]{1,12}- locked `, 'm');
/** The next step after a deadlock, which the threads never leave. */
export const DEADLOCK_STEP = 'These threads never continue: take the locks in one order everywhere, or with tryLock '
  + 'and a timeout, and restart the process.';
const LIBRARY = /^(?:java|javax|jdk|sun)\./;
/** More threads of one circle are only counted. */
const MAX_THREADS = 12;

/** Returns null without a deadlock. */
export function javaDeadlock(text: string): string | null {
  const begins = FOUND.exec(text)?.index;
  if (begins === undefined) return null;
  const report = text.slice(begins);
  const stacks = report.search(STACKS);
  const places = new Map(stacks < 0 ? [] : [...report.slice(stacks).matchAll(STACK)]
    .map(([, name = '', frames = '']): [string, string] => [name, placeIn(frames)]));
  const all = [...report.slice(0, stacks < 0 ? undefined : stacks).matchAll(HELD)];
  const more = all.length - MAX_THREADS;
  const waits = all.slice(0, MAX_THREADS)
    .map(([, name = '', holder = '']) => `"${name}" waits for a lock that "${holder}" holds${places.get(name) ?? ''}`);
  return waits.length === 0 ? 'It has a deadlock.' : `It has a deadlock: ${waits.join('; ')}${
    more > 0 ? `; and ${more} more` : ''}.`;
}

/** Returns ` at Bank.java:31 (Bank.transfer)`, of the first frame that is not of the library of Java. */
function placeIn(stack: string): string {
  const frames = [...stack.matchAll(FRAME)];
  const [, name, place] = frames.find(([, one = '']) => !LIBRARY.test(one)) ?? frames[0] ?? [];
  const [, holder, taken] = TAKEN.exec(stack) ?? [];
  return name === undefined ? '' : `, at ${place} (${short(name)})${
    holder === undefined || taken === place ? '' : `, holding one that it took at ${taken} (${short(holder)})`}`;
}

const short = (name: string): string => name.split('.').slice(-2).join('.');

export const JAVA_DEADLOCK: Format = {
  id: 'java-deadlock', name: 'the report of a deadlock in a Java VM', door: null,
  match: ({ text }) => when(fits(FOUND, text), { ...LIKELY, program: 'Java' }),
  interest: ({ text }) => javaDeadlock(text),
  remedy: 'The threads wait for ever: take the locks in one order everywhere.',
};
