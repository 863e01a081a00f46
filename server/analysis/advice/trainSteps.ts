/** What to do about a rule group or a scrape job that makes CPU spikes, with what it saves. */
import type { Action, SpikeTrain } from '../../../core/contract/contract.ts';
import { formatSeconds, formatValue } from '../../../core/text/format.ts';
import { samplesText, trainName } from '../../../core/text/trainWords.ts';

/** Steps about one, those that save most first; none where its cost is not known. */
export function trainSteps(train: SpikeTrain): Action[] {
  if (train.verdict !== 'named' || train.coreSeconds === null) return [];
  return train.kind === 'rule-group' ? [slowerGroup(train, train.coreSeconds), splitGroup(train)]
    : [slowerJob(train, train.coreSeconds)];
}

/** `0.061 of its 0.12 cores`: what twice the period saves. */
function saving({ periodSeconds, targets }: SpikeTrain, coreSeconds: number): string {
  const cores = targets * coreSeconds / periodSeconds;
  return `${formatValue(cores / 2, 'cores')} of the ${formatValue(cores, 'cores')} that it takes on average`;
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

function splitGroup(train: SpikeTrain): Action {
  const several = train.names.length > 1;
  return {
    step: several ? `Rename one of ${trainName(train)}, or give it another interval.`
      : `Split ${trainName(train)} into several groups.`,
    why: several ? 'They begin at the same moment: the start of a group within its interval follows from its file and '
      + 'name, so another name moves it, and each spike is smaller.'
      : 'Each group starts at a moment of its own, so that the same work makes smaller spikes.',
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
