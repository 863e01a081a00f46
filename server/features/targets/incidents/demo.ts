import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { skippedLinesText } from '../../../../core/text/skippedLines.ts';
import { log } from '../../../kernel/logging/log.ts';

/** Recordings shipped in public/demo; its README says how each was made. */
const RECORDINGS = [
  { name: 'demo-incident', file: 'prom-2.42-load.ndjson.gz', log: 'prom-2.42-load.log.gz' },
  { name: 'demo-wal-replay', file: 'prom-2.42-wal-replay.ndjson.gz', log: null },
];
/** Profile pairs; `target`: the recording during which they were taken. */
const PAIRS: { label: string; before: string; after: string; target?: string }[] = [
  {
    label: 'WAL loading, Prometheus 2.5 to 2.6', before: 'wal-loading.before.cpu.pb.gz',
    after: 'wal-loading.after.cpu.pb.gz',
  },
  {
    label: 'Prometheus 2.42, quiet and compacting', before: 'compaction.before.cpu.pb.gz',
    after: 'compaction.after.cpu.pb.gz', target: 'demo-incident',
  },
];

/**
 * Opens the shipped recordings and profile pairs; keeps those of an earlier start.
 * A part that cannot be opened is logged and does not affect the rest. Work interrupted by `stopping` is not reported:
 * the next start continues it.
 */
export async function openDemo(
  folder: string, data: DataStore, profiles: ProfileCatalog, stopping: AbortSignal
): Promise<void> {
  const tell = (message: string): void => {
    if (!stopping.aborted) log.warn(message);
  };
  try {
    for (const pair of PAIRS) {
      for (const side of ['before', 'after'] as const) {
        if (stopping.aborted) return;
        const added = await profiles.add({
          bytes: await readFile(join(folder, pair[side])),
          name: `${pair.label} (${side})`,
          source: { how: 'demo' },
          pair: { label: pair.label, side },
        });
        if (!added.ok) tell(`demo: ${pair[side]}: ${added.error.message}`);
        else if (pair.target !== undefined) await profiles.belongTo([added.value.id], pair.target);
      }
    }
    const known = new Set((await data.targets()).map((target) => target.name));
    for (const { name, file, log } of RECORDINGS) {
      if (stopping.aborted) return;
      const opened = known.has(name) ? null : await data.importRecording(name, join(folder, file));
      if (opened?.ok === false) tell(`demo: ${file}: ${opened.error.message}`);
      const skipped = opened?.ok === true ? opened.value.skippedLines : undefined;
      if (skipped !== undefined) tell(`demo: ${file}: ${skippedLinesText(skipped)}`);
      // Logs are only in memory, so they are opened at every start.
      const read = log === null || opened?.ok === false ? null
        : await data.compactionLog(await readFile(join(folder, log)), name);
      if (read?.ok === false) tell(`demo: ${log ?? ''}: ${read.error.message}`);
    }
  } catch (error) {
    tell(`The demo could not be opened: ${(error as Error).message}`);
  }
}
