/** Finds where the reason behind a quoted message ends: at a closing mark, or at the end of the sentence. Pure. */

/** Closing quotation marks, and the ends of sentences in languages that have their own. */
const CLOSES = /["\n\u300d\u300f\u201d\u00bb\u3002\uff01\uff1f]/;
/** Characters of Japanese and Korean that are in no path of a server. */
const SCRIPT = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const HAN = /\p{Script=Han}/u;
const MAX_REASON = 240;
const MAX_INNER = 140;
const MAX_TRIES = 5;

/** Returns the words behind a message up to where the quotation of it ends; the text is one line. */
export function reasonOf(rest: string): string {
  let at = 0;
  for (const end = Math.min(rest.length, MAX_REASON); at < end; at += 1) {
    const mark = rest.charAt(at);
    const inner = mark === '"' ? innerEnd(rest, at) : null;
    if (inner !== null) at = inner;
    else if (CLOSES.test(mark) || SCRIPT.test(mark) || (HAN.test(mark) && !isInPath(rest, at))) break;
    else if (mark === '.' && /^(?:\s|$)/.test(rest.slice(at + 1, at + 2))) break;
  }
  const whole = rest.slice(0, at);
  return (at < MAX_REASON || at === rest.length ? whole : whole.replace(/\s\S{0,80}$/, '')).trimEnd();
}

/**
 * Returns where a path or a name in quotation marks within an error ends; null for the mark that ends the error. An
 * opening mark stands behind a blank and before a word; what closes it stands before a blank or a mark.
 */
function innerEnd(rest: string, at: number): number | null {
  const before = rest.slice(Math.max(0, at - 2), at);
  const end = rest.indexOf('"', at + 1);
  if (end < 0 || end - at >= MAX_INNER) return null;
  const next = rest.slice(end + 1, end + 2);
  if (/[:=] ?$/.test(before)) return /^[:,})\]]/.test(next) ? end : null;
  const inner = rest.slice(at + 1, end);
  return /[ (]$/.test(before) && /^[\w/.\\][^\n]*[\w/.)\\]$/.test(inner) && /^[\s:,;.)]|^$/.test(next) ? end : null;
}

const isInPath = (rest: string, at: number): boolean => /[/\\]\S{0,100}$/.test(rest.slice(Math.max(0, at - 101), at));

/** Returns the end of a message that stands between back quotes in the text; null without such a place. */
export function reasonInCode(text: string, message: string): string | null {
  const lower = text.toLowerCase();
  let at = lower.indexOf(message);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const before = lower.slice(lower.lastIndexOf('\n', at) + 1, at);
    const rest = text.slice(at + message.length, at + message.length + MAX_REASON);
    const close = rest.search(/[`\n]/);
    if (before.split('`').length % 2 === 0 && rest.charAt(close) === '`') return rest.slice(0, close).trim();
    at = lower.indexOf(message, at + 1);
  }
  return null;
}
