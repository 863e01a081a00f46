/** Finds the first frame of a program's own code in stacks of Python, Java, Rust and C++: the others are libraries. */

/** A frame of a program: the file without its folders and the line, and the function. */
export interface UserFrame { place: string; name: string }

const MAX_FRAMES = 500;
const MAX_LINE = 1000;
const fileOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const frameWords = ({ place, name }: UserFrame): string => `${place} (${name})`;

const PY_FRAME = /^[ \t]{1,12}File "([^"\n]{1,400})", line (\d{1,7}), in (\S{1,200})/gm;
const PY_LIBRARY = /site-packages|dist-packages|\/lib(?:64)?\/python\d|\\lib\\|^<frozen /i;

/** Returns `, raised at a.py:3 (load)`, of a library with the frame that reached it; "" without a frame. */
export function pythonPlace(text: string): string {
  const last = text.lastIndexOf('Traceback (most recent call last):');
  const frames = [...text.slice(Math.max(0, last)).matchAll(PY_FRAME)].slice(0, MAX_FRAMES)
    .map(([, path = '', line, name = '']) => (
      { place: `${fileOf(path)}:${line}`, name, isOwn: !PY_LIBRARY.test(path) }));
  return raised('raised', frames.at(-1), frames.findLast(({ isOwn }) => isOwn));
}

const JAVA_FRAME = new RegExp(String.raw`^[ \t]{0,12}at (?:[\w.@]{1,100}\/)?([\w.$<>]{1,300})`
  + String.raw`\(([\w$-]{1,100}\.(?:java|kt|scala|groovy|clj):\d{1,7})\)`, 'gm');
const JAVA_LIBRARY = /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala)\./;
const CAUSED = /^[ \t]{0,12}Caused by: /gm;

/** Returns the same for Java: of the last cause if its frames are there, which is where it began. */
export function javaPlace(text: string): string {
  const cause = [...text.matchAll(CAUSED)].at(-1)?.index ?? 0;
  const of = (part: string): (UserFrame & { isOwn: boolean })[] => [...part.matchAll(JAVA_FRAME)].slice(0, MAX_FRAMES)
    .map(([, name = '', place = '']) => ({ place, name: shortMethod(name), isOwn: !JAVA_LIBRARY.test(name) }));
  const own = of(text.slice(cause));
  const frames = own.length > 0 ? own : of(text);
  return raised('thrown', frames[0], frames.find(({ isOwn }) => isOwn));
}

/** Returns class and method of `com.a.b.Table.get`. */
const shortMethod = (name: string): string => name.split('.').slice(-2).join('.');

function raised(word: string, inner: UserFrame | undefined, own: UserFrame | undefined): string {
  if (inner === undefined) return '';
  return `, ${word} at ${frameWords(inner)}${
    own === undefined || own.place === inner.place ? '' : `, reached from ${frameWords(own)}`}`;
}

const RUST_FRAME = new RegExp(
  /^[ \t]{0,12}\d{1,4}:[ \t]{1,4}(?:0x[0-9a-f]{4,16} - )?(\S[^\n]{0,300})\n/.source
    + /[ \t]{1,40}at ([^\s:]{1,400}):(\d{1,7})(?::\d{1,6})?[ \t]*$/.source, 'gm'
);
const RUST_LIBRARY = /^(?:library\/|\/rustc\/)|\/\.cargo\/registry\/|\/rustlib\//;

/** Returns the first frame of the program behind a panic in a library of Rust; "" if the panic is in the program. */
export function rustPlace(text: string, panickedAt: string): string {
  if (!RUST_LIBRARY.test(panickedAt)) return '';
  for (const [, name = '', path = '', line] of text.matchAll(RUST_FRAME))
    if (!RUST_LIBRARY.test(path)) return `, reached from ${frameWords({
      place: `${fileOf(path)}:${line}`, name: name.replace(/::h[0-9a-f]{16}$/, ''),
    })}`;
  return '';
}

const GDB_FRAME = /^[ \t]{0,20}#(\d{1,4})[ \t]{1,4}(?:0x[0-9a-f]{4,16} in )?([^(\n]{1,300}?) ?\(/;
const GDB_PLACE = / at (\S{1,300}:\d{1,7})[ \t]*$/;
/** Frames in which the C library ends a program, and those of C++ that lead there. */
const ENDS = new RegExp([
  /^_{0,2}(?:GI_)?_{0,2}(?:raise|gsignal|abort|kill|libc_message|fortify_fail)$/,
  /^_{0,2}(?:GI_)?_{0,2}(?:assert_fail|pthread_kill)\w{0,20}$/,
  /^(?:_Unwind_|__cxa_|__cxxabiv1|__gnu_cxx::|std::)|^malloc_printerr$|^_int_free$|^__libc_\w{1,20}$|^\?\?$/,
].map(({ source }) => source).join('|'));

/** The frames of an abort; without one, a program only runs in a library, or in code without a name. */
const ABORTS = /^_{0,2}(?:GI_)?_{0,2}(?:raise|gsignal|abort|fortify_fail)$|pthread_kill|assert_fail|terminate|_throw/;

/** Returns the frame of the program that a backtrace of gdb leads to, if its innermost frames end the program. */
export function abortedIn(text: string): UserFrame | null {
  let [depth, isAborted] = [-1, false];
  for (const raw of text.split('\n', MAX_FRAMES)) {
    const line = raw.slice(0, MAX_LINE);
    const [, number, whole = ''] = GDB_FRAME.exec(line) ?? [];
    if (number === undefined) continue;
    // The next thread begins.
    if (Number(number) <= depth) return null;
    depth = Number(number);
    const name = whole.trim();
    isAborted ||= ABORTS.test(name);
    if (ENDS.test(name)) continue;
    return !isAborted ? null : { name, place: fileOf(GDB_PLACE.exec(line)?.[1] ?? '') };
  }
  return null;
}
