import type { RemoteWriteStatus, SelfStatus } from '../../../core/contract/contract.ts';
import type { RemoteWriteSettings } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { MetricRow, MetricRows } from '../../kernel/http/metricRows.ts';
import { EngineReads, readThrough, type EngineReadsOptions } from './engineReads.ts';
import { EngineStrips } from './engineStrips.ts';
import { RemoteWrite } from './remoteWrite.ts';

export interface OpenedRemoteWrite extends Opened {
  /**
   * Returns the same reads, extended by the engine's samples from before the local store. `isElsewhere`: whether
   * another shard scrapes a target.
   */
  through<D extends Parameters<typeof readThrough>[0] & EngineReadsOptions['data']>(
    data: D, isElsewhere: (target: string) => boolean
  ): D;
  /** Sources of the page of all targets for the time before the local store, and for targets of other shards. */
  strips: { elsewhere?: EngineStrips; past?: EngineStrips };
}

/** Sends samples to engines, and reads them back from one. */
export const remoteWriteFeature: Feature<RemoteWriteSettings, OpenedRemoteWrite> = {
  name: 'remote-write',
  open({ config: { shard }, dataDir, faults, clock, threadFile }, settings) {
    const { query: access, externalLabels } = settings;
    const remoteWrite = new RemoteWrite({ settings, dataDir, faults, clock, workerUrl: threadFile('sendWorker') });
    const past = access && new EngineStrips({ access, externalLabels, now: clock.nowMs });
    return {
      through: (data, isElsewhere) => (access === undefined ? data : readThrough(data, new EngineReads({
        access, externalLabels, data, faults, clock, ...(shard === undefined ? {} : { isElsewhere }),
      }))),
      strips: past === undefined ? {} : shard === undefined ? { past } : { past, elsewhere: past },
      metrics: () => metricsOf(remoteWrite.status()),
      status: () => ({ remoteWrite: remoteWrite.status() }),
      dropped: () => droppedOf(remoteWrite.status()),
      // Closes once `stored` resolves, when the last scrapes are in the buffer.
      stop: (stored) => stored.then(() => remoteWrite.close()),
    };
  },
};

const METRICS: readonly [name: string, help: string, of: (status: RemoteWriteStatus) => number][] = [
  ['tsdbscope_remote_write_sent_samples', 'Samples that the engine took.', (one) => one.sentSamples],
  ['tsdbscope_remote_write_refused_samples', 'Samples that the engine refused.', (one) => one.refusedSamples],
  [
    'tsdbscope_remote_write_dropped_samples', 'Samples deleted from the full buffer before they were sent.',
    (one) => one.droppedSamples,
  ],
  ['tsdbscope_remote_write_pending_bytes', 'Bytes of the buffer that are not sent yet.', (one) => one.pendingBytes],
  [
    'tsdbscope_remote_write_delay_seconds', 'Age of the oldest scrape that is not sent.', (one) => one.delaySeconds,
  ],
  ['tsdbscope_remote_write_failing', '1 while the engine cannot be written.', (one) => (one.failure === null ? 0 : 1)],
];

function metricsOf(engines: readonly RemoteWriteStatus[]): MetricRows[] {
  return METRICS.map(([name, help, of]) => (
    { name, help, rows: engines.map((engine): MetricRow => [of(engine), { engine: engine.name }]) }
  ));
}

function droppedOf(engines: readonly RemoteWriteStatus[]): SelfStatus['dropped'] {
  if (engines.length === 0) return [];
  const sum = (of: (engine: RemoteWriteStatus) => number): number => (
    engines.reduce((total, engine) => total + of(engine), 0)
  );
  return [
    {
      what: 'samples for engines', count: sum((one) => one.droppedSamples),
      why: 'The buffer of remote write was full.',
    },
    { what: 'samples for engines', count: sum((one) => one.refusedSamples), why: 'The engine refused them.' },
  ];
}
