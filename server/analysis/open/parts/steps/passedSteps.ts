/** Leaves out steps that the writer of a report has taken already, as to enlarge a full disk. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';
import { writersSentences } from '../../look/writersSentences.ts';

const DENIES = /\b(?:not|never|cannot|without|unable|unless)\b|n['\u2019]t\b/i;
const RAISED = '(?:increas|enlarg|resiz|expand|extend|doubl|tripl|rais|bump)(?:ed|ing)';
/** Steps that the writer has done: the words for it, the step itself, and its replacement. */
const PASSED: readonly (readonly [done: RegExp, step: RegExp, instead: string])[] = [
  [
    new RegExp(String.raw`\b(?:${RAISED}|grew|freed|cleaned|cleared)\b.{0,40}`
      + String.raw`\b(?:disks?|volumes?|PVCs?|space|storage)\b`, 'i'),
    /(?<=[\w)]): (?:enlarge|free) [^.:;]{0,100}\b(?:disk|space)\b[^.:]{0,80}\.(?= |$)/,
    ': see by df there how much is free now.',
  ],
  [
    new RegExp(String.raw`\b(?:${RAISED}|added)\b.{0,60}\b(?:memory|RAM|limits?)\b`, 'i'),
    /\bRaise the (?:memory )?limit, or find what takes the memory\b/, 'Find what takes the memory',
  ],
];
/** The writer's words on data that a step asks to look for, also in words that deny it. */
const NONE_LOST = new RegExp(/(?:\bno\b|\bnot\b|n['\u2019]t\b|\bwithout\b|\bnone\b).{0,60}/.source
  + /\b(?:dropp(?:ed|ing)|missing|lost|los(?:ing|s)|gaps?)\b/.source, 'i');
const LOOK_FOR_LOSS = /\bsee whether samples are missing there, and (?=compare )/;
/** A setting that a step says to raise. */
const TO_RAISE = /\b([Rr])aise (?:its |the |that )?(-{0,2}[a-zA-Z][\w.-]{4,60}\w)(?![\w.-])(?! only if\b)/g;
const TO_RAISE_LIMIT = /\b([Rr])aise (?:the|its|that) limit\b/;
const MIN_WORD = 4;
const IS_SETTING = /[_.]|\w-\w|[a-z][A-Z]/;
/** A longer text is a file, beside which nobody wrote. */
const MAX_CHARS = 128 * 1024;

/** Returns `whole` without the steps that its text has passed. */
export function withoutPassedSteps(whole: Recognized, text: string): Recognized {
  const { interest } = whole;
  if (interest === null || text.length > MAX_CHARS) return whole;
  const steps = PASSED.filter(([, step]) => step.test(interest));
  const sentences = steps.length === 0 ? [] : writersSentences(text);
  const passed = steps.filter(([done]) => sentences.some((one) => {
    const at = done.exec(one)?.index;
    return at !== undefined && !DENIES.test(one.slice(0, at));
  }));
  const left = withoutRaised(passed.reduce((facts, [, step, instead]) => facts.replace(step, instead), interest), text);
  const all = LOOK_FOR_LOSS.test(left) ? writersSentences(text, { hedged: true }) : [];
  const own = all.some((one) => NONE_LOST.test(one)) ? left.replace(LOOK_FOR_LOSS, '') : left;
  return own === interest ? whole : { ...whole, interest: own };
}

/** A setting that was raised, with the words before it. */
const RAISED_SETTING =
  new RegExp(String.raw`\b(?:${RAISED}) (?:[\w-]{1,20} ){0,3}?(-{0,2}[a-zA-Z][\w.-]{4,60}\w)`, 'gi');

/** Returns a setting that the writer has raised of which the facts have all words; null without one. */
function raisedLimit(facts: string, sentences: readonly string[]): string | null {
  const lower = facts.toLowerCase();
  const names = sentences.flatMap((one) => [...one.matchAll(RAISED_SETTING)]
    .filter(({ index }) => !DENIES.test(one.slice(0, index))).map(([, name = '']) => name));
  return names.find((name) => IS_SETTING.test(name) && name.toLowerCase().split(/[^a-z]+/)
    .every((word) => word.length < MIN_WORD || lower.includes(word))) ?? null;
}

/** Replaces the advice to raise settings that the writer has raised. */
function withoutRaised(facts: string, text: string): string {
  if (facts.search(TO_RAISE) < 0 && !TO_RAISE_LIMIT.test(facts)) return facts;
  const sentences = writersSentences(text, { hedged: true });
  const isRaised = (name: string): boolean => sentences.some((one) => {
    const at = one.indexOf(name);
    const done = at < 0 ? undefined : new RegExp(String.raw`\b(?:${RAISED}|set|changed)\b`, 'i').exec(one)?.index;
    return done !== undefined && done < at && !DENIES.test(one.slice(0, done));
  });
  const limit = TO_RAISE_LIMIT.test(facts) ? raisedLimit(facts, sentences) : null;
  const own = limit === null ? facts : facts.replace(TO_RAISE_LIMIT, (_, first: string) =>
    `${first === 'R' ? 'S' : 's'}ee whether the process that answers has the ${limit} to which it was raised`);
  return own.replace(TO_RAISE, (step, first: string, name: string) => (!IS_SETTING.test(name) || !isRaised(name)
    ? step : `${first === 'R' ? 'S' : 's'}ee whether the running process has the ${name} to which it was raised`));
}
