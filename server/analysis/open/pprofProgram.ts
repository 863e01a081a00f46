/** Finds the program of a pprof message by the file of its mapping, or by the packages of its functions. */
import { programOfFile } from './outputs/pprofTexts.ts';
import { programOfCode } from './outputs/profilers/pprofSubsystems.ts';

/** An absolute path in the table of strings: the byte of a 2, its length in one byte, and what begins with it. */
const PATH = /2([^])(\/[\w./-]{3,126})/g;
/** A path that ends without an extension. */
const PROGRAM_FILE = /\/([a-z][a-z-]{2,40})$/;
const MAX_FILES = 2000;

/** Returns undefined if neither says it. */
export function programOfPprof(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(bytes);
  let seen = 0;
  for (const [, length = '', path = ''] of text.matchAll(PATH)) {
    const file = PROGRAM_FILE.exec(path.slice(0, length.charCodeAt(0)))?.[1];
    const program = file === undefined ? undefined : programOfFile(file);
    if (program !== undefined) return program;
    seen += 1;
    if (seen > MAX_FILES) break;
  }
  return programOfCode(text);
}
