/** Reads when a text says that it was taken, which orders two of one form. Pure. */

const HEAD_CHARS = 8 * 1024;
const ZONE = String.raw`(?:Z|[+-]\d\d:?\d\d| UTC)?`;
const ISO = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?${ZONE}`;
/** `Thu Mar  5 10:00:00 2026`, also with a zone before the year. */
const CLOCK = String.raw`[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:[A-Z]{3,4} )?\d{4}`;
const PATTERNS: readonly RegExp[] = [
  // go tool pprof; newer versions print an ISO time.
  /^[ \t>]{0,40}Time: ([A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d\d[ap]m)/m,
  new RegExp(String.raw`^[ \t>]{0,40}(?:Time|Date|Captured(?: on)?|Taken(?: at)?|Started(?: at| on)?): {0,4}(${ISO})`,
    'mi'),
  new RegExp(String.raw`^# (?:captured on|started on):?[ \t]{0,8}:?[ \t]{0,8}(${CLOCK})`, 'm'),
  // Of Google Benchmark, pytest-benchmark and go test -json.
  new RegExp(String.raw`"(?:date|datetime|Time)": ?"(${ISO})"`), new RegExp(String.raw`^(${ISO})[ \t]*\r?$`, 'm'),
  new RegExp(String.raw`^(${CLOCK})[ \t]*\r?$`, 'm'),
];

/** Returns a time as Unix seconds, UTC unless it names a zone; NaN for another text. */
function secondsOf(text: string): number {
  const old = /^([A-Z][a-z]{2} \d{1,2}, \d{4}) at (\d{1,2}):(\d\d)([ap])m$/.exec(text);
  if (old !== null) {
    const [, day = '', hour, minute = '', half] = old;
    return Date.parse(`${day} ${(Number(hour) % 12) + (half === 'p' ? 12 : 0)}:${minute}:00 UTC`) / 1000;
  }
  if (!/^\d/.test(text)) return Date.parse(/ [A-Z]{3,4} \d{4}$/.test(text) ? text : `${text} UTC`) / 1000;
  const plain = text.replace(' UTC', 'Z').replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(plain) ? plain : `${plain}Z`) / 1000;
}

/** Returns the Unix seconds that the head of a text states; null if it states none. */
export function statedSeconds(text: string): number | null {
  const head = text.slice(0, HEAD_CHARS);
  for (const pattern of PATTERNS) {
    const found = pattern.exec(head)?.[1];
    const seconds = found === undefined ? NaN : secondsOf(found);
    if (Number.isFinite(seconds)) return seconds;
  }
  return null;
}
