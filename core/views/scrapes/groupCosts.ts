/** Costs of one evaluation of each rule group, from the attribution of CPU spikes. Pure. */
import type { RuleGroup, SpikeTrain } from '../../contract/contract.ts';
import { formatBytes, formatSeconds, formatValue } from '../../text/format.ts';
import { costText, listed, otherCostsOf, verdictText, type OtherCost } from '../../text/trainWords.ts';

/** A cost in a cell of the table. */
export interface GroupCost {
  /** `0.9 core-s`, `too little to see`, or why CPU is not named, in a word or two. */
  text: string;
  /** The cost with its 95 % interval and groups that it includes, or the reason in full; null without any. */
  title: string | null;
  /** Cores on average, bytes or seconds; null if it is not visible. */
  value: number | null;
}

export type CostKind = 'cpu' | OtherCost['kind'];
export type GroupCosts = Partial<Record<CostKind, GroupCost>>;

/** Short forms of the verdicts, for a narrow column. */
const VERDICTS: Readonly<Record<Exclude<SpikeTrain['verdict'], 'named'>, string>> = {
  'none': 'no rise', 'too-short': 'too short', 'too-few': 'too few', 'flat': 'not resolved',
};

/** Returns the known costs by group, in the order of the groups. */
export function groupCosts(
  groups: readonly Pick<RuleGroup, 'name' | 'file' | 'intervalSeconds'>[], trains: readonly SpikeTrain[]
): GroupCosts[] {
  const byKey = new Map(trains.filter(({ kind }) => kind === 'rule-group').flatMap((train) => (
    train.names.map((name, k) => [keyOf(name, train.files[k] ?? '', train.periodSeconds), train] as const)
  )));
  return groups.map(({ name, file, intervalSeconds }) => {
    const train = byKey.get(keyOf(name, file, intervalSeconds));
    return train === undefined ? {} : costsOf(train, name);
  });
}

/** Returns the kinds of cost that at least one group has. */
export function kindsOf(costs: readonly GroupCosts[]): CostKind[] {
  return (['cpu', 'alloc', 'io', 'delay'] as const).filter((kind) => costs.some((one) => one[kind] !== undefined));
}

function costsOf(train: SpikeTrain, name: string): GroupCosts {
  const { verdict } = train;
  if (verdict !== 'named') return { cpu: { text: VERDICTS[verdict], title: verdictText(train), value: null } };
  const { coreSeconds, periodSeconds, names } = train;
  const others = names.filter((other) => other !== name);
  const together = others.length === 0 ? '' : `, together with ${listed(others)}, which cannot be distinguished`;
  const cells = otherCostsOf(train).map(({ kind, value, text }): [CostKind, GroupCost] => [kind, {
    text: value === null ? 'too little to see' : kind === 'delay' ? formatSeconds(value) : formatBytes(value),
    title: text === null ? null : `${text}${together}`, value,
  }]);
  const cpu = costText(train);
  return Object.fromEntries([...(coreSeconds === null || cpu === null ? [] : [['cpu', {
    text: formatValue(coreSeconds, 'coreSeconds'), title: `${cpu}${together}`, value: coreSeconds / periodSeconds,
  }] as [CostKind, GroupCost]]), ...cells]);
}

function keyOf(name: string, file: string, periodSeconds: number): string {
  return JSON.stringify([name, file, Math.round(1000 * periodSeconds)]);
}
