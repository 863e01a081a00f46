/** Entry point of a reader process: nothing that happens here affects the recording part. */
import { join } from 'node:path';
import { ok } from '../../../../core/result.ts';
import { DuckEngine } from '../../../data/store/partitions/duckEngine.ts';
import { SampleReader } from '../../../data/store/read/sampleReader.ts';
import type { Recorder } from '../../../data/store/recorder.ts';
import { ownMemory } from '../../../kernel/threads/calls.ts';
import { ServedProcess, startOptions, stopIfUnwanted } from '../../../kernel/threads/serveProcess.ts';
import { inJson } from '../../../kernel/threads/serve.ts';
import type { DataReads } from '../../../data/store/dataStore.ts';
import type { ReaderMethods, ReaderOptions } from './readerMessages.ts';
import { readsOf } from './reads.ts';

const TOO_LARGE = 'The answer is too large for a text; choose a shorter range or a larger step.';

const own = new ServedProcess();
// Set by readerClient.ts of the same build.
const options = startOptions() as ReaderOptions;
// Opens in the background: queries about recent samples do not need it.
const engine = DuckEngine.opening(join(options.workFolder, 'spill'));
const reader = new SampleReader({
  ...options, engine, recorder: own.starter<Recorder>(),
  check: stopIfUnwanted,
});
const reads = readsOf(reader, { engine, folder: options.workFolder });
own.serve<ReaderMethods>({
  ...reads, ...asJson(reads),
  memory: () => Promise.resolve(ok(ownMemory())),
});

/** Returns frequently forwarded answers as JSON text, so that neither the starter nor the kernel copies objects. */
function asJson(
  reads: DataReads
): Pick<DataReads, 'panel' | 'findings' | 'lines' | 'host' | 'spikes' | 'compactionHerd'> {
  return {
    panel: async (panel, question) => inJson(await reads.panel(panel, question), TOO_LARGE),
    findings: async (question) => inJson(await reads.findings(question), TOO_LARGE),
    lines: async (query) => inJson(await reads.lines(query), TOO_LARGE),
    host: async (query) => inJson(await reads.host(query), TOO_LARGE),
    spikes: async (question) => inJson(await reads.spikes(question), TOO_LARGE),
    compactionHerd: async (queries) => inJson(await reads.compactionHerd(queries), TOO_LARGE),
  };
}
