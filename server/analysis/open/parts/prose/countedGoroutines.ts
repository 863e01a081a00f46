/** Adds to a few goroutines of a dump how many of their kind the text around them counts in all. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';

/** The first counts in the facts of a dump: the goroutines of the text, and the state of most of them. */
const LISTED = /(?:^|[.] )It has (\d{1,3}) goroutines?: (\d{1,3}) in "([^"\n]{1,60})"(, [^.]{1,200})?\.(?: |$)/;
/** The same within the facts of a text with a log, too, of few goroutines. */
const FEW_BESIDE = /\b[Ii]t has (\d) goroutines?: \1 in "([^"\n]{1,60})"\. /;
/** Words, without a number, for many stacks of one kind. */
const REPEATED = new RegExp(String.raw`\b(?:goroutines?(?: stacks?)?|stack ?traces?|stacks) (?:(?:is|are|was|were) )?`
  + '(?:repeat(?:s|ed)?|seen|there|found|listed|logged) '
  + String.raw`(?:again and again|over and over|(?:many|several|(?:dozens|hundreds|thousands) of) times)\b`, 'i');
/** A count that a command printed: the words that grep looked for, and the number in the next line. */
const GREP = new RegExp(String.raw`\bgrep (?:-\w{1,8} ){0,3}["']?([\w.()*/\[\]-]{3,80})["']? [^\n]{0,160}`
  + String.raw`\n[ \t>]{0,20}(\d{1,7})[ \t]{0,8}(?:\n|$)`, 'g');
const COUNTS = /\bwc -l\b|\bgrep (?:-\w{1,8} ){0,2}-\w{0,6}c/;
const SAYS = new RegExp(/\b(\d[\d,]{0,8}) (?:of (?:the |them )?)?(?:other )?goroutines? /.source
  + /(?:(?:are|is|were|was|all) )?(?:wait\w{0,3}|block(?:ed|ing)|stuck|hang\w{0,3}|hung)\b/.source, 'i');
const MAX_CHARS = 64 * 1024;

/** Returns `whole` with the number that the text counts, if that is more than the dump lists; else unchanged. */
export function besideGoroutines(whole: Recognized, text: string): Recognized {
  const { interest } = whole;
  const few = text.length > MAX_CHARS ? null : FEW_BESIDE.exec(interest ?? '');
  if (few !== null && interest !== null && REPEATED.test(text))
    return { ...whole, interest: interest.replace(few[0], (said) => `${said.slice(0, -2)} (of many, by the text). `) };
  const [begin, all = '', most = '', state = '', others] = LISTED.exec(interest ?? '') ?? [];
  if (begin === undefined || interest === null || text.length > MAX_CHARS) return whole;
  const said = saidOf(text, state, Number(all));
  if (said === null) return whole;
  const isAlone = all === most && others === undefined;
  // What their waits mean stands before.
  const at = interest.indexOf(begin) + (begin.startsWith('. ') ? 2 : 0);
  const [before, own] = [interest.slice(0, at), interest.slice(at)];
  const rest = isAlone ? `The stack of ${all} of them is here. ${
    own.slice(begin.length - (begin.startsWith('. ') ? 2 : 0)).replace(/^1 of them waits/, 'It waits')}` : own;
  return { ...whole, interest: `${before}${said} ${rest}`.trimEnd() };
}

/** Returns what the text counts; grep counts lines, of which each goroutine has one with its state. */
function saidOf(text: string, state: string, listed: number): string | null {
  for (const [command, words = '', count = ''] of text.matchAll(GREP)) {
    if (!COUNTS.test(command) || Number(count) <= listed) continue;
    const own = words.replaceAll(/[[\]\\]/g, '');
    if (own !== '' && state.includes(own)) return `The text counts ${shown(count)} goroutines in "${state}".`;
  }
  const [said = '', count = ''] = SAYS.exec(text) ?? [];
  return Number(count.replaceAll(',', '')) > listed ? `The text says: "${said}".` : null;
}

const shown = (count: string): string => Number(count).toLocaleString('en-US');
