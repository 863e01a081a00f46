/** Rule groups and scrape jobs in words. Pure. */
import type { SpikeTrain } from '../contract/panels/spikes.ts';
import { formatBytes, formatSeconds, formatValue } from './format.ts';

/** Length limit of names, which users choose freely. */
const MAX_NAME = 60;
/** Number of names that are listed; more are counted. */
const MAX_NAMES = 3;

type Named = Pick<SpikeTrain, 'kind' | 'names'>;

function shortName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`;
}

/** Returns the names as a list, the longest lists cut: `node`, `node and kubelet`. */
export function listed(names: readonly string[]): string {
  const shown = names.length <= MAX_NAMES ? names.map(shortName)
    : [...names.slice(0, MAX_NAMES - 1).map(shortName), `${names.length - MAX_NAMES + 1} more`];
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Returns `rule group node`, `rule groups node and kubelet`, `scrapes of job cadvisor`. */
export function trainName({ kind, names }: Named): string {
  const many = names.length > 1 ? 's' : '';
  return `${kind === 'rule-group' ? `rule group${many}` : `scrapes of job${many}`} ${listed(names)}`;
}

/** Returns a rule group by the label `rule_group`, which contains its file and its name. */
export function ruleGroupName(label: string): string {
  return trainName({ kind: 'rule-group', names: [label.slice(label.indexOf(';') + 1)] });
}

/** Returns several trains of one kind as one subject. */
export function trainNames(trains: readonly Named[]): string {
  const [first] = trains;
  return first === undefined ? '' : trainName({ kind: first.kind, names: trains.flatMap(({ names }) => names) });
}

/** Returns whether a verb after the name is plural. */
export function isPlural(trains: readonly Named[]): boolean {
  return trains.length > 1 || trains.some(({ kind, names }) => kind === 'scrape-job' || names.length > 1);
}

/** Returns `1.2 core-s`, and `1.2 core-s (1.1 to 1.3)` with its interval; null if not measured. */
export function costText({ coreSeconds, lowCoreSeconds, highCoreSeconds }: SpikeTrain): string | null {
  if (coreSeconds === null) return null;
  const text = formatValue(coreSeconds, 'coreSeconds');
  return lowCoreSeconds === null || highCoreSeconds === null ? text
    : `${text} (${formatValue(lowCoreSeconds, 'coreSeconds')} to ${formatValue(highCoreSeconds, 'coreSeconds')})`;
}

/** A cost of one evaluation or scrape besides CPU. */
export interface OtherCost {
  kind: 'alloc' | 'io' | 'delay';
  /** Bytes, or seconds for a delay; null if it is too little to see. */
  value: number | null;
  /** `46 MiB (44 MiB to 48 MiB)`; null if it is too little to see. */
  text: string | null;
}

/** Returns the costs of one besides CPU; omits those that are not known. */
export function otherCostsOf(train: SpikeTrain): OtherCost[] {
  const costs: readonly [OtherCost['kind'], SpikeTrain['verdict'] | undefined, ...(number | undefined)[]][] = [
    ['alloc', train.allocVerdict, train.allocBytes, train.lowAllocBytes, train.highAllocBytes],
    ['io', train.ioVerdict, train.ioBytes, train.lowIoBytes, train.highIoBytes],
    ['delay', train.delayVerdict, train.delaySeconds, train.lowDelaySeconds, train.highDelaySeconds],
  ];
  return costs.flatMap(([kind, verdict, value, low, high]): OtherCost[] => {
    const format = (own: number): string => (kind === 'delay' ? formatSeconds(own) : formatBytes(own));
    if (value !== undefined && low !== undefined && high !== undefined)
      return [{ kind, value, text: `${format(value)} (${format(low)} to ${format(high)})` }];
    return verdict === 'none' ? [{ kind, value: null, text: null }] : [];
  });
}

const OTHER_COST_WORDS: Readonly<Record<OtherCost['kind'], { clear: (text: string) => string; none: string }>> = {
  alloc: { clear: (text) => `each allocates ${text}`, none: 'what each allocates is too little to see' },
  io: { clear: (text) => `each reads and writes ${text}`, none: 'what each reads and writes is too little to see' },
  delay: {
    clear: (text) => `a scrape during one takes ${text} longer`,
    none: 'a scrape during one does not take clearly longer',
  },
};

/**
 * Returns the costs of one besides CPU: `each allocates 46 MiB (44 MiB to 48 MiB)`, `what each reads and writes is too
 * little to see`; omits unknown ones.
 */
export function otherCosts(train: SpikeTrain): string[] {
  return otherCostsOf(train).map(({ kind, text }) => (
    text === null ? OTHER_COST_WORDS[kind].none : OTHER_COST_WORDS[kind].clear(text)
  ));
}

/**
 * Returns all costs of one for the card of a spike: `rule group node: each adds 0.9 core-s (0.85 core-s to 0.95
 * core-s); each allocates 46 MiB (44 MiB to 48 MiB)`; null if none is known.
 */
export function costsLine(train: SpikeTrain): string | null {
  const cpu = costText(train);
  const costs = [...(cpu === null ? [] : [`each adds ${cpu}`]), ...otherCosts(train)];
  return costs.length === 0 ? null : `${trainName(train)}: ${costs.join('; ')}`;
}

/** Returns why a train is not named. */
export function verdictText({ verdict, kind }: Pick<SpikeTrain, 'verdict' | 'kind'>): string {
  const one = kind === 'rule-group' ? 'an evaluation' : 'a scrape';
  switch (verdict) {
    case 'named': return 'CPU rises at it';
    case 'none': return 'no rise of CPU at it';
    case 'too-short': return `too short to see: ${one} cannot use enough CPU`;
    case 'too-few': return 'too few in this window';
    case 'flat': return 'readings are too far apart';
  }
}

/** Returns `at most about 1,200 samples a scrape`, because ended series count too; null if not known. */
export function samplesText({ headSeries, targets }: Pick<SpikeTrain, 'headSeries' | 'targets'>): string | null {
  return headSeries === undefined || !(targets > 0) ? null
    : `at most about ${formatValue(Math.round(headSeries / targets), 'count')} samples a scrape`;
}

/** Returns `every 15s`. */
export function everyText({ periodSeconds }: Pick<SpikeTrain, 'periodSeconds'>): string {
  return `every ${formatSeconds(Math.round(periodSeconds * 1000) / 1000)}`;
}
