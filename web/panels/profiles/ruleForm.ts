/** Fields of a rule as typed. */
import type { WatchRule } from '../../../core/contract/contract.ts';
import type { RulesRequest } from '../../../core/contract/questions/bodies.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { formatDuration } from '../../../core/text/timeText.ts';
import { DEFAULT_RULE_SECONDS } from '../../../core/triggers.ts';

export type RuleInput = RulesRequest['rules'][number];
type Kind = WatchRule['kind'];

export interface RuleFields {
  name: string; selector: string; side: 'above' | 'below'; threshold: string; forText: string; kind: Kind;
  secondsText: string;
}

/** Fields of a new rule, without values that only the user can know. */
export const EMPTY_RULE: RuleFields = {
  name: '', selector: '', side: 'above', threshold: '', forText: '', kind: 'cpu',
  secondsText: String(DEFAULT_RULE_SECONDS),
};

export function fieldsOf({ name, selector, above, below, forSeconds, kind, seconds }: WatchRule): RuleFields {
  return {
    name, selector, side: above === null ? 'below' : 'above', threshold: String(above ?? below ?? ''),
    forText: forSeconds === 0 ? '' : formatDuration(forSeconds), kind,
    secondsText: String(kind === 'cpu' ? seconds : DEFAULT_RULE_SECONDS),
  };
}

/** Returns the request, or what is wrong with the fields; the server checks the rest. */
export function readRule(fields: RuleFields): { rule: RuleInput } | { error: string } {
  const { side, kind, threshold, forText, secondsText } = fields;
  const [name, selector] = [fields.name.trim(), fields.selector.trim()];
  if (name === '') return { error: 'Give the rule a name.' };
  if (selector === '') return { error: 'Give a selector, such as prometheus_engine_queries.' };
  const value = Number(threshold);
  if (threshold.trim() === '' || !Number.isFinite(value)) return { error: 'The threshold must be a number.' };
  const forMs = forText.trim() === '' ? 0 : parseDurationMs(forText.trim());
  if (forMs === null) return { error: `"${forText}" is no duration; write 30s or 5m, or nothing.` };
  const seconds = Number(secondsText);
  if (kind === 'cpu' && !(Number.isInteger(seconds) && seconds >= 1))
    return { error: 'The profile\'s length must be a whole number of seconds.' };
  return {
    rule: { name, selector, [side]: value, forSeconds: forMs / 1000, kind, ...(kind === 'cpu' ? { seconds } : {}) },
  };
}

/** Returns the rules with one changed (`before`: its name), added, or removed. */
export function withRule(rules: readonly WatchRule[], before: string | null, rule: RuleInput | null): RuleInput[] {
  const kept = rules.flatMap<RuleInput>((one) => (one.name === before ? rule ?? [] : sent(one)));
  return rule !== null && !rules.some(({ name }) => name === before) ? [...kept, rule] : kept;
}

function sent({ name, selector, above, below, forSeconds, kind, seconds }: WatchRule): RuleInput {
  return { name, selector, above, below, forSeconds, kind, ...(kind === 'cpu' ? { seconds } : {}) };
}
