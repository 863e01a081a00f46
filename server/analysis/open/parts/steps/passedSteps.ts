/** Leaves out steps that the writer of a report has taken already, as to enlarge a full disk. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';
import { writersSentences } from '../../look/writersSentences.ts';

const DENIES = /\b(?:not|never|cannot|without|unable|unless)\b|n['\u2019]t\b/i;
const RAISED = 'increased|enlarged|resized|expanded|extended|doubled|tripled|raised|bumped';
/** What the writer did, the step that says to do it, and what is to be done in place of it. */
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
  return passed.length === 0 ? whole : {
    ...whole, interest: passed.reduce((left, [, step, instead]) => left.replace(step, instead), interest),
  };
}
