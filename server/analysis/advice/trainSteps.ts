/** Advice on a rule group or a scrape job that causes CPU spikes, with what it saves. */
import type { Action, LoggedQuery, SpikeTrain } from '../../../core/contract/contract.ts';
import { formatBand, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { quotedQuery } from '../../../core/text/queryWords.ts';
import { samplesText, trainName } from '../../../core/text/trainWords.ts';
import { sharedPart } from './sharedParts.ts';

/** Number of trains from which the list of an answer may lack some. */
const MAX_LISTED = 100;

export interface KnownBesides {
  /** Trains of the target: its scrapes are what its rules read. */
  trains?: readonly SpikeTrain[] | undefined;
  /** Queries of a query log, which has the texts of rules. */
  queries?: readonly LoggedQuery[] | undefined;
}

/** Returns steps for one train, largest saving first; none if its cost is unknown. */
export function trainSteps(train: SpikeTrain, { trains = [], queries = [] }: KnownBesides = {}): Action[] {
  const { coreSeconds } = train;
  if (train.verdict !== 'named' || coreSeconds === null) return [];
  if (train.kind === 'scrape-job') return [slowerJob(train, coreSeconds)];
  return [
    slowerGroup(train, coreSeconds, inputSeconds(trains)), ...recordedPart(train, coreSeconds, queries),
    splitGroup(train, coreSeconds),
  ];
}

/** Returns the shortest interval at which the target scrapes; null if its scrapes, or some of them, are not known. */
function inputSeconds(all: readonly SpikeTrain[]): number | null {
  const periods = all.filter(({ kind }) => kind === 'scrape-job').map(({ periodSeconds }) => periodSeconds);
  return periods.length === 0 || all.length >= MAX_LISTED ? null : Math.min(...periods);
}

/**
 * Describes the saving of a period `times` as long: `0.061 cores (0.058 cores to 0.064 cores) of the 0.12 cores that it
 * takes on average`.
 */
function saving(train: SpikeTrain, coreSeconds: number, times = 2): string {
  const { periodSeconds, targets, lowCoreSeconds, highCoreSeconds } = train;
  const whole = targets / periodSeconds;
  const saved = whole * (1 - 1 / times);
  const band = lowCoreSeconds === null || highCoreSeconds === null ? ''
    : ` (${formatBand(saved * lowCoreSeconds, saved * highCoreSeconds, 'cores')})`;
  return `${formatValue(saved * coreSeconds, 'cores')}${band} of the ${
    formatValue(whole * coreSeconds, 'cores')} that it takes on average${bytesSaved(train, saved)}`;
}

/** Returns `, and 0.77 MB/s of allocations (0.73 MB/s to 0.8 MB/s)`, if one allocates or reads enough to be visible. */
function bytesSaved({ allocBytes, lowAllocBytes, highAllocBytes, ...train }: SpikeTrain, saved: number): string {
  const { ioBytes, lowIoBytes, highIoBytes } = train;
  return [
    { what: 'allocations', value: allocBytes, low: lowAllocBytes, high: highAllocBytes },
    { what: 'reads and writes', value: ioBytes, low: lowIoBytes, high: highIoBytes },
  ].map(({ what, value, low, high }) => (value === undefined || low === undefined || high === undefined ? ''
    : `, and ${formatValue(saved * value, 'bytesPerSecond')} of ${what} (${
      formatBand(saved * low, saved * high, 'bytesPerSecond')})`)).join('');
}

/** Returns `6 core-s (5.8 core-s to 6.2 core-s)`, the cost of that part of an evaluation. */
function partOf({ lowCoreSeconds, highCoreSeconds }: SpikeTrain, coreSeconds: number, part: number): string {
  const text = formatValue(part * coreSeconds, 'coreSeconds');
  return lowCoreSeconds === null || highCoreSeconds === null ? text
    : `${text} (${formatBand(part * lowCoreSeconds, part * highCoreSeconds, 'coreSeconds')})`;
}

/** Rules that are evaluated more often than anything is scraped read the same samples again: then that interval. */
function slowerGroup(train: SpikeTrain, coreSeconds: number, inputs: number | null): Action {
  const { periodSeconds } = train;
  const isOften = inputs !== null && inputs > periodSeconds;
  const times = isOften ? inputs / periodSeconds : 2;
  const longer = formatSeconds(times * periodSeconds);
  const cost = `An evaluation takes ${formatValue(coreSeconds, 'coreSeconds')}; `;
  return {
    step: `Raise the interval of ${trainName(train)} from ${formatSeconds(periodSeconds)} to ${longer}${
      isOften ? '' : ', or record once what several of its rules compute'}.`,
    why: isOften ? `${cost}nothing is scraped more often than every ${longer}, so that the evaluations between read `
      + `the same samples, unless others are written to it. That interval saves ${saving(train, coreSeconds, times)}.`
      : `${cost}twice the interval saves ${saving(train, coreSeconds)}.`,
    risk: `Its alerts and series come ${times === 2 ? 'half as' : 'less'} often; range functions over them need a `
      + 'longer range.',
  };
}

/** Returns what recording a shared part saves at most: the log has the time of whole rules, not of their parts. */
function recordedPart(train: SpikeTrain, coreSeconds: number, queries: readonly LoggedQuery[]): Action[] {
  const [name, another] = train.names;
  if (name === undefined || another !== undefined) return [];
  const part = sharedPart({ name, widthSeconds: train.widthSeconds }, queries);
  if (part === null) return [];
  const most = part.maxShareRatio * (train.highCoreSeconds ?? coreSeconds);
  return [{
    step: `Record ${quotedQuery(part.text)} once, in a rule before the ${part.rules} rules that compute it.`,
    why: `By the query log it saves at most ${formatValue(most, 'coreSeconds')} of the ${
      formatValue(coreSeconds, 'coreSeconds')} of an evaluation (${
      formatBand(0, most / train.periodSeconds, 'cores')}): the log has the time of whole rules, and the part may be `
      + 'little of it.',
    risk: 'The rules then read the recorded series, which exist from the first evaluation on.',
  }];
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
      formatSeconds(periodSeconds)} to ${formatSeconds(2 * periodSeconds)}, or drop series that no query uses `
      + '(metric_relabel_configs).',
    why: `${each} takes ${formatValue(coreSeconds, 'coreSeconds')}; twice the interval saves ${
      saving(train, coreSeconds)}.${samples === null ? '' : ` By its series in memory it has ${samples}.`}`,
    risk: 'Short events fall between two scrapes; rate() needs a range of at least two intervals. What is dropped '
      + 'cannot be queried.',
  };
}
