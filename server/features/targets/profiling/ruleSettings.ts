/** The rules that start profiles of each target: those set on the page, else the configured ones. */
import type { RuleSet, WatchRule } from '../../../../core/contract/contract.ts';
import type { RulesRequest } from '../../../../core/contract/questions/bodies.ts';
import { fail, type Result } from '../../../../core/result.ts';
import { parseSelector } from '../../../../core/seriesSelector.ts';
import {
  DEFAULT_RULE_SECONDS, DEFAULT_RULES, DEFAULT_TRIGGERS, type SelectorRule, type TriggerSettings,
} from '../../../../core/triggers.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import type { PageRuleStore } from '../../../data/store/files/profilingStore.ts';

type Configured = Pick<TargetConfig, 'name' | 'triggers'>;

interface Merged { configured: TriggerSettings; page: RulesRequest | undefined; settings: TriggerSettings }

export class RuleSettings {
  private readonly merged = new Map<string, Merged>();

  constructor(private readonly store: Pick<PageRuleStore, 'get' | 'put'>) {}

  /** Returns the settings, as the same object until they change. Limits and cooldown are always as configured. */
  of({ name, triggers = DEFAULT_TRIGGERS }: Configured): TriggerSettings {
    const page = this.store.get(name);
    const known = this.merged.get(name);
    if (known?.configured === triggers && known.page === page) return known.settings;
    const settings = page === undefined ? triggers : { ...triggers, off: page.off, rules: page.rules.map(asRule) };
    this.merged.set(name, { configured: triggers, page, settings });
    return settings;
  }

  selectors(config: Configured): string[] {
    return this.of(config).rules.map(({ selector }) => selector);
  }

  shown(config: Configured): RuleSet & { setBy: 'default' | 'configuration' | 'page' } {
    const { off, rules } = this.of(config);
    return {
      setBy: this.store.get(config.name) !== undefined ? 'page'
        : config.triggers === undefined ? 'default' : 'configuration',
      off: [...off], rules: rules.map(asShown),
    };
  }

  /** Sets the rules; null: back to the configured ones. `bad_data`: invalid rule; `internal`: it cannot be stored. */
  async put(target: string, rules: RulesRequest | null): Promise<Result<null>> {
    const mistake = rules === null ? null : firstMistake(rules);
    if (mistake !== null) return fail('bad_data', mistake);
    return this.store.put(target, rules ?? undefined);
  }
}

function firstMistake({ rules }: RulesRequest): string | null {
  const names: string[] = [...DEFAULT_RULES, ...rules.map(({ name }) => name)];
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin !== undefined) return `Two rules are named "${twin}"; give each a name that no other rule has.`;
  for (const { name, selector, above, below, kind = 'cpu', seconds = 0 } of rules) {
    const parsed = parseSelector(selector);
    if (!parsed.ok) return `Rule "${name}": ${parsed.error.message}`;
    if ((above ?? null) === null === ((below ?? null) === null))
      return `Rule "${name}": give either "above" or "below", a number.`;
    if (kind !== 'cpu' && seconds > 0) return `Rule "${name}": "seconds" goes with the kind cpu only.`;
  }
  return null;
}

function asRule({ name, selector, above, below, forSeconds = 0, kind = 'cpu', seconds }: RulesRequest['rules'][number]):
SelectorRule {
  return {
    name, selector, kind, forMs: 1000 * forSeconds,
    seconds: kind === 'cpu' ? Math.max(1, seconds ?? DEFAULT_RULE_SECONDS) : 0,
    ...(typeof above === 'number' ? { above } : {}), ...(typeof below === 'number' ? { below } : {}),
  };
}

function asShown({ name, selector, above, below, forMs, kind, seconds }: SelectorRule): WatchRule {
  return { name, selector, above: above ?? null, below: below ?? null, forSeconds: forMs / 1000, kind, seconds };
}
