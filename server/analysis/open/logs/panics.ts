/** Go panics and fatal errors in the text of a log, each with the functions of its first stack. Pure and bounded. */
import type { LoggedPanic } from '../../knownIssues/knownIssueTypes.ts';
import { bareLine } from '../../logs/bareLines.ts';

const MAX_PANICS = 20;
const MAX_LINES = 160;
const MAX_FUNCTIONS = 60;
const MAX_LINE = 1000;
const MAX_STACK_TEXT = 64 * 1024;

/** A panic that ends the process, one that net/http recovers from, and one whose stack is a field of a log line. */
const STACK_FIELD = /\bstack(?:trace)?"?[=:] ?"?goroutine \d/;
const START = new RegExp([
  String.raw`(?:^|[\s|>\]:"])(?:panic|fatal error): \S`, String.raw`\bhttp: panic serving \S`,
  String.raw`\bunexpected fault address 0x`, STACK_FIELD.source,
].join('|'));
const FRAME = /^\s*([\w.\-/~%]{1,200}\.\S{1,200}?)\((?:\.\.\.|[\w,.{}?+ -]*)\)"?\s*$/;
/** What is above it ran because of the panic: it recovers or reports it. */
const PANICS = /^\s*panic\(/;
const SIGNAL = /^\[signal \S/;
/** Where another goroutine begins, the first one's stack is complete. */
const GOROUTINE = /^goroutine \d+ /;

/** `text`: of the log; lines may have what a container runtime or journald puts before them. */
export function panicsOf(text: string): LoggedPanic[] {
  const found: LoggedPanic[] = [];
  let from = 0;
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

/** A log line that has the whole stack as a field. */
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

/** Without what a container runtime or journald puts before it, but with its own blanks. */
function textOf(line: string): string {
  return bareLine(line.slice(0, MAX_LINE));
}

function lineAt(text: string, from: number): string {
  const newline = text.indexOf('\n', from);
  return text.slice(from, newline < 0 ? text.length : newline);
}
