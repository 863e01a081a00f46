/** Begins a sentence that says what a text is. Pure. */

/** The noun of a name, up to the words that say of what it is. */
const HEAD = /^(?:the )?(.{1,80}?)(?= (?:of|that|as|for|from|among|in|with|on|by|to) |[,(]|$)/;
const PLURAL = /[^siu]s$/;

/** Returns `This is a log of …` or `These are stacks of …`, by the first noun of the name. */
export function thisIs(name: string): string {
  const noun = /^(?:an?|what) /.test(name) ? '' : HEAD.exec(name)?.[1] ?? '';
  return `${PLURAL.test(noun) ? 'These are' : 'This is'} ${name}`;
}

/** Returns what a file is, as the beginning of the sentence on it. */
export const opening = ({ name }: { name: string }): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
