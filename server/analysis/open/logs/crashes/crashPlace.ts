/** Finds in a Go stack where a crash is: the file and line, the first frame of the program itself, and who began it. */
import { isStandardLibrary, packageOf } from '../../../../../core/profile/packages.ts';
import { loggerFrames } from './loggerFrames.ts';

const MAX_LINES = 200;
const MAX_LINE = 1000;
export const FRAME =
  /^\s*([\w.\-/~%]{1,200}\.\S{1,200}?)\((?:(?:\.\.\.|[\w,.{}?+ -]*)\)"?|0x[0-9a-f][\w,.{}?+ -]*)\s*$/;
const CREATED = /^\s*created by (\S{3,300}?)(?: in goroutine \d{1,12})?\s*$/;
/** A file of a frame: its folders, its name and the line. */
export const FILE = /^\s*(\S{0,400}?)([^\\/\s:]{1,100}\.(?:go|s|c)):(\d{1,7})(?:\s|$)/;
const GOROUTINE = /^\s*goroutine \d{1,12} /;
/** The call of panic; the frames above it recover or report the panic. */
const PANICS = /^\s*panic\(/;
/** Functions of the runtime, also those that packages of Go link to (`sync.runtime_Semacquire`, `sync.fatal`). */
export const RUNTIME = new RegExp([
  /^(?:runtime|internal\/runtime)[./]|^panic$/, /^(?:internal\/)?[a-z]{2,12}(?:\/[a-z]{2,12})?\.runtime_\w{1,60}$/,
  /^(?:internal\/)?sync\.(?:throw|fatal)$/,
].map(({ source }) => source).join('|'));
/** Functions outside the standard library: of main, or of a module whose first element is a domain. */
const OUTSIDE = /^main\.|^[\w-]{1,60}\.[\w.-]{1,100}\//;
const LIBRARY = /\/vendor\/|\/pkg\/mod\//;
/** First elements of Go's own packages, besides the standard library that profiles sum up. */
const OF_GO = /^(?:net|runtime|syscall|internal|vendor|unsafe)$/;
/** The file of functions that cgo makes; the code behind them is in C. */
const OF_CGO = /^_cgo_/;
const C_CALL = /\._C(?:2?func|macro)_(\w{1,100})$/;

/** Marks of quotations and comments, which may stand before each line of a stack. */
const MARKS = /^(?:(?:>|\/\/|#|\*)[ \t]?){1,3}/;
/** The time that a supervisor writes before each line of a program, also those of a stack. */
const STAMP = /^\d{4}-\d\d-\d\d[T_ ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)? /;
export const withoutMarks = (line: string): string => line.replace(MARKS, '').replace(STAMP, '');

export interface Frame { name: string; folders: string; place: string | null }

/**
 * Returns a sentence on the place of the crash whose message is at `from`; null if the stack has no file for it.
 */
export function crashPlace(bare: string, from: number): string | null {
  const { frames: all, created } = stackAt(bare, from);
  const frames = withoutLoggers(all, ({ name }) => name);
  const at = frames.findIndex(({ name }) => !RUNTIME.test(name));
  const crashed = frames[at];
  if (crashed === undefined || crashed.place === null) return null;
  const own = frames.slice(at).find(isOwn);
  if (/stack overflow|goroutine stack exceeds/.test(messageAt(bare, from))) return recursion(frames.slice(at));
  const reached = own === undefined || own === crashed ? ''
    : `, reached from ${own.place ?? ''} (${shortName(own.name)})`;
  const begun = created === null || !OUTSIDE.test(created.name) ? ''
    : `, in a goroutine that ${shortName(created.name)} created${created.place === null ? '' : ` at ${created.place}`}`;
  const called = C_CALL.exec(crashed.name)?.[1];
  const caller = frames.slice(at + 1).find(({ name, place }) => place !== null && !RUNTIME.test(name));
  if (called !== undefined && OF_CGO.test(crashed.place)) return `The crash is in C code, in ${called}${
    caller === undefined ? '' : `, called by ${shortName(caller.name)} (${caller.place ?? ''})`}${
    caller === own ? '' : reached}${begun}.`;
  return `The crash is at ${crashed.place} (${shortName(crashed.name)})${reached}${begun}.`;
}

/** Removes the runtime's frames at the top and those of a logger that ended the process. */
export function withoutLoggers<Of>(frames: readonly Of[], nameOf: (frame: Of) => string): readonly Of[] {
  const first = frames.findIndex((frame) => !RUNTIME.test(nameOf(frame)));
  return first < 0 ? [] : frames.slice(first + loggerFrames(frames.slice(first).map(nameOf)));
}

/** The end of the message, which is the line that ends at `from`. */
const messageAt = (bare: string, from: number): string => bare.slice(Math.max(0, from - MAX_LINE), from)
  .split('\n').slice(-2).join('\n');

/**
 * Names the function whose calls filled the stack: the first that occurs again, else the first that is not of the
 * standard library. The innermost frame only met the end of the stack.
 */
function recursion(frames: readonly Frame[]): string | null {
  const again = frames.find(({ name }, i) => OUTSIDE.test(name)
    && frames.findIndex((other) => other.name === name) !== i);
  const found = again ?? frames.find(({ name }) => OUTSIDE.test(name));
  if (found === undefined) return null;
  const where = found.place === null ? '' : ` (${found.place})`;
  return again === undefined
    ? `A function called itself until the stack was full: ${shortName(found.name)}${where} is the first in it that is `
      + 'not of the standard library.'
    : `${shortName(found.name)}${where} called itself until the stack was full.`;
}

/** Returns a function's name without the path of its package. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).slice(0, 120);

/** Whether a function is of a package of Go itself: it has no domain, and the first element of such a package. */
export function isOfGo(name: string): boolean {
  const owner = packageOf(name);
  const [first = ''] = owner.split('/');
  return !OUTSIDE.test(name) && (first === '' || isStandardLibrary(owner) || OF_GO.test(first));
}

/** Whether a frame is of the program: with a file, and neither of Go, of a library, nor made by cgo. */
export const isOwn = ({ name, folders, place }: Frame): boolean =>
  place !== null && !isOfGo(name) && !LIBRARY.test(folders) && !OF_CGO.test(place);

/** Returns the first stack from a place in the text on, innermost frame first. */
function stackAt(bare: string, from: number): { frames: Frame[]; created: Frame | null } {
  let frames: Frame[] = [];
  let created: Frame | null = null;
  let last: Frame | null = null;
  let goroutines = 0;
  for (const raw of bare.slice(from, from + MAX_LINES * MAX_LINE).split('\n', MAX_LINES)) {
    const line = withoutMarks(raw.slice(0, MAX_LINE));
    if (GOROUTINE.test(line) && (goroutines += 1) > 1) break;
    const [, folders = '', file, number] = FILE.exec(line) ?? [];
    if (last !== null && file !== undefined) [last.folders, last.place] = [folders, `${file}:${number}`];
    last = null;
    if (PANICS.test(line)) frames = [];
    const begun = CREATED.exec(line)?.[1];
    const name = begun ?? FRAME.exec(line)?.[1];
    if (name === undefined) continue;
    last = { name, folders: '', place: null };
    if (begun === undefined) frames.push(last);
    else created ??= last;
  }
  return { frames, created };
}
