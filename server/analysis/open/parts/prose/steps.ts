/** Tells whether facts say what to do, so that a step which holds for all texts of the form adds nothing. Pure. */

const VERBS: readonly string[] = [
  'add', 'aggregate', 'allow', 'apply', 'ask', 'bring', 'change', 'check', 'choose', 'compare', 'correct', 'cut',
  'delete', 'disable', 'drop', 'enable', 'enlarge', 'exclude', 'fetch', 'find', 'fix', 'forget', 'get', 'give',
  'grant', 'increase', 'install', 'keep', 'leave', 'look', 'lower', 'make', 'mend', 'mount', 'move', 'narrow', 'put',
  'raise',
  'rebuild', 'reduce', 'remove', 'repair', 'replace', 'reset', 'restart', 'restore', 'see', 'send', 'set', 'shorten',
  'shrink', 'split', 'stop', 'take', 'try', 'turn', 'update', 'upgrade', 'wait', 'widen',
];
/** Verbs that a sentence on a state may begin with, as in "Free memory is". */
const AMBIGUOUS: readonly string[] = ['free', 'open', 'close', 'run', 'use'];
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
/** An imperative at the beginning of a sentence, or of a clause behind a colon, a semicolon or "then". */
const STEP = new RegExp([
  `(?:[:;]|, (?:and|or)|,? then) (?:${[...VERBS, ...AMBIGUOUS].join('|')}) \\S`,
  `(?:^|[.!?"] )(?:${VERBS.map(capital).join('|')}) \\S`,
].join('|'));
const QUOTATION = /"[^"]{0,2000}"/g;

/** Whether facts name a next step, other than within what they quote. */
export const hasStep = (facts: string): boolean => STEP.test(facts.replaceAll(QUOTATION, '""'));
