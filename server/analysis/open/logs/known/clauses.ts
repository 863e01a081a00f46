/** Finds the clause of a known message in its line: the file before it, its object and figures behind it. Pure. */
import { isProse } from '../../../logs/excerpt/leftOut.ts';
import { firstOpen } from '../../../logs/excerpt/openMarks.ts';
import { reasonOf } from './reasons.ts';

const MAX_TRIES = 5;
const MAX_LINE = 2000;
/** The object of a system call before its error, the request of a program, or the limit that is reached. */
const FILE = new RegExp([
  String.raw`(?:\b[a-z]{2,20} )?(?:"[^"\n]{0,100}[/\\][^"\n]{1,200}"(?: at offset \d{1,15})?`
    + String.raw`|(?:(?<![\w.>-])/|\b[A-Za-z]:\\)[^\s:"'\u0060(]{1,200}): $`,
  String.raw`\berror \w{4,12}(?: to)? target \S{1,200}: $`,
  String.raw`\b[Ff]ailed to join \S{1,200}: $`, String.raw`\bos::commit_memory\([^()\n]{5,80}\) $`,
  String.raw`(?:\buser=\S{1,80}: )?\bper-[a-z]{4,12} [a-z ]{4,40} limit of \d{1,15} exceeded, $`,
].join('|'));
/** Words with colons, which a program puts before its message. */
const CHAIN = /^[\s>*-]{0,12}(?:[\w./-]{2,40}: {1,2}){1,6}$/;
/** Words that connect a message with its object. */
const WORDS = '(?:for|of|in|on|at|to|from|by|with|after|because|while|exceeds?|than)';
const GOES_ON = new RegExp(`^(?:: ?|, | ?[([]| ?=| ["'<]| ${WORDS}\\b| [\\w.-]{0,60}/\\w)`);
/** Marks of an object or a figure. */
const TELLS = /\d|["'][^"'\n]{1,100}["']|\/\w|=\S|\w[._]\w/;
/** A key after the words of a line; keys are reported by themselves. */
const FIELD = /[\s,]{1,8}["']?[A-Za-z][\w.-]{0,40}["']?=/g;
const ENDS = /[\s,;:([]{1,8}$/;
/** The place where a parser of YAML found its error. */
const YAML_LINE = /\byaml: line \d{1,7}(?:, column \d{1,5})?: $/;

export interface Clause { before: string; behind: string }
const NONE: Clause = { before: '', behind: '' };

/**
 * Returns what stands around a message in the line of the text that has it; nothing in a sentence of a person, or if
 * the line does not go on as `behind`, which is what follows without the marks of Markdown.
 */
export function clauseOf(text: string, message: string, behind: string): Clause {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return NONE;
  let at = lower.indexOf(message);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const start = lower.lastIndexOf('\n', at) + 1;
    const [line = ''] = text.slice(start, start + MAX_LINE).split('\n', 1);
    const [before, rest] = [line.slice(0, at - start), line.slice(at - start + message.length)];
    const isCode = before.split('`').length % 2 === 0;
    const isOwn = isCode || CHAIN.test(before) || !isProse(line);
    const whole = isOwn ? behindIn(isCode ? rest.split('`', 1)[0] ?? '' : rest) : '';
    // Another message may begin within the clause.
    const found = whole.length > behind.length && whole.startsWith(behind) ? ended(behind) : whole;
    const file = FILE.exec(before)?.[0] ?? YAML_LINE.exec(before)?.[0] ?? '';
    if (behind.startsWith(found) && `${file}${found}` !== '') return { before: file, behind: found };
    at = lower.indexOf(message, at + 1);
  }
  return NONE;
}

/** Returns the beginning of a clause without the marks at its end; `''` if it names nothing. */
function ended(clause: string): string {
  const own = clause.replace(ENDS, '');
  return TELLS.test(own) ? own : '';
}

/** Returns the words behind a message up to the end of their clause; `''` if they name nothing. */
function behindIn(rest: string): string {
  const reason = reasonOf(rest);
  const field = [...reason.matchAll(FIELD)].find(({ index }) => firstOpen(reason.slice(0, index)) < 0)?.index;
  const own = reason.slice(0, field);
  const open = firstOpen(own);
  const clause = own.slice(0, open < 0 ? undefined : open).replaceAll(/[ \t]{1,100}/g, ' ').replace(ENDS, '');
  return GOES_ON.test(clause) && TELLS.test(clause) ? clause : '';
}
