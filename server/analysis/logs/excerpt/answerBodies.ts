/** Replaces the JSON body of an answer at the end of an error by the innermost error in it, and whom it names. Pure. */

/** Where a body begins: behind the status, or behind a word for it. */
const OPENS = /(?:[:=] {0,2}|\b(?:body|response|answer) {1,2})["'`\\]{0,4}(?=\{ {0,2}\\{0,3}" ?[A-Za-z_])/g;
const MAX_BODIES = 5;
const MAX_CLOSES = 20;
const MAX_DEPTH = 6;
const MAX_ERROR = 1000;
/** Keys of an error, those that hold its cause before those that describe it. */
const ERRORS = ['error', 'errors', 'Error', 'root_cause', 'caused_by', 'cause'];
const TEXTS = ['message', 'Message', 'msg', 'reason', 'detail', 'description', 'error_description', 'errorMessage'];
/** Keys of whom an error concerns. */
const WHOM = ['tenant', 'tenant_id', 'user', 'org_id', 'orgID', 'database', 'db', 'bucket', 'index', 'metric', 'job'];
const MAX_WHOM = 2;
const MAX_NAME = 60;
/** The last error of a body that a copy cut. */
const CUT = /"(?:error|message|msg|reason|detail)" ?: ?"((?:[^"\\]|\\.){3,600})/g;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the text of an error and of what it says that caused it; null without one. */
function innermost(value: unknown, depth = 0): string | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') {
    const inner = /^\s{0,8}\{/.test(value) ? innermost(parsed(value), depth + 1) : null;
    return inner ?? (value.trim() === '' ? null : value.trim().slice(0, MAX_ERROR));
  }
  if (Array.isArray(value)) return innermost(value[0], depth + 1);
  if (!isFields(value)) return null;
  const of = (keys: readonly string[]): string | null => keys.map((key) => innermost(value[key], depth + 1))
    .find((found) => found !== null) ?? null;
  const [error, text] = [of(ERRORS), of(TEXTS)];
  if (error === null || text === null) return error ?? text;
  if (error.includes(text) || text.includes(error)) return error.length > text.length ? error : text;
  // A name stands before its explanation, a cause behind what it caused.
  return ERRORS.some((key) => typeof value[key] === 'string') ? `${error}: ${text}` : `${text}: ${error}`;
}

function whomOf(body: unknown, error: string): string {
  const own = !isFields(body) ? [] : WHOM.flatMap((key) => {
    const value = body[key];
    const name = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return name === '' || name.length > MAX_NAME || error.includes(name) ? [] : [`${key} ${name}`];
  });
  return own.length === 0 ? '' : ` (${own.slice(0, MAX_WHOM).join(', ')})`;
}

/** Returns the error of the body at the beginning of a text, and what stands behind the body; null without one. */
function errorAt(text: string): { error: string; rest: string } | null {
  const isEscaped = /^\{\\/.test(text);
  let plain = text;
  for (let i = 0; i < 3 && /^\{\\/.test(plain); i += 1)
    plain = plain.replaceAll(/\\(["\\])/g, '$1');
  let close = plain.lastIndexOf('}');
  for (let tries = 0; close > 0 && tries < MAX_CLOSES; tries += 1) {
    const body = parsed(plain.slice(0, close + 1));
    if (body !== undefined) {
      const error = innermost(body);
      return error === null ? null : { error: `${error}${whomOf(body, error)}`, rest: plain.slice(close + 1) };
    }
    close = plain.lastIndexOf('}', close - 1);
  }
  const cut = [...plain.matchAll(CUT)].at(-1)?.[1];
  return cut === undefined || (plain.includes('}') && !isEscaped) ? null : { error: cut, rest: '' };
}

/** Returns a text with the errors of such bodies in place of the bodies; a text that is JSON itself stays as it is. */
export function withInnerError(text: string): string {
  if (!text.includes('{')) return text;
  for (const { 0: before, index } of [...text.matchAll(OPENS)].slice(0, MAX_BODIES)) {
    const at = index + before.length;
    const found = index === 0 || /^\s{0,8}\{/.test(text) ? null : errorAt(text.slice(at));
    if (found !== null) return `${text.slice(0, at)}${found.error}${found.rest}`;
  }
  return text;
}
