/**
 * Reads the goroutine dump of `/debug/pprof/goroutine?debug=2` as a goroutine profile: equal goroutines are one sample.
 * Its labels have what the usual form lacks: state, whole minutes of waiting, and creator.
 * https://github.com/golang/go/blob/master/src/runtime/traceback.go, goroutineheader
 */
import { DUMP_LABELS } from '../decode/goroutineStacks.ts';
import type { Profile } from '../decode/profile.ts';
import { StackProfile, type Frame, type Label } from './stackProfile.ts';
import { textLines } from './textLines.ts';

/** Matches `goroutine 12 gp=0xc0 m=3 mp=0xc1 [select, 3 minutes, locked to thread] {"a": "b"}:`, mostly optional. */
const HEADER =
  /^goroutine \d{1,20} (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?\[([^\]]{1,300})\](?: \{.{0,2000}\})?:$/;
/** Place `\t/app/tsdb/head.go:12 +0x1d`; inlined calls have no offset, pasted text has blanks for the tab. */
const PLACE = /^(?:\t|[ ]{2,16})(.{1,4000}):(\d{1,9})(?: \+0x[0-9a-f]{1,16})?(?: fp=.{0,200})?$/;
const CREATOR = /^created by (.{1,4000}?)(?: in goroutine \d{1,20})?$/;
const WAIT = /^(\d{1,9}) minutes$/;
const MINUTE_NANOS = 60_000_000_000n;
const MAX_LINE = 20_000;

export function looksLikeDump(head: string): boolean {
  return HEADER.test(/^\s*([^\r\n]*)/.exec(head)?.[1] ?? '') || isHeadless(head);
}

/** A frame with its place, or a place whose function was cut off: the beginning of a stack without its header. */
const FIRST_FRAME = new RegExp(String.raw`^\s{0,40}(?:([\w./~*()-]{3,300})\([^\n]{0,1000}\)[ \t]*\r?\n)?`
  + String.raw`[ \t]{0,16}\S{1,400}\.(?:go|s):\d{1,9}(?: \+0x[0-9a-f]{1,16})?[ \t]*\r?\n`);
const NEXT_HEADER = /^[ \t]{0,16}goroutine \d{1,20} \[[^\]\n]{1,300}(?:\]|$)/m;
/** A crash prints stacks too, and the stack that crashed first. */
const OF_CRASH = new RegExp(String.raw`^(?:panic: \S|fatal error: |SIG[A-Z]{3,6}: |\[signal `
  + String.raw`|(?:runtime\.)?(?:go)?panic\(|runtime\.(?:throw|fatal\w*|sigpanic)\()`
  + String.raw`|^goroutine \d{1,20} \[running`, 'm');
const HEAD_CHARS = 64 * 1024;
/** State of a stack without a header whose innermost function does not tell it. */
export const NO_STATE = 'state not in the text';
/** States by the innermost function, as Go names them in a header. */
const STATES: readonly (readonly [RegExp, string])[] = [
  [/^(?:internal\/)?sync\.(?:runtime_Semacquire|\(\*(?:RW)?Mutex\)\.|\(\*WaitGroup\)\.Wait)/, 'semacquire'],
  [/^sync\.(?:runtime_notifyListWait|\(\*Cond\)\.Wait)/, 'sync.Cond.Wait'],
  [/^internal\/poll\.runtime_pollWait/, 'IO wait'],
  [/^time\.Sleep/, 'sleep'], [/^(?:internal\/runtime\/)?syscall\./, 'syscall'],
];

/** Returns whether a dump begins within a stack, whose header was not pasted. */
export function isHeadless(text: string): boolean {
  const head = text.slice(0, HEAD_CHARS);
  const [first, name = ''] = FIRST_FRAME.exec(head) ?? [];
  if (first === undefined || OF_CRASH.test(head)) return false;
  // A stack alone is one of a dump if its goroutine waits.
  return NEXT_HEADER.test(head) || (stateOf(name) !== NO_STATE && CREATED.test(head));
}

const stateOf = (name: string): string => STATES.find(([pattern]) => pattern.test(name))?.[1] ?? NO_STATE;
const CREATED = /^[ \t]{0,16}created by \S/m;

/** Removes what stands before each line of a text whose first line has it, as code in Markdown is indented. */
function outdented(text: string): string {
  const [indent = ''] = /(?<=^\s{0,40})(?:\t| {2,16})(?=\S)(?!\S{1,300}\.(?:go|s):\d)/.exec(text.slice(0, 400)) ?? [];
  return indent === '' ? text : text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Returns the text with a header for a first stack that has none: its state is that of its innermost function. */
export function withFirstHeader(whole: string): string {
  const text = outdented(whole);
  return !isHeadless(text) ? text
    : `goroutine 0 [${stateOf(FIRST_FRAME.exec(text.slice(0, HEAD_CHARS))?.[1] ?? '')}]:\n${text.trimStart()}`;
}

interface Goroutine { state: string; waitMinutes: number; frames: Frame[]; creator: string; isInCreator: boolean }

export function readGoroutineDump(text: string): Profile {
  const stacks = new StackProfile([{ type: 'goroutine', unit: 'count' }]);
  let open: Goroutine | null = null;
  for (const line of textLines(withFirstHeader(text))) {
    if (line.length > MAX_LINE) continue;
    const header = HEADER.exec(line);
    if (header !== null) {
      if (open !== null) put(stacks, open);
      open = begun(header[1] ?? '');
    } else if (open !== null) readLine(line, open);
  }
  if (open !== null) put(stacks, open);
  return stacks.finish({ period: 1n, periodType: { type: 'goroutine', unit: 'count' } });
}

/** Parses `chan receive (nil chan), 3 minutes, locked to thread`: state, wait, and other words, which it skips. */
function begun(inBrackets: string): Goroutine {
  const [first = '', ...others] = inBrackets.split(', ');
  const minutes = others.map((one) => WAIT.exec(one)?.[1]).find((one) => one !== undefined);
  return {
    state: first.replace(/ \((?:scan|durable|leaked)\)/g, ''), waitMinutes: Number(minutes ?? 0), frames: [],
    creator: '', isInCreator: false,
  };
}

function readLine(line: string, goroutine: Goroutine): void {
  const place = PLACE.exec(line);
  const last = goroutine.frames.at(-1);
  if (place !== null) {
    if (goroutine.isInCreator || last === undefined) return;
    last.file = place[1] ?? '';
    last.line = Number(place[2]);
    return;
  }
  const creator = CREATOR.exec(line);
  if (creator !== null) {
    goroutine.creator = creator[1] ?? '';
    goroutine.isInCreator = true;
    return;
  }
  // Takes the last parenthesis: arguments contain none, but a method's receiver does, `(*Head)`.
  const arguments_ = line.endsWith(')') ? line.lastIndexOf('(') : -1;
  if (arguments_ > 0 && !goroutine.isInCreator && !line.startsWith('\t'))
    goroutine.frames.push({ name: line.slice(0, arguments_) });
}

function put(stacks: StackProfile, { state, waitMinutes, frames, creator }: Goroutine): void {
  const labels: Label[] = [[DUMP_LABELS.state, state]];
  if (waitMinutes > 0) labels.push([DUMP_LABELS.wait, BigInt(waitMinutes) * MINUTE_NANOS]);
  if (creator !== '') labels.push([DUMP_LABELS.creator, creator]);
  stacks.add(frames.map((frame) => stacks.frame(frame)), [1], labels);
}
