/** Advice on a rule group or a scrape job that causes CPU spikes, with what it saves. */
import type { Action, SpikeTrain } from '../../../core/contract/contract.ts';
import { formatBand, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { samplesText, trainName } from '../../../core/text/trainWords.ts';

/** Returns steps for one train, largest saving first; none if its cost is unknown. */
export function trainSteps(train: SpikeTrain): Action[] {
  if (train.verdict !== 'named' || train.coreSeconds === null) return [];
  return train.kind === 'rule-group' ? [slowerGroup(train, train.coreSeconds), splitGroup(train, train.coreSeconds)]
    : [slowerJob(train, train.coreSeconds)];
}

/**
 * Describes what twice the period saves: `0.061 cores (0.058 cores to 0.064 cores) of the 0.12 cores that it takes on
 * average`.
 */
function saving(train: SpikeTrain, coreSeconds: number): string {
  const { periodSeconds, targets, lowCoreSeconds, highCoreSeconds } = train;
  const half = targets / (2 * periodSeconds);
  const band = lowCoreSeconds === null || highCoreSeconds === null ? ''
    : ` (${formatBand(half * lowCoreSeconds, half * highCoreSeconds, 'cores')})`;
  return `${formatValue(half * coreSeconds, 'cores')}${band} of the ${
    formatValue(2 * half * coreSeconds, 'cores')} that it takes on average${bytesSaved(train, half)}`;
}

/** Returns `, and 0.77 MB/s of allocations (0.73 MB/s to 0.8 MB/s)`, if one allocates or reads enough to be visible. */
function bytesSaved({ allocBytes, lowAllocBytes, highAllocBytes, ...train }: SpikeTrain, half: number): string {
  const { ioBytes, lowIoBytes, highIoBytes } = train;
  return [
    { what: 'allocations', value: allocBytes, low: lowAllocBytes, high: highAllocBytes },
    { what: 'reads and writes', value: ioBytes, low: lowIoBytes, high: highIoBytes },
  ].map(({ what, value, low, high }) => (value === undefined || low === undefined || high === undefined ? ''
    : `, and ${formatValue(half * value, 'bytesPerSecond')} of ${what} (${
      formatBand(half * low, half * high, 'bytesPerSecond')})`)).join('');
}

/** Returns `6 core-s (5.8 core-s to 6.2 core-s)`, the cost of that part of an evaluation. */
function partOf({ lowCoreSeconds, highCoreSeconds }: SpikeTrain, coreSeconds: number, part: number): string {
  const text = formatValue(part * coreSeconds, 'coreSeconds');
  return lowCoreSeconds === null || highCoreSeconds === null ? text
    : `${text} (${formatBand(part * lowCoreSeconds, part * highCoreSeconds, 'coreSeconds')})`;
}

function slowerGroup(train: SpikeTrain, coreSeconds: number): Action {
  const { periodSeconds } = train;
  return {
    step: `Raise the interval of ${trainName(train)} from ${formatSeconds(periodSeconds)} to ${
      formatSeconds(2 * periodSeconds)}, or record once what several of its rules compute.`,
    why: `An evaluation takes ${formatValue(coreSeconds, 'coreSeconds')}; twice the interval saves ${
      saving(train, coreSeconds)}.`,
    risk: 'Its alerts and series come half as often; range functions over them need a longer range.',
  };
}

function splitGroup(train: SpikeTrain, coreSeconds: number): Action {
  const several = train.names.length > 1;
  return {
    step: several ? `Rename one of ${trainName(train)}, or give it another interval.`
      : `Split ${trainName(train)} into several groups.`,
    why: several ? 'They begin at the same moment: the start of a group within its interval follows from its file and '
      + `name, so another name moves it. Together they add ${partOf(train, coreSeconds, 1)}; each spike then has what `
      + 'its own group adds of that.'
      : `Each group starts at a moment of its own: of two equal halves each adds ${
        partOf(train, coreSeconds, 1 / 2)} in place of ${formatValue(coreSeconds, 'coreSeconds')}.`,
    risk: several ? 'Alerts and dashboards that refer to the name need it too; query_offset moves only what it queries.'
      : 'Rules that read what others of the group record must stay with them; query_offset moves only what it queries.',
  };
}

function slowerJob(train: SpikeTrain, coreSeconds: number): Action {
  const { periodSeconds, targets } = train;
  const samples = samplesText(train);
  const each = targets === 1 ? 'A scrape of it' : `A scrape of one of its ${targets} targets`;
  return {
    step: `Raise scrape_interval of ${trainName(train).replace(/^scrapes of /, '')} from ${
      formatSeconds(periodSeconds)} to ${formatSeconds(2 * periodSeconds)}, or drop series that nobody queries `
      + '(metric_relabel_configs).',
    why: `${each} takes ${formatValue(coreSeconds, 'coreSeconds')}; twice the interval saves ${
      saving(train, coreSeconds)}.${samples === null ? '' : ` By its series in memory it has ${samples}.`}`,
    risk: 'Short events fall between two scrapes; rate() needs a range of at least two intervals. What is dropped '
      + 'cannot be queried.',
  };
}
