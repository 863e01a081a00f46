/** Divides what an opened log says into its step and the other sentences, for its page. Pure. */
import type { OpenedLog } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { hasStep } from '../../../analysis/open/parts/prose/steps.ts';

/** Claims whose evidence is all that the log says; that of others proves the claim, and is folded. */
const IN_FULL: ReadonlySet<string> = new Set(['log-facts', 'log-together']);

/**
 * Adds the step and the sentences; without a step in these, the first that the finding advises. A step that the
 * evidence of another claim has is repeated, because that evidence is folded.
 */
export function withSentences(opened: OpenedLog): OpenedLog {
  const { finding, facts } = opened;
  const evidence = statements(finding).slice(1);
  const shown = IN_FULL.has(finding.code) ? evidence : facts === null ? [] : sentencesOf(facts);
  const folded = IN_FULL.has(finding.code) ? [] : evidence;
  const step = [...folded, ...shown].find(hasStep) ?? adviceOf(finding);
  return { ...opened, step, sentences: shown.filter((one) => one !== step) };
}

/** Returns the first step that a finding advises; null without one. */
function adviceOf({ actions }: Pick<OpenedLog['finding'], 'actions'>): string | null {
  const step = actions[0]?.step;
  return step === undefined ? null : /[.!?]$/.test(step) ? step : `${step}.`;
}

/** Returns what the answer for an opened log says after its name, which has the `version`; ends with a step if any. */
export function answerSentences(
  { finding, facts }: Pick<OpenedLog, 'finding' | 'facts'>, version: string | null
): string[] {
  const said = statements(finding).filter((one) => version === null || one !== `Its version is ${version}.`);
  const also = facts === null || finding.code === 'log-facts' ? [] : [facts];
  const once = said.filter((one) => !isWithin(one, facts));
  const advice = [...once, ...also].some(hasStep) ? null : adviceOf(finding);
  return [...once, ...also, ...advice === null ? [] : [advice]];
}

/** Whether a sentence only quotes what the cause of an error in the facts has, too. */
function isWithin(sentence: string, facts: string | null): boolean {
  const quote = /^It logged: (.{10,300})\.$/.exec(sentence)?.[1];
  return quote !== undefined && facts !== null && facts.includes(`${quote}"`);
}
