/** Tells that the disk below several files returns errors, so that none of the files is the fault. Pure; bounded. */
import { printedErrors } from '../../logs/figures/printedErrors.ts';

const IO = /input\/output error/i;
const EIO = 5;
const MAX_CHARS = 64 * 1024;
const MAX_PATHS = 50;
const MAX_TOLD = 2;
/** The path right before the words of the system; libraries of C and Java put marks between them. */
const PATH = /(\/[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100}){0,20})["'\u2019\u0060)]{0,2}(?::| \() ?input\/output error/gi;

/** Returns the files that failed with an error of the device; null unless there are at least two. */
export function ioErrors(facts: string, text: string): string | null {
  if (!IO.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const paths = [...new Set([
    ...[...head.matchAll(PATH)].slice(0, MAX_PATHS).map(([, path = '']) => path),
    ...printedErrors(head).filter(({ errno }) => errno === EIO).map(({ path }) => path),
  ])];
  const names = paths.slice(0, MAX_TOLD).map((path) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
  const more = paths.length > MAX_TOLD ? ', \u2026' : '';
  return paths.length < 2 ? null
    : `${paths.length} files fail so (${names}${more}): it is not one file, but the disk or volume below them. See `
      + 'the state of the volume, too, and bring the data to another disk or host.';
}
