/** Says that two outputs of `time` are of different commands, which is no difference between versions. Pure. */

const STATED = /^[ \t]*Command being timed: "([^\n]{1,2000})"[ \t]*\r?$/gm;
/** A command behind a prompt, up to what the shell does with its output. */
const AT_PROMPT = new RegExp(String.raw`^[^\n]{0,120}?[$%#\]>][ \t]{1,8}(?:\\?time|(?:/\S{1,60})?/time)[ \t]{1,8}`
  + String.raw`(?:-[\w-]{1,20}[ \t]{1,8}){0,4}([^\n|>]{1,2000}?)(?:[ \t]{0,8}\d?[|>][^\n]{0,400})?[ \t]*\r?$`, 'gm');
const MAX_WORDS = 200;
const MAX_NAMED = 4;
const MAX_LETTERS = 60;

interface Timed { name: string; text: string }
export interface CommandChange {
  /** What each side has and the other has not, as the lead of a claim. */
  lead: string;
  /** What that means for the comparison. */
  meaning: string;
}

/** Returns the words of the only command that a text times; null for several, and without one. */
function wordsOf(text: string): string[] | null {
  const stated = [...text.matchAll(STATED)].map(([, command = '']) => command);
  const all = stated.length > 0 ? stated : [...text.matchAll(AT_PROMPT)].map(([, command = '']) => command);
  const [only, ...others] = new Set(all.map((command) => command.trim().split(/\s+/).join(' ')));
  return only === undefined || only === '' || others.length > 0 ? null : only.split(' ').slice(0, MAX_WORDS);
}

/** Returns the words of the first that the second does not have as often; a value with the option before it. */
function onlyIn(words: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return words.flatMap((word, i) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    const option = words[i - 1] ?? '';
    return at >= 0 ? [] : option.startsWith('-') && !word.startsWith('-') ? [`${option} ${word}`] : [word];
  });
}

const listed = (words: readonly string[]): string => {
  const shown = words.slice(0, MAX_NAMED).map((word) => word.slice(0, MAX_LETTERS)).join(' ');
  return words.length > MAX_NAMED ? `${shown} and ${words.length - MAX_NAMED} more` : shown;
};

/** Returns null unless the arguments differ; other names or paths of the program may be its versions. */
export function commandChange(before: Timed, after: Timed): CommandChange | null {
  const [[program, ...old] = [], [other, ...current] = []] = [wordsOf(before.text) ?? [], wordsOf(after.text) ?? []];
  if (program === undefined || other === undefined) return null;
  const [removed, added] = [onlyIn(old, current), onlyIn(current, old)];
  if (removed.length + added.length === 0) return null;
  const sides = [
    ...removed.length === 0 ? [] : [`only ${before.name} has ${listed(removed)}`],
    ...added.length === 0 ? [] : [`only ${after.name} has ${listed(added)}`],
  ];
  const all = [...removed, ...added];
  const areOptions = all.every((word) => word.startsWith('-'));
  const cost = areOptions ? `what ${listed(all)} ${all.length === 1 ? 'costs' : 'change'}` : 'between two commands';
  return {
    lead: `the commands differ (${sides.join(', ')})`,
    meaning: `So the difference is ${cost}, not a change of the program.`,
  };
}
