/** Both sides of a comparison in one text, as people paste them into an issue. */
import { readTimeOutputs } from './timeOutput.ts';

export interface NamedText { name: string; text: string }

/** `## Before`, `**after:**`, `with this patch:`. */
const HEADING = new RegExp(
  '^[ \\t]*(?:#{1,6}[ \\t]+|[*_]{1,2}|<[a-z0-9]{1,10}>|[-=]{2,20}[ \\t]*)?'
    + '((?:before|after|old|new|base|baseline|master|main|head|patched|unpatched|with|without|this pr|pr)\\b'
    + '[^\\n:*<=|]{0,60}?)[ \\t]*[:*_=-]{0,20}(?:</[a-z0-9]{1,10}>)?[ \\t]*\\r?$',
  'gim'
);
const HAS_RESULT = /^[ \t]*Benchmark\S*[ \t]+\d+[ \t]+[\d.]/m;

/**
 * The two sides of one text: the parts under two headings, or else two outputs of `time`, the first the base. Null
 * where it is one side.
 */
export function textSides({ name, text }: NamedText): NamedText[] | null {
  const headings = [...text.matchAll(HEADING)].map((match) => ({ at: match.index, title: (match[1] ?? '').trim() }));
  const parts = headings.map(({ at, title }, i) => ({ name: title, text: text.slice(at, headings[i + 1]?.at) }))
    .filter((part) => HAS_RESULT.test(part.text) || readTimeOutputs(part.text).length > 0);
  const [first, second] = parts;
  const before = text.slice(0, headings[0]?.at ?? 0);
  if (
    parts.length === 2 && first !== undefined && second !== undefined && first.name !== second.name
      && !HAS_RESULT.test(before) && readTimeOutputs(before).length === 0
  ) return parts;
  const times = HAS_RESULT.test(text) ? [] : timeParts(text);
  return times.length === 2
    ? times.map((part, i) => ({ name: `${name}, ${i === 0 ? 'first' : 'second'} output`, text: part })) : null;
}

/** The text cut at each output; empty where that is not possible. */
function timeParts(text: string): string[] {
  const outputs = readTimeOutputs(text);
  if (outputs.length !== 2) return [];
  const [, second] = outputs;
  const at = second?.at ?? 0;
  return at > 0 ? [text.slice(0, at), text.slice(at)] : [];
}
