/** Takes the marks of Markdown off a text, so that messages are found wherever a report quotes them. Pure. */
import { FENCE } from './pasteMarks.ts';

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 2000;
const MAX_LINE = 2000;
/** Marks before a line: of quotes, of items of a list, of checks. */
const BEFORE = /^[ \t>]{0,40}(?:(?:[-*+\u2022] |\d{1,3}[.)] )(?:\[[ x]\] )?)?/;
/** An item of a list or a row of a table, which goes on no sentence of the line before. */
const BEGINS = /^[ \t>]{0,40}(?:[-*+\u2022] |\d{1,3}[.)] |\|)/;
/** Marks within a line: of code, of bold or deleted text, of HTML. */
const WITHIN = /`|\*\*|~~|<\/?(?:code|pre|b|em|i|strong|td|th|tr|li|p|br|kbd)\b[^<>]{0,100}>/g;

/** `group`: lines of one paragraph, item or fence have the same number. */
export interface PlainLine { text: string; group: number }

/** Returns the lines of the first 64 KiB without marks of Markdown, those of a table without its bars. */
export function plainLines(text: string): PlainLine[] {
  let group = 0;
  return text.slice(0, MAX_CHARS).split('\n', MAX_LINES).flatMap((raw) => {
    const line = raw.slice(0, MAX_LINE).trimEnd();
    const bare = line.replace(BEFORE, '');
    if (bare === '' || FENCE.test(line) || /^#{1,6} /.test(bare) || BEGINS.test(line)) group += 1;
    if (bare === '' || FENCE.test(line)) return [];
    const cells = bare.startsWith('|') ? bare.replaceAll('|', '  ') : bare;
    return [{ text: cells.replace(WITHIN, ' ').replaceAll(/[ \t]{2,100}|\t/g, ' ').trim(), group }];
  });
}

/** A condition, a denial or an example before a place: it did not happen. Errors themselves say "no such". */
const UNREAL = new RegExp([
  /\b(?:no(?! such )|not(?! a directory)|never|without|zero|if|when|whether|avoids?|prevents?|would|could|may|might)/,
  /\b(?:until|unless|risk|e\.g\.)/,
  /\b(?:look(?:ing|s)? for|search(?:ing)? for|grep|examples?|such as|like)/,
].map(({ source }) => `${source}(?![\\w-])`).join('|'), 'i');
/** Queries and rules, in which a message is what they search for. */
const SEARCHED = /\bgrep\b|\|[=~] ?["']?$|\bexpr: |\bcount_over_time\b/;
const MAX_UNREAL = 60;
/** An attempt that failed, with its reason right behind it: `could not write to file "a": no space left on device`. */
const ATTEMPT = new RegExp(/(?<!\b(?:i|we|you|they) )\b(?:could|can|did) ?(?:not|n['\u2019]t) [a-z]/.source
  + /(?:[^.!?\n]|\.(?! )){2,100}: ?["'`]?$/.source, 'i');
const MAX_SEARCHED = 120;

/** Words for a call that failed, which is no denial. */
const COULD_NOT = new RegExp(String.raw`\bcould not (?:access|allocate|bind|connect|create|extend|flush|fork|fsync|load`
  + String.raw`|map|mmap|open|read|receive|remove|rename|resize|send|start|stat|unlink|write)\b`, 'gi');

/** The end of a sentence, and not of an abbreviation such as "e.g." */
const SENTENCE_END = /[\w)`"']{2}[.!?] /g;

/** Whether the words before a place of a line leave it as something that happened. */
export function isReported(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - MAX_SEARCHED), at).replace(ATTEMPT, '').replace(COULD_NOT, '')
    .slice(-MAX_UNREAL);
  const end = [...before.matchAll(SENTENCE_END)].at(-1);
  return !UNREAL.test(end === undefined ? before : before.slice(end.index + end[0].length))
    && !SEARCHED.test(line.slice(Math.max(0, at - MAX_SEARCHED), at));
}

/** Conditions; what follows "when we" is a report. */
const ON = /(?:when|if|once|whenever)\b(?! (?:i|we|you|my|our|your)\b)/.source;
const IS_RAISED = /(?:is|are|gets) (?:raised|returned|thrown|logged|reported|emitted|shown|triggered) /.source + ON;
const OF_PART = / (?:the|an?|its?|execution|samples|queries|requests|mimir|cortex|loki|tempo|thanos)\b/.source;
/** Words with which documentation explains an error: after its name, or below it where the name is a heading. */
const EXPLAINS = new RegExp([
  String.raw`^[^\n.]{0,160}?\b${IS_RAISED}`,
  String.raw`^[^\n.]{0,160}?\b(?:occurs|happens|appears|fires) ${ON}${OF_PART}`,
  /^["'`*)\]}:]{0,4} {1,2}(?:(?:error|alert|message) )?(?:means|indicates) (?:that|the|an?|there)\b/.source,
  /^["'`*)\]}:]{0,4}\s{1,4}this (?:[\w-]{1,20} ){0,2}(?:error|alert|message|warning) /.source
    + String.raw`(?:means\b|(?:occurs|happens|fires) ${ON}|${IS_RAISED})`,
].join('|'), 'i');

/** Whether the words behind an error explain when it comes up, as documentation does of one that need not have. */
export const isExplained = (text: string, end: number): boolean => EXPLAINS.test(text.slice(end, end + 240));

/** Joins the lines of each group with blanks: a message may go on in the next line. Groups are lines. */
export function joinedGroups(lines: readonly PlainLine[]): string {
  return lines.map(({ text, group }, i) => `${i === 0 ? '' : lines[i - 1]?.group === group ? ' ' : '\n'}${text}`)
    .join('');
}
