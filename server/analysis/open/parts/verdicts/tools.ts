/** Keeps of the step that holds for all texts of a form only what leads further than the facts of one text. Pure. */
import type { Judge } from './verdict.ts';

const NONE = { said: null, next: null };

/** Results with a test of their own, or with their spread, to which single runs would add nothing. */
export const testedVerdict: Judge = () => NONE;

const REPEATED = /_(?:mean|median|stddev|cv)\b/;

/** Google Benchmark prints each case once, unless it was told to repeat them. */
export const googleVerdict: Judge = (text) => (REPEATED.test(text) ? NONE : {
  said: null, next: 'Each value is of one run: repeat it with --benchmark_repetitions=10 before any conclusion.',
});

/** Judges a summary of native memory, which may already show what a later one would. */
export const nativeVerdict: Judge = (_, facts, { remedy }) =>
  (/\bthan at the baseline\b/.test(facts) ? NONE : { said: null, next: remedy });

const HAS_STACKS = new RegExp(String.raw`\bis waiting[:,] |\bmemory cgroups\b|\bcalled by\b|\bwith what it calls\b`
  + String.raw`|\bBy subsystem\b|\bbelow \S`);

/** A table of functions, of which the facts name more than the first row. */
export const tableVerdict: Judge = (_, facts, { remedy }) =>
  (HAS_STACKS.test(facts) ? NONE : { said: null, next: remedy });

/** A deadlock is a cause, for which no recording of the CPU is needed. */
export const threadsVerdict: Judge = (_, facts, { remedy }) =>
  (/\bdeadlock\b/.test(facts) ? NONE : { said: null, next: remedy });

export const checkVerdict: Judge = (_, facts) => (!/found no mistake/.test(facts) ? null : {
  said: null, next: 'It checks the syntax only: a server uses the file after a reload (SIGHUP, or POST /-/reload).',
});

const NOT_SEVERAL = /\boverlap another\b|\bNo block covers\b|lists (?:no blocks|1 block)\b/;

/** A list of blocks in a row; what it lacks is reported as a fault. */
export const blocksVerdict: Judge = (_, facts) => (NOT_SEVERAL.test(facts) || !/\bblocks over \d/.test(facts) ? null : {
  said: 'The blocks follow each other without a gap or an overlap: nothing is wrong in this list.', next: null,
});

const WHY_CHANGED = 'To see why one changed';
const CHANGED = /\b\d{1,9} (?:slower|faster|more|less)\b/;
/** Steps that come before a look into a change, and a change that is none of the newer side. */
const FIRST = /\bon a quiet machine, with more runs\b|^Nothing can be said: |\bis no regression of\b/;

/** A comparison in which nothing changed, or that has to be made again, has no change to look into. */
export const comparisonVerdict: Judge = (_, facts, { remedy }) =>
  (FIRST.test(facts) || (remedy?.startsWith(WHY_CHANGED) === true && !CHANGED.test(facts)) ? NONE
    : { said: null, next: remedy });
