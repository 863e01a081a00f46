/**
 * Removes the frame that k9s, a pane of tmux or a box of a terminal draws around lines, and joins the lines that it
 * wrapped. Pure; one pass over the lines.
 */
import { hasByte } from './typography.ts';

/** Longer texts are files, not copies from a screen. */
const MAX_CHARS = 2 ** 20;
const BAR = '\u2502\u2503\u2551';
const HAS_BAR = new RegExp(`[${BAR}][ \\t\\r]*$`, 'm');
/** The first byte of a bar in UTF-8. */
const BAR_BYTE = 0xe2;
/** A line between two bars, or in a left pane before one; the first and the last line of a copy may have lost one. */
const BOTH = new RegExp(`^[${BAR}] ?([^${BAR}]{0,4000}?)[${BAR}]\\s*$`);
const RIGHT = new RegExp(`^([^${BAR}]{20,4000}?)[${BAR}]\\s*$`);
const LEFT = new RegExp(`^[${BAR}] ?([^${BAR}]{1,4000})$`);
const MIN_WIDTH = 40;
/** Beginnings of lines that a frame cannot have wrapped: a time, a level, a key, JSON, a crash. */
const BEGINS = new RegExp([
  /^(?:ts|time|t|level|lvl|caller|logger|msg|source)=/, /^\{"/, /^\[?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /, /^[IWEFD]\d{4} \d\d:\d\d:\d\d/, /^(?:panic|fatal error): /,
  /^goroutine \d{1,12} \[/, /^\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b/,
  // kubectl describe.
  /^\s{0,24}(?:(?:Last )?State|Reason|Exit Code|Started|Finished|Ready|Restart Count|Container ID|Image(?: ID)?):\s/,
  /^\s{0,24}(?:Limits|Requests|Environment|Mounts|Args|Command|Liveness|Readiness|Startup|Ports?|Host Ports?):(?:\s|$)/,
].map(({ source }) => source).join('|'));

/** A line of kubectl describe between bars: a box that is narrow, or whose lines have lost their width. */
const DESCRIBED = new RegExp(
  String.raw`^[${BAR}] ?(\s{0,24}[A-Za-z][\w .-]{0,40}:(?:\s[^${BAR}]{0,600})?)[${BAR}]\s{0,40}$`
);
/** Keys that only such a description has. */
const OF_DESCRIPTION =
  new RegExp(String.raw`^[${BAR}]\s{0,24}(?:Last State|State|Exit Code|Restart Count|Container ID):`, 'm');

/** Does the same as `withoutFrame` for a whole file. */
export function unframed(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_CHARS || !hasByte(bytes, BAR_BYTE)) return bytes;
  const text = new TextDecoder().decode(bytes);
  const plain = withoutFrame(text);
  return plain === text ? bytes : new TextEncoder().encode(plain);
}

/** Returns the text with framed lines as they were before; unchanged without a frame. */
export function withoutFrame(text: string): string {
  if (text.length > MAX_CHARS || !HAS_BAR.test(text)) return text;
  const lines = text.split('\n');
  const shown: string[] = [];
  const isDescription = OF_DESCRIPTION.test(text);
  let isFramed = false;
  for (let from = 0; from < lines.length;) {
    const frame = frameAt(lines, from);
    if (frame === null) {
      const line = lines[from] ?? '';
      const described = isDescription ? DESCRIBED.exec(line)?.[1]?.trimEnd() : undefined;
      isFramed ||= described !== undefined;
      shown.push(described ?? line);
      from += 1;
    } else {
      shown.push(...joinedLines(frame));
      from += frame.lines.length;
      isFramed = true;
    }
  }
  return isFramed ? shown.join('\n') : text;
}

interface Framed {
  text: string;
  /** False for a last line, which the copy may have ended within. */
  isClosed: boolean;
}
interface Frame {
  lines: Framed[];
  /** Whether a blank is before each right bar, as in k9s; a pane of tmux has none. */
  hasBlank: boolean;
}

/** Returns the lines of one width in the frame that begins at a line; null if none does. */
function frameAt(lines: readonly string[], from: number): Frame | null {
  const first = lines[from] ?? '';
  const inside = [BOTH, RIGHT].find((one) => (one.exec(lines[from + 1] ?? '')?.[1]?.length ?? 0) >= MIN_WIDTH);
  const opened = BOTH.exec(first)?.[1] ?? RIGHT.exec(first)?.[1];
  if (opened === undefined || inside === undefined) return null;
  const width = inside.exec(lines[from + 1] ?? '')?.[1]?.length ?? 0;
  // A line that the copy began within is shorter.
  const isBegun = inside === BOTH && !BOTH.test(first) && opened.length < width;
  if (opened.length !== width && !isBegun) return null;
  const framed: Framed[] = [{ text: opened, isClosed: true }];
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = inside.exec(line)?.[1];
    if (text?.length !== width) {
      const last = text === undefined && inside === BOTH ? LEFT.exec(line)?.[1] : undefined;
      if (last !== undefined) framed.push({ text: last, isClosed: false });
      break;
    }
    framed.push({ text, isClosed: true });
  }
  const hasBlank = inside === BOTH && framed.every(({ text, isClosed }) => !isClosed || text.endsWith(' '));
  return { lines: framed, hasBlank };
}

/** Joins each line that fills the frame with the next one, unless that begins a record: then the frame cut it. */
function joinedLines({ lines, hasBlank }: Frame): string[] {
  const joined: string[] = [];
  let isFull = false;
  for (const { text, isClosed } of lines) {
    const inside = isClosed && hasBlank ? text.slice(0, -1) : text;
    if (isFull && !BEGINS.test(inside)) joined.push(`${joined.pop() ?? ''}${inside}`);
    else joined.push(inside);
    // A line may be wrapped at a blank.
    isFull = isClosed && inside.trim() !== '' && inside.trimEnd().length + 1 >= inside.length;
  }
  return joined.map((line) => line.trimEnd());
}
