/** Reports for a crash that a system with musl loads code built against glibc. Pure. */

/** The system: files of musl, or the names of Alpine in images and in what it prints. */
const MUSL = /\bld-musl-|\blibc\.musl-|\bmusl libc\b|\b[Aa]lpine(?: Linux|[:-]?v?\d|\b)|-alpine\b/;
/** The code: files of glibc, its versions of symbols, or what makes up for it on Alpine. */
const GLIBC =
  /\bld-linux-(?:x86-64|aarch64)\.so|\blibc\.so\.6\b|\bGLIBC_2\.\d|\b__\w{2,30}_chk\b|\bgcompat\b|libc6-compat/;
const CLASH = 'The text shows musl (Alpine) and code built against glibc, which crashes there: take an image with '
  + 'glibc, or a build for musl.';
const MAY_CLASH = 'The system has musl (Alpine), where a library built against glibc crashes: try an image with glibc.';
const MAX_CHARS = 64 * 1024;

/**
 * Returns that a crash is one of code for another C library; null if the text does not show both. `isNative`: whether
 * the crash is in a native library, which then is probably built against glibc.
 */
export function libcClash(text: string, isNative = false): string | null {
  const head = text.slice(0, MAX_CHARS);
  if (!MUSL.test(head)) return null;
  return GLIBC.test(head) ? CLASH : isNative ? MAY_CLASH : null;
}
