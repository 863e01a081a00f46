import type { BenchmarkComparer } from '../../analysis/benchmarks/comparer.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { openBenchmarkClient } from './benchmarkClient.ts';
import { benchmarkRoutes } from './benchmarkRoutes.ts';
import { OutputStore } from './outputStore.ts';

export interface OpenedBenchmarks extends Opened {
  benchmarks: BenchmarkComparer;
  outputs: Pick<OutputStore, 'put'>;
}

/** Compares and shares benchmark outputs. */
export const benchmarksFeature: Feature<{ openReplica: OpenReplicas }, OpenedBenchmarks> = {
  name: 'benchmarks',
  async open({ dataDir, faults, clock, threadFile }, { openReplica }) {
    const benchmarks = openBenchmarkClient({ workerUrl: threadFile('benchmarkWorker') });
    const outputs = await OutputStore.open(dataDir, faults.notice, openReplica);
    return {
      benchmarks, outputs, routes: [benchmarkRoutes({ benchmarks, outputs, now: clock.nowMs })],
      stop: () => outputs.settled(),
    };
  },
};
