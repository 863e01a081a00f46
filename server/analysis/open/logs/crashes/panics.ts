/** Go panics and fatal errors in the text of a log, each with the functions of its first stack. Pure and bounded. */
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import type { LoggedPanic } from '../../../knownIssues/knownIssueTypes.ts';
import { bareLine } from '../../../logs/bareLines.ts';
import { withoutMarks } from './crashPlace.ts';

const MAX_PANICS = 20;
const MAX_LINES = 160;
const MAX_FUNCTIONS = 60;
const MAX_LINE = 1000;
const MAX_STACK_TEXT = 64 * 1024;

/** A stack as a field of a log line. `START` also matches panics that end the process or that net/http recovers. */
const STACK_FIELD = /\bstack(?:trace)?"?[=:] ?"?goroutine \d/;
const START = new RegExp([
  String.raw`(?:^|[\s|>\]:"])(?:panic|fatal error): \S`, String.raw`\bhttp: panic serving \S`,
  String.raw`\bunexpected fault address 0x`, STACK_FIELD.source,
].join('|'));
const FRAME =
  /^\s*([\w.\-/~%]{1,200}\.\S{1,200}?)\((?:(?:\.\.\.|[\w,.{}?+ -]*)\)"?|0x[0-9a-f][\w,.{}?+ -]*)\s*$/;
/** The call of panic; the frames above it recover or report the panic. */
const PANICS = /^\s*panic\(/;
const SIGNAL = /^\[signal \S/;
/** The beginning of a goroutine; the second one completes the stack of the first. */
const GOROUTINE = /^goroutine \d+ /;

/** Returns the panics in a log, whose lines may have a prefix of a container runtime or journald. */
export function panicsOf(text: string): LoggedPanic[] {
  const found: LoggedPanic[] = [];
  let from = mayMatch(START, text) ? 0 : text.length;
  while (from < text.length && found.length < MAX_PANICS) {
    const line = lineAt(text, from);
    from += line.length + 1;
    if (!START.test(line.slice(0, MAX_LINE))) continue;
    const { panic, end } = readPanic(text, line, from);
    from = end;
    if (panic.functions.length > 0) found.push(panic);
  }
  return found;
}

/** Returns the panics in a log, or, where prefixes of its lines hide all of them, those in its lines without these. */
export function panicsIn({ text, bare }: { text: string; bare: string }): LoggedPanic[] {
  const own = panicsOf(text);
  return own.length > 0 || bare === text ? own : panicsOf(bare);
}

function readPanic(text: string, first: string, from: number): { panic: LoggedPanic; end: number } {
  const field = bareLine(first.slice(0, MAX_STACK_TEXT));
  if (STACK_FIELD.test(field.slice(0, MAX_LINE))) return { panic: ofField(field), end: from };
  const message = [textOf(first)];
  const functions: string[] = [];
  let end = from;
  let goroutines = 0;
  for (let count = 0; count < MAX_LINES && end < text.length; count++) {
    const raw = lineAt(text, end);
    const line = textOf(raw);
    if (GOROUTINE.test(line) && (goroutines += 1) > 1) break;
    if (functions.length === 0 && START.test(line)) message.push(line);
    if (SIGNAL.test(line)) message.push(line);
    take(line, functions);
    end += raw.length + 1;
  }
  return { panic: { message: message.join(' ').slice(0, MAX_LINE), functions }, end };
}

/** Reads a panic from a log line with the whole stack as a field. */
function ofField(line: string): LoggedPanic {
  const lines = line.replaceAll(String.raw`\t`, '\t').split(String.raw`\n`);
  const second = lines.findIndex((one, i) => i > 0 && GOROUTINE.test(one));
  const functions: string[] = [];
  for (const one of second < 0 ? lines : lines.slice(0, second)) take(one.slice(0, MAX_LINE), functions);
  return { message: (lines[0] ?? '').slice(0, MAX_LINE), functions };
}

function take(line: string, functions: string[]): void {
  if (PANICS.test(line)) functions.length = 0;
  const frame = FRAME.exec(line)?.[1];
  if (frame !== undefined && functions.length < MAX_FUNCTIONS) functions.push(frame);
}

/** Removes the prefix of a container runtime or journald, but keeps the blanks of the line itself. */
function textOf(line: string): string {
  return withoutMarks(bareLine(line.slice(0, MAX_LINE)));
}

function lineAt(text: string, from: number): string {
  const newline = text.indexOf('\n', from);
  return text.slice(from, newline < 0 ? text.length : newline);
}
