/** Words and types of mangled C++ names, for `mangledName.ts`. */

export const TYPES: Readonly<Record<string, string>> = {
  v: 'void', w: 'wchar_t', b: 'bool', c: 'char', a: 'signed char', h: 'unsigned char', s: 'short', t: 'unsigned short',
  i: 'int', j: 'unsigned int', l: 'long', m: 'unsigned long', x: 'long long', y: 'unsigned long long', n: '__int128',
  o: 'unsigned __int128', f: 'float', d: 'double', e: 'long double', g: '__float128', z: '...',
};
export const LONG_TYPES: Readonly<Record<string, string>> = {
  Dn: 'decltype(nullptr)', Di: 'char32_t', Ds: 'char16_t', Du: 'char8_t', Da: 'auto', Dc: 'decltype(auto)', Dh: 'half',
};
export const STANDARD: Readonly<Record<string, string>> = {
  t: 'std', a: 'std::allocator', b: 'std::basic_string', s: 'std::string', i: 'std::istream', o: 'std::ostream',
  d: 'std::iostream',
};
export const OPERATORS: Readonly<Record<string, string>> = {
  nw: ' new', na: ' new[]', dl: ' delete', da: ' delete[]', ps: '+', ng: '-', ad: '&', de: '*', co: '~', pl: '+',
  mi: '-', ml: '*', dv: '/', rm: '%', an: '&', or: '|', eo: '^', aS: '=', pL: '+=', mI: '-=', mL: '*=', dV: '/=',
  rM: '%=', aN: '&=', oR: '|=', eO: '^=', ls: '<<', rs: '>>', lS: '<<=', rS: '>>=', eq: '==', ne: '!=', lt: '<',
  gt: '>', le: '<=', ge: '>=', ss: '<=>', nt: '!', aa: '&&', oo: '||', pp: '++', mm: '--', cm: ',', pm: '->*',
  pt: '->', cl: '()', ix: '[]', qu: '?', aw: ' co_await',
};
export const SPECIAL: Readonly<Record<string, string>> = {
  TV: 'vtable for ', TT: 'VTT for ', TI: 'typeinfo for ', TS: 'typeinfo name for ', GV: 'guard variable for ',
  TW: 'thread-local wrapper routine for ', TH: 'thread-local initialization routine for ',
};

/** What follows an integer as a template argument; other types stand before it. */
export const INTEGER_MARKS: Readonly<Record<string, string>> = {
  'int': '', 'unsigned int': 'u', 'long': 'l', 'unsigned long': 'ul',
};

/** A type, as the texts before and after the place of a pointer: `void (*` and `)(int)`. */
export interface Type { before: string; after: string; isFunction: boolean }

export const plain = (text: string): Type => ({ before: text, after: '', isFunction: false });

export function textOf({ before, after, isFunction }: Type): string {
  return isFunction && after.startsWith('(') ? `${before} ${after}` : `${before}${after}`;
}

export function pointed({ before, after, isFunction }: Type, mark: string): Type {
  return isFunction ? { before: `${before} (${mark}`, after: `)${after}`, isFunction: false }
    : { before: `${before}${mark}`, after, isFunction: false };
}

export function withArgs(text: string, args: readonly string[]): string {
  return `${text}<${args.filter((arg) => arg !== '').join(', ')}>`;
}

/** Returns where the last part of a qualified name begins, colons within its arguments aside. */
export function lastPart(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at > 0; at--) {
    if (text[at] === '>' || text[at] === ')') depth++;
    else if (text[at] === '<' || text[at] === '(') depth--;
    else if (depth === 0 && text[at] === ':' && text[at - 1] === ':') return at + 1;
  }
  return 0;
}
