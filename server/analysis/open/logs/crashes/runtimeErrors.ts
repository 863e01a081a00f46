/** Recognizes errors of the Go runtime that a mail or a build log quotes without the stacks of the crash. */
import { allIn, fits } from '../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { joined } from '../../look/factTools.ts';

/** Marks of a quotation, and the seconds that a build counts before each line. */
const BEFORE = String.raw`^[>| \t]{0,20}(?:\[ {0,6}\d{1,6}s\] )?`;
const FATAL = new RegExp(String.raw`${BEFORE}(?:fatal error|runtime): ([a-z][^\n"]{3,200})$`, 'gm');
/** Messages of the runtime for a broken state or heap of its own. */
const BROKEN = new RegExp([
  /marked free object in span|found (?:bad )?pointer (?:to|in) (?:free object|Go heap)|invalid p state/,
  /sweep increased allocation count|s\.allocCount != s\.nelems|bad summary data|workbuf is empty|bad m value/,
].map(({ source }) => source).join('|'));
const MAX_FOUND = 200;
const MAX_NAMED = 4;

/** Returns each error once, without addresses and advice. */
function errorsOf(text: string): string[] {
  const found: string[] = [];
  for (const [, error = ''] of allIn(FATAL, text)) {
    const plain = error.replace(/ (?:in span )?0x[0-9a-f]{1,16}\b.{0,200}$/, '').replace(/^runtime: /, '')
      .replace(/[,.\s]{1,20}$/, '');
    if (!found.includes(plain)) found.push(plain);
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

export const RUNTIME_ERRORS: Format = {
  id: 'go-runtime-errors', name: 'a report of errors of the Go runtime', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && fits(BROKEN, head) && errorsOf(head).length > 0, CERTAIN),
  interest: ({ text }) => {
    const errors = errorsOf(text);
    const named = errors.slice(0, MAX_NAMED).map((one) => `"${one}"`).join(', ');
    const rest = errors.length > MAX_NAMED ? ` and ${errors.length - MAX_NAMED} more` : '';
    return joined([
      errors.length === 1 ? `A Go program crashed with ${named}.`
        : `Go programs crashed with different errors: ${named}${rest}.`,
      'The runtime found its memory damaged: by unsafe code or cgo, a data race, the kernel or the hardware.',
      errors.length > 1 && errors.includes('out of memory') ? 'A lack of memory may follow from that.' : null,
    ]);
  },
  remedy: 'Run it with -race, and on another kernel and host; open the whole output of a crash.',
};
