/**
 * Reads objects of Kubernetes as YAML or JSON into values, also a part whose beginning was cut off. Pure; bounded: one
 * pass over the lines. All scalars are texts.
 */

export type Value = string | Value[] | Fields;
export type Fields = Map<string, Value>;

const MAX_CHARS = 1024 * 1024;
const MAX_LINES = 20_000;
const MAX_LINE = 8000;
const MAX_SCALAR = 16 * 1024;
const MAX_DEPTH = 24;
/** A key with its value, behind dashes of items; JSON has quotation marks around it. */
const KEY = new RegExp(
  /^( {0,120})((?:- {1,4}){0,3})("(?:[^"\\]|\\.){1,200}"|'[^'\n]{1,200}'|[\w$.][\w.$/@-]{0,200})\s?:/.source
    + /(?:[ \t]{1,8}(.*))?$/.source
);
/** An item without a key in its line: a scalar, or the brace of an object of JSON. */
const ITEM = /^( {0,120})(?:- {1,4}(\S.*)|-|\{)$/;
const BLOCK = /^[|>][-+\d]{0,2}$/;
/** A quotation mark within a quotation. */
const ESCAPED = String.raw`\"`;

export const isFields = (value: Value | undefined): value is Fields => value instanceof Map;

/** Returns the text at a path of keys; `""` if there is none. */
export function textAt(value: Value | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Returns the value at a path of keys; undefined if there is none. */
export function valueAt(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  let found = value;
  for (const key of path) found = isFields(found) ? found.get(key) : undefined;
  return found;
}

/** Returns the objects of the list at a path of keys. */
export function listAt(value: Value | undefined, ...path: readonly string[]): Fields[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

/** Returns the documents of a text. */
export function valuesOf(text: string): Value[] {
  const json = /^\s{0,200}[[{]/.test(text) && text.length <= MAX_CHARS ? jsonOf(text) : null;
  return json === null ? new Lines(text).documents : [json];
}

function jsonOf(text: string): Value | null {
  try {
    return plain(JSON.parse(text) as unknown, 0);
  } catch {
    return null;
  }
}

function plain(value: unknown, depth: number): Value {
  if (typeof value === 'string') return value.slice(0, MAX_SCALAR);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  return Array.isArray(value) ? value.map((one: unknown) => plain(one, depth + 1))
    : new Map(Object.entries(value).map(([key, one]: [string, unknown]): [string, Value] =>
      [key, plain(one, depth + 1)]));
}

/** An object that is read: the column of its keys, null before the first one, and its last key. */
interface Open { fields: Fields; column: number | null; outer: number; last: string }

/** A scalar that goes on in the next lines: of a block, behind a quotation mark, or folded. */
interface Scalar { open: Open; key: string; column: number; end: 'block' | '"' | '\'' | 'folded' }

class Lines {
  readonly documents: Value[] = [];
  #stack: Open[] = [];
  #scalar: Scalar | null = null;

  constructor(text: string) {
    this.#begin();
    for (const whole of text.split('\n', MAX_LINES)) this.#take(whole.slice(0, MAX_LINE).replace(/\r$/, ''));
  }

  #begin(): void {
    const fields: Fields = new Map();
    this.documents.push(fields);
    this.#stack = [{ fields, column: null, outer: -1, last: '' }];
    this.#scalar = null;
  }

  #take(line: string): void {
    if (this.#goesOn(line)) return;
    if (/^---\s*$/.test(line)) {
      this.#begin();
      return;
    }
    const [, blanks = '', dashes = '', name, rest = ''] = KEY.exec(line) ?? [];
    if (name !== undefined) {
      if (dashes !== '') this.#item(blanks.length);
      this.#key(blanks.length + dashes.length, unquoted(name), rest);
      return;
    }
    const [item, before = '', scalar] = ITEM.exec(line.replace(/[,\s]{1,8}$/, '')) ?? [];
    if (item === undefined) return;
    if (scalar === undefined) this.#item(before.length);
    else this.#text(before.length, scalarOf(scalar));
  }

  /** Whether a line belongs to the scalar of the lines before it. */
  #goesOn(line: string): boolean {
    const scalar = this.#scalar;
    if (scalar === null) return false;
    const { column, end } = scalar;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const isBelow = indent > column || line.trim() === '';
    // A quotation ends with its mark alone; another scalar, where a key or a line of the same depth follows.
    if (end === '"' || end === '\'') {
      const own = line.trimEnd().replace(/,$/, '');
      const isEnd = own.endsWith(end) && !own.endsWith(ESCAPED);
      if (isEnd || !isBelow) this.#scalar = null;
      if (!isBelow) return false;
      const part = isEnd ? own.slice(0, -1) : own;
      this.#append(scalar, end === '"' ? unescaped(part) : part);
      return true;
    }
    if (!isBelow || (end === 'folded' && (KEY.test(line) || ITEM.test(line)))) {
      this.#scalar = null;
      return false;
    }
    this.#append(scalar, line);
    return true;
  }

  /** Adds a line to a scalar: only those of a block are lines of its text. */
  #append({ open: { fields }, key, end }: Scalar, line: string): void {
    const before = fields.get(key);
    if (typeof before === 'string' && before.length < MAX_SCALAR && line.trim() !== '')
      fields.set(key, `${before}${before === '' ? '' : end === 'block' ? '\n' : ' '}${line.trim()}`);
  }

  /** Returns the innermost open object whose keys are not to the right of a column. */
  #at(column: number): Open {
    while (this.#stack.length > 1 && (this.#stack.at(-1)?.column ?? -1) > column) this.#stack.pop();
    // An object without keys, whose brace stands to the right, is over.
    while (this.#stack.length > 1 && this.#top.column === null && this.#top.outer >= column) this.#stack.pop();
    return this.#top;
  }

  get #top(): Open {
    const top = this.#stack.at(-1);
    if (top !== undefined) return top;
    const root: Open = { fields: new Map(), column: null, outer: -1, last: '' };
    this.#stack.push(root);
    return root;
  }

  /** Begins an object of a list. */
  #item(column: number): void {
    const open = this.#at(column);
    const fields: Fields = new Map();
    listOf(open).push(fields);
    if (this.#stack.length < MAX_DEPTH) this.#stack.push({ fields, column: null, outer: column, last: '' });
  }

  #text(column: number, text: string): void {
    listOf(this.#at(column)).push(text);
  }

  #key(column: number, name: string, rest: string): void {
    let open = this.#at(column);
    // What was cut off at its beginning may begin deeper than it goes on.
    if (open.column === null || open.column > column) open.column = column;
    else if (open.column < column && this.#stack.length < MAX_DEPTH) {
      const known = open.fields.get(open.last);
      const fields: Fields = isFields(known) ? known : new Map();
      open.fields.set(open.last, fields);
      open = { fields, column, outer: open.column, last: '' };
      this.#stack.push(open);
    }
    open.last = name;
    this.#set(open, { name, column, rest: rest.trim() });
  }

  #set(open: Open, { name, column, rest }: { name: string; column: number; rest: string }): void {
    const own = rest.replace(/,$/, '');
    const isBlock = BLOCK.test(own);
    open.fields.set(name, isBlock || /^(?:[[{]|\{\}|\[\]|null|~)?$/.test(own) ? '' : scalarOf(own));
    const mark = own.slice(0, 1);
    const isEnd = own.length > 1 && own.endsWith(mark) && !own.endsWith(ESCAPED);
    if ((mark === '"' || mark === '\'') && !isEnd) this.#scalar = { open, key: name, column, end: mark };
    else if (isBlock) this.#scalar = { open, key: name, column, end: 'block' };
    else if (own !== '' && !/^["'[{]/.test(own)) this.#scalar = { open, key: name, column, end: 'folded' };
  }
}

/** Returns the list of the last key of an object, made where there is none; one of no key for a key with a scalar. */
function listOf({ fields, last }: Open): Value[] {
  const key = typeof fields.get(last) === 'string' && fields.get(last) !== '' ? '' : last;
  const known = fields.get(key);
  if (Array.isArray(known)) return known;
  const list: Value[] = [];
  fields.set(key, list);
  return list;
}

const unescaped = (text: string): string =>
  text.replaceAll(ESCAPED, '"').replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, ' ');

function unquoted(name: string): string {
  return /^["']/.test(name) ? name.slice(1, -1) : name;
}

/** Returns a scalar without its quotation marks, or from its first one to the end of its first line. */
function scalarOf(text: string): string {
  const own = text.trim();
  if (own.startsWith('"') && own.endsWith('"') && own.length > 1) {
    try {
      const read: unknown = JSON.parse(own);
      if (typeof read === 'string') return read.slice(0, MAX_SCALAR);
    } catch {
      // YAML has other escapes, too.
    }
    return unescaped(own.slice(1, -1));
  }
  if (own.startsWith('\'') && own.endsWith('\'') && own.length > 1) return own.slice(1, -1).replaceAll('\'\'', '\'');
  return own.startsWith('"') ? unescaped(own.slice(1)) : own.startsWith('\'') ? own.slice(1) : own;
}
