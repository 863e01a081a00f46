/**
 * Demangles names of C++ and Rust: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling, and Rust's scheme
 * before v0, which is nested names with a hash. A name of any other form is returned unchanged.
 */
import { Mangled } from './mangledName.ts';
import { Unreadable } from './mangledReader.ts';

const MAX_MANGLED = 2000;
const MAX_DEMANGLED = 8000;
/** What compilers add to clones, and linkers to stubs: `.part.0`, `.constprop.1`, `.cold`, `@plt`, `@@GLIBCXX_3.4`. */
const SUFFIX = /(?:\.\w{1,200}|@{1,2}\w{1,100}| \[clone [^\]]{1,100}\])+$/;
const RUST = /^_ZN([\w$.]{1,2000})17h[0-9a-f]{16}E$/;
const ESCAPES: Readonly<Record<string, string>> = {
  SP: '@', BP: '*', RF: '&', LT: '<', GT: '>', LP: '(', RP: ')', C: ',',
};

/** A path of Rust that another tool demangled in part: with its hash, and often with the escapes. */
const HALF_RUST = /^(.{1,2000}?)::h[0-9a-f]{16}$/;

export function demangled(name: string): string {
  const half = HALF_RUST.exec(name)?.[1];
  if (half !== undefined) return half.split('::').map(unescaped).join('::');
  if (!/^_{1,3}Z/.test(name) || name.length > MAX_MANGLED) return name;
  const suffix = SUFFIX.exec(name)?.[0] ?? '';
  const mangled = name.slice(0, name.length - suffix.length).replace(/^_+(?=_Z)/, '');
  const rust = RUST.exec(mangled)?.[1];
  const clone = suffix === '' || suffix.startsWith('@') || suffix.startsWith(' ') ? suffix : ` [clone ${suffix}]`;
  const plain = rust === undefined ? ofCpp(mangled) : ofRust(rust);
  return plain === null || plain.length > MAX_DEMANGLED ? name : `${plain}${clone}`;
}

function ofCpp(mangled: string): string | null {
  try {
    return new Mangled(mangled.slice(2)).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Joins the parts of a Rust path, each behind its length: `4core3fmt5Write`. */
function ofRust(path: string): string | null {
  const parts: string[] = [];
  for (let at = 0; at < path.length;) {
    const digits = /^\d{1,4}/.exec(path.slice(at, at + 4))?.[0] ?? '';
    const part = path.slice(at + digits.length, at + digits.length + Number(digits));
    if (digits === '' || part.length !== Number(digits) || part === '') return null;
    parts.push(part);
    at += digits.length + part.length;
  }
  return parts.map(unescaped).join('::');
}

/** Replaces the escapes of a part of a path of Rust: `_$LT$alloc..vec..Vec$LT$T$GT$$GT$`. */
function unescaped(part: string): string {
  return part.replace(/^_(?=\$)/, '').replace(/\$(\w{1,8})\$/g, (whole, word: string) => {
    const code = /^u([0-9a-f]{1,5})$/.exec(word)?.[1];
    return code === undefined ? ESCAPES[word] ?? whole : String.fromCodePoint(parseInt(code, 16));
  }).replaceAll('..', '::');
}
