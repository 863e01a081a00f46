/** Splits facts into sentences. Pure. */

const BETWEEN = /(?<=[.!?]["”]?) (?=[A-Z\d])/;

/** Maximum number of sentences in a quotation. */
const MAX_QUOTED = 4;

const isOpen = (text: string): boolean => text.split('"').length % 2 === 0;

/** Returns the sentences; one within a quotation stays in the sentence around it. */
export function sentencesOf(facts: string): string[] {
  const whole: string[] = [];
  const all = facts.split(BETWEEN);
  for (const [i, part] of all.entries()) {
    const last = whole.at(-1);
    const isWithin = last !== undefined && isOpen(last) && all.slice(i, i + MAX_QUOTED).some(isOpen);
    if (isWithin) whole.splice(-1, 1, `${last} ${part}`);
    else whole.push(part);
  }
  return whole;
}

/** Starts a sentence with a lower-case letter if it starts with a common word. */
export function lowered(sentence: string): string {
  return sentence.replace(/^(?:Its?|The|One|None|No|Of|A|There|For|Blocks|Rules) /, (word) => word.toLowerCase());
}
