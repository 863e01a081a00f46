/** Reads the key `triggers`: what starts a profile automatically. See docs/configuration.md. */
import { parseSelector } from '../../../core/seriesSelector.ts';
import { meant } from '../../../core/text/unknownName.ts';
import {
  DEFAULT_RULE_SECONDS, DEFAULT_RULES, DEFAULT_TRIGGERS, MAX_RULE_SECONDS, MAX_RULES, RULE_KINDS, type SelectorRule,
  type TriggerSettings,
} from '../../../core/triggers.ts';
import type { YamlSection } from './yamlReader.ts';

const MAX_PER_DAY = 1000;
/** Rules are counted over a day, which limits their durations. */
const A_DAY = { ms: 86_400_000, text: 'a day' };

export function readTriggers(section: YamlSection): TriggerSettings {
  const off = section.strings('off').map((word) => {
    const rule = DEFAULT_RULES.find((name) => name === word);
    if (rule !== undefined) return rule;
    throw section.mistake(
      'off', `"${word}" is no rule${meant(word, DEFAULT_RULES)}; those that can be off are ${DEFAULT_RULES.join(', ')}.`
    );
  });
  const items = section.sections('rules');
  if (items.length > MAX_RULES) throw section.mistake('rules', `has more than ${MAX_RULES} items.`);
  const rules = items.map(readRule);
  const names = [...DEFAULT_RULES, ...rules.map(({ name }) => name)];
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin !== undefined)
    throw section.mistake('rules', `two rules are named "${twin}"; give each a name that no other rule has.`);
  const settings: TriggerSettings = {
    off, rules,
    cooldownMs: section.durationMs('cooldown', A_DAY) ?? DEFAULT_TRIGGERS.cooldownMs,
    resetMs: section.durationMs('reset', A_DAY) ?? DEFAULT_TRIGGERS.resetMs,
    maxPerDay: wholeNumber(section, 'max_per_day', MAX_PER_DAY) ?? DEFAULT_TRIGGERS.maxPerDay,
    budgetBytes: section.sizeBytes('budget') ?? DEFAULT_TRIGGERS.budgetBytes,
  };
  section.end();
  return settings;
}

function readRule(section: YamlSection): SelectorRule {
  const name = section.string('name');
  if (name === undefined) throw section.mistake('name', 'is missing.');
  const selector = section.string('selector');
  if (selector === undefined)
    throw section.mistake('selector', 'is missing; write e.g. prometheus_engine_queries{engine="main"}.');
  const parsed = parseSelector(selector);
  if (!parsed.ok) throw section.mistake('selector', parsed.error.message);
  const [above, below] = [section.number('above'), section.number('below')];
  if ((above === undefined) === (below === undefined))
    throw section.mistake('above', 'give the rule either "above" or "below", a number.');
  const kind = RULE_KINDS.find((one) => one === (section.string('capture') ?? 'cpu'));
  if (kind === undefined) throw section.mistake('capture', `must be one of ${RULE_KINDS.join(', ')}.`);
  const seconds = wholeNumber(section, 'seconds', MAX_RULE_SECONDS);
  if (seconds !== undefined && kind !== 'cpu') throw section.mistake('seconds', 'goes with "capture: cpu" only.');
  const rule: SelectorRule = {
    name, selector, kind, seconds: kind === 'cpu' ? seconds ?? DEFAULT_RULE_SECONDS : 0,
    forMs: section.durationMs('for', A_DAY) ?? 0,
    ...(above === undefined ? {} : { above }), ...(below === undefined ? {} : { below }),
  };
  section.end();
  return rule;
}

function wholeNumber(section: YamlSection, key: string, most: number): number | undefined {
  const value = section.number(key);
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return value;
  throw section.mistake(key, `must be a whole number from 1 to ${most}.`);
}
