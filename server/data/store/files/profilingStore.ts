/** Settings of automatic profiling made on the page: `profiling/` in the data folder. */
import { RULES_REQUEST, type RulesRequest } from '../../../../core/contract/questions/bodies.ts';
import { checkBody } from '../../../../core/contract/questions/check.ts';
import { PerTargetStore } from './perTargetStore.ts';

/** Targets for which continuous profiling was switched on or off. */
export type ProfilingSwitches = PerTargetStore<boolean>;

export function openSwitches(dataDir: string, notice: (sentence: string) => void): Promise<ProfilingSwitches> {
  return PerTargetStore.open({
    dataDir, folder: 'profiling', id: 'switches', check: (value) => (typeof value === 'boolean' ? value : undefined),
    noun: 'file of profiling switches', consequence: 'continuous profiling is as configured', what: 'The switch',
    notice,
  });
}

/** Rules set on the page, which replace those of the configuration. */
export type PageRuleStore = PerTargetStore<RulesRequest>;

export function openPageRules(dataDir: string, notice: (sentence: string) => void): Promise<PageRuleStore> {
  return PerTargetStore.open({
    dataDir, folder: 'profiling', id: 'rules',
    check: (value) => {
      const checked = checkBody(RULES_REQUEST, value);
      return 'value' in checked ? checked.value : undefined;
    },
    noun: 'file of rules', consequence: 'the rules of every target are as configured', what: 'The rules', notice,
  });
}
