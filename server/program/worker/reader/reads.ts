/** Implements the readers' methods. */
import { Readable } from 'node:stream';
import { fail, ok } from '../../../../core/result.ts';
import { SerialQueue } from '../../../../core/serialQueue.ts';
import { readEngineWindow } from '../../../data/metrics/engineMatrix.ts';
import { withNode } from '../../../data/metrics/queried/nodeMatrix.ts';
import { readHistory } from '../../../data/metrics/queryMatrix.ts';
import type { DataReads } from '../../../data/store/dataStore.ts';
import { exportIncident } from '../../../data/store/exchange/exportIncident.ts';
import { exportOpenMetrics } from '../../../data/store/exchange/exportOpenMetrics.ts';
import { exportParquet } from '../../../data/store/exchange/exportParquet.ts';
import { exportRecording } from '../../../data/store/exchange/exportRecording.ts';
import { importIncident } from '../../../data/store/exchange/importIncident.ts';
import { importRecording } from '../../../data/store/exchange/importRecording.ts';
import type { DuckEngine } from '../../../data/store/partitions/duckEngine.ts';
import { samplesText } from '../../../data/store/read/sampleRead.ts';
import type { SampleReader } from '../../../data/store/read/sampleReader.ts';
import { scrapedLabels } from '../../../data/wire/engineLabels.ts';
import { readCompactionLog } from './compactionLogs.ts';
import { readRuleGroups } from './trains.ts';
import { readCpuSplit, readFindings, readHerd, readHost, readLines, readPanel, readSpikes } from './panels.ts';
import { readLogErrors, readQueryLog } from './queries.ts';
import { readReplayLog, readReplays } from './replays.ts';

/** `work`: the reader's own database and folder. */
export function readsOf(reader: SampleReader, work: { engine: DuckEngine; folder: string }): DataReads {
  /** Reads one log at a time: each may be 128 MiB of text when decompressed. */
  const logs = new SerialQueue();
  return {
    panel: (panel, query) => readPanel(reader, panel, query),
    findings: (query) => readFindings(reader, query),
    addHistory: async (target, { answers, ownLabels, offsetMs, node }) => {
      const own = readHistory(answers, ownLabels, offsetMs);
      const read = node === undefined || typeof own === 'string' ? own : withNode(own, node, offsetMs);
      if (typeof read === 'string') return fail('bad_data', read);
      const added = await reader.addHistory(target, read);
      const { length, startMs } = read.scrapes;
      return added.ok ? ok({ rows: length, firstMs: startMs[0] ?? null }) : added;
    },
    addRecorded: async (target, { answers, own, whole }) => {
      const read = readEngineWindow(answers, (labels) => scrapedLabels(labels, own));
      if (typeof read === 'string') return fail('bad_data', read);
      const added = read.scrapes.length === 0 ? ok(null) : await reader.addRecorded(target, read, whole);
      return added.ok ? ok({ rows: read.scrapes.length }) : added;
    },
    holes: ({ target, startMs, endMs, leastMs }) => reader.holes(target, { startMs, endMs, leastMs }),
    lines: (query) => readLines(reader, query),
    cpuSplit: (query, profiles) => readCpuSplit(reader, query, profiles),
    host: (query) => readHost(reader, query),
    ruleGroups: (query) => readRuleGroups(reader, query),
    spikes: (query) => readSpikes(reader, query),
    compactionHerd: (queries) => readHerd(reader, queries),
    compactionLog: (bytes, target) => logs.run(() => readCompactionLog(reader, bytes, target)),
    replays: (query) => readReplays(reader, query),
    replayLog: (bytes) => logs.run(() => readReplayLog(bytes)),
    queryLog: (bytes, longest) => logs.run(() => readQueryLog(bytes, longest)),
    logErrors: (bytes) => logs.run(() => readLogErrors(bytes)),
    samples: async (target, match, range) => {
      const read = await reader.samples(target, match, range);
      return read.ok ? ok(Readable.from(pieces(samplesText(read.value)))) : read;
    },
    importRecording: (name, file) => importRecording(reader, name, file),
    exportRecording: (target, startMs, endMs) => exportRecording(reader, target, { startMs, endMs }),
    exportSamples: ({ format, ...window }) => (
      format === 'parquet' ? exportParquet(reader, window, work) : exportOpenMetrics(reader, window)
    ),
    exportIncident: (options) => exportIncident(reader, options),
    importIncident: (parts) => importIncident(reader, parts),
  };
}

function* pieces(text: Iterable<string>): Generator<Buffer> {
  for (const piece of text) yield Buffer.from(piece);
}
