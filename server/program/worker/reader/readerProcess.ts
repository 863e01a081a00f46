/** Entry point of a process that reads: nothing that happens here reaches the part that records. */
import { join } from 'node:path';
import { ok } from '../../../../core/result.ts';
import { DuckEngine } from '../../../data/store/partitions/duckEngine.ts';
import { SampleReader } from '../../../data/store/read/sampleReader.ts';
import type { Recorder } from '../../../data/store/recorder.ts';
import { ownMemory } from '../../../kernel/threads/calls.ts';
import { ServedProcess, startOptions, stopIfUnwanted } from '../../../kernel/threads/serveProcess.ts';
import type { ReaderMethods, ReaderOptions } from './readerMessages.ts';
import { readsOf } from './reads.ts';

const own = new ServedProcess();
// From readerClient.ts of the same build.
const options = startOptions() as ReaderOptions;
// What was just recorded is answered without it.
const engine = DuckEngine.opening(join(options.workFolder, 'spill'));
const reader = new SampleReader({
  ...options, engine, recorder: own.starter<Recorder>(),
  check: stopIfUnwanted,
});
own.serve<ReaderMethods>({
  ...readsOf(reader, { engine, folder: options.workFolder }),
  memory: () => Promise.resolve(ok(ownMemory())),
});
