/** Stores the samples of an incident file as a recorded target, all or nothing, with its history and description. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { MEMBERS } from '../../incident/incidentFormat.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { writeWhole } from '../../../kernel/files/wholeFile.ts';
import type { IncidentImport, StoredTarget } from '../dataStore.ts';
import { writeIncidentFile } from '../samples/incidentFile.ts';
import { RecordingError } from '../samples/recordingLines.ts';
import { readHistoryFile, readScrapes } from '../samples/historyFile.ts';
import type { SampleReader } from '../read/sampleReader.ts';
import type { TargetStore } from '../samples/targetStore.ts';

/** Scrapes between two commits, which limits the memory. */
const BATCH = 50;
const MAX_PARTITIONS = 2000;

/** Imports an incident. Fails with bad_data and the file and line for unreadable samples, and for a name in use. */
export function importIncident(
  store: SampleReader, { name, samples, history, facts, incident }: IncidentImport
): Promise<Result<StoredTarget>> {
  return store.adopt(name, async (target, folder) => {
    try {
      const written = await fillTarget(target, samples);
      const { scrapes } = incident.manifest.contents;
      if (written !== scrapes) throw new RecordingError(
        `${MEMBERS.samples} holds ${written} scrapes and the manifest names ${scrapes}; `
          + 'the file was altered or is damaged.'
      );
      if (history !== null) {
        // Read first, so that a damaged file is rejected before anything is stored.
        await readHistoryFile(history);
        await writeWhole(join(folder, MEMBERS.history), createReadStream(history));
      }
      await writeIncidentFile(folder, { incident, facts });
      const { kind, version, goVersion, labels } = incident.manifest.target;
      return ok({ url: null, kind, version, goVersion, facts, labels, incident });
    } catch (error) {
      if (error instanceof RecordingError) return fail('bad_data', error.message);
      throw error;
    }
  });
}

async function fillTarget(target: TargetStore, file: string): Promise<number> {
  let written = 0;
  for await (const { scrape, own, extras } of readScrapes(file, MEMBERS.samples)) {
    if (!target.append(scrape, own, {}, { beside: extras.series.length === 0 ? null : extras }))
      throw new RecordingError('The times of the incident jump back by hours.');
    if (++written % BATCH !== 0) continue;
    await target.maintain();
    if (target.sealedPartitions().length > MAX_PARTITIONS)
      throw new RecordingError('The incident spans more than half a year; its times are wrong.');
  }
  await target.maintain(true);
  return written;
}
