/** Finds the program of a pprof message by the file of its mapping, or by the packages of its functions. */
import { programOfFile } from './outputs/pprofTexts.ts';
import { programOfCode } from './outputs/profilers/pprofSubsystems.ts';

/** The end of a path without an extension; the next text of the table of strings begins with the byte of a 2. */
const PROGRAM_FILE = /\/([a-z][a-z-]{2,40})(?=2|$)/g;
const MAX_FILES = 2000;

/** Returns undefined if neither says it. */
export function programOfPprof(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(bytes);
  let seen = 0;
  for (const [, file = ''] of text.matchAll(PROGRAM_FILE)) {
    const program = programOfFile(file);
    if (program !== undefined) return program;
    seen += 1;
    if (seen > MAX_FILES) break;
  }
  return programOfCode(text);
}
