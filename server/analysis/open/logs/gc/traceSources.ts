/** Names what wrote a GC trace: a unit of a journal, or the tools of Go beside a program. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';

const TAG = new RegExp(String.raw`^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:\S{1,100} )?([\w.@-]{2,60})\[\d{1,9}\]: `
  + String.raw`gc \d{1,9} @\d`, 'gm');

/** Names the unit or program that the lines of a journal have; "" without one, or with several. */
export function tagOf(text: string): string {
  const [tag, another] = new Set([...text.matchAll(TAG)].map(([, name = '']) => name));
  return tag === undefined || another !== undefined ? '' : ` The journal names ${tag}.`;
}

/**
 * Describes the tools of Go, which take GODEBUG too: `go run` marks the output of the compiler by the package.
 * `cycle`: the line of a cycle.
 */
export function toolsOf(text: string, cycle: RegExp): string {
  const mark = /^# [\w./-]{2,200}\s*$/m.exec(text)?.index ?? -1;
  const isGo = mark >= 0 && fits(/\bgo (?:run|build|install|test|vet)\b|^# command-line-arguments/m, text)
    && cycle.test(text.slice(0, mark)) && cycle.test(text.slice(mark));
  return !isGo ? '' : ' The first is the go command, the other its compiler or linker; the program itself shows no '
    + 'cycle.';
}
