/** Trains of a target's own scrapes, from its answers to /api/v1/targets; its metrics lack them. Pure. */
import type { TargetTrain } from '../../../../core/contract/panels/trains.ts';
import type { SpikeTrain } from '../../../../core/contract/panels/spikes.ts';
import type { HeadReading } from '../../../../core/contract/panels/memory.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { targetAheadMs } from '../compaction/targetClock.ts';
import type { PulseTrain } from './pulseTrain.ts';

/** Converts the scrapes among `trains` from the target's clock to ours; the window shows the difference. */
export function scrapeTrains(window: RoleWindow, trains: readonly TargetTrain[]): PulseTrain[] {
  const scrapes = trains.filter(({ kind }) => kind === 'scrape-job').map(inMilliseconds);
  const aheadMs = scrapes.length === 0 ? 0 : targetAheadMs(window);
  return aheadMs === 0 ? scrapes : scrapes.map((train) => ({
    ...train, phaseMs: train.phaseMs - aheadMs, sinceMs: train.sinceMs - aheadMs,
    untilMs: train.untilMs === null ? null : train.untilMs - aheadMs,
  }));
}

/** Adds to each job the number of series with its label in the newest reading. */
export function withHeadSeries(trains: readonly SpikeTrain[], readings: readonly HeadReading[]): SpikeTrain[] {
  const newest = readings.findLast(({ isDaily, lists }) => !isDaily && lists.labelPairs !== null);
  const counts = new Map(newest?.lists.labelPairs?.rows.map(({ name, count }) => [name, count]));
  return trains.map((train) => {
    const [job, another] = train.names;
    const headSeries = train.kind === 'scrape-job' && another === undefined ? counts.get(`job=${job}`) : undefined;
    return headSeries === undefined ? train : { ...train, headSeries };
  });
}

export function inMilliseconds(train: TargetTrain): PulseTrain {
  const { kind, name, file, instance, periodSeconds, phase, phaseErrorSeconds, widthSeconds, since, until } = train;
  return {
    kind, name, file, instance, periodMs: 1000 * periodSeconds, phaseMs: 1000 * phase,
    phaseErrorMs: 1000 * phaseErrorSeconds, widthMs: 1000 * (widthSeconds ?? 0), sinceMs: 1000 * since,
    untilMs: until === null ? null : 1000 * until,
  };
}
