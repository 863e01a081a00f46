/**
 * Opens an unpacked and validated incident file: imports a recorded target with all its other data, all or nothing.
 */
import { readFile } from 'node:fs/promises';
import type { ReadIncident } from '../../../data/archive/readIncident.ts';
import type { OpenedArchive, ProfileInfo } from '../../../../core/contract/contract.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import { fail, ok, type Failure, type Result } from '../../../../core/result.ts';
import type { StoredIncident } from '../../../data/store/dataStore.ts';
import type { IncidentSources } from './incidentExport.ts';

type TakenProfile = ReadIncident['profiles'][number];

/** Imports an incident file. A failure removes everything imported and does not change existing data. */
export async function importIncident(
  sources: IncidentSources, name: string, read: ReadIncident
): Promise<Result<OpenedArchive>> {
  const { manifest, facts, samples, history } = read;
  // True if captured from the original target, or opened with its recording.
  const isCapture = ({ info }: TakenProfile): boolean => profileTarget(info) !== null;
  const incident: StoredIncident = {
    manifest: { ...manifest, members: [] },
    profiles: read.profiles.map((one) => ({ id: one.info.id, name: one.info.name, isCapture: isCapture(one) })),
  };
  const stored = await sources.data.importIncident({ name, samples, history, facts, incident });
  if (!stored.ok) return stored;
  const known = new Set((await sources.profiles.list()).map(({ id }) => id));
  const taken: ProfileInfo[] = [];
  const undo = async (error: Failure): Promise<Result<OpenedArchive>> => {
    for (const { id } of taken) if (!known.has(id)) await sources.profiles.remove(id);
    await sources.data.removeTarget(name);
    await sources.notes.removeTarget(name);
    return { ok: false, error };
  };
  for (const profile of read.profiles) {
    const added = await addProfile(sources, name, profile);
    if (!added.ok) return undo(added.error);
    taken.push(added.value);
    if (added.value.id !== profile.info.id) {
      return undo({
        errorType: 'bad_data',
        message: `The profile "${profile.info.name.slice(0, 100)}" of the incident file `
          + 'is not the one it says it is; the file was altered. Nothing of it was kept.',
      });
    }
  }
  const notes = read.notes.length === 0 ? ok(0) : await sources.notes.takeOver(name, read.notes);
  if (!notes.ok) return undo(notes.error);
  const replays = await sources.replays.takeOver(name, read.replays);
  if (!replays.ok) return undo(replays.error);
  await sources.trains.takeOver(name, read.trains, manifest.window.end);
  const target = await sources.targets.find(name) ?? null;
  return ok({
    kind: 'incident', target, profiles: taken, metrics: null,
    skipped: read.strangers.slice(0, 100).map(
      (stranger) => ({ name: stranger, reason: 'the manifest of the incident file does not name it' })
    ), skippedCount: read.strangers.length,
    remarks: remarksOf(sources, read, notes.value),
  });
}

async function addProfile(
  { profiles }: IncidentSources, target: string, profile: TakenProfile
): Promise<Result<ProfileInfo>> {
  const { info, samplesIngested, targetFacts, file } = profile;
  const added = await profiles.add({
    bytes: await readFile(file), name: info.name,
    source: info.source.how === 'capture' || info.source.how === 'merged' ? { ...info.source, target }
      : { how: 'upload', target },
    ...(samplesIngested === undefined ? {} : { samplesIngested }),
    ...(targetFacts === undefined ? {} : { targetFacts }),
  });
  return added.ok ? added : fail(
    added.error.errorType, `The profile "${info.name.slice(0, 100)}" of the incident file cannot be kept: `
      + `${added.error.message}. Nothing of the file was kept.`
  );
}

function remarksOf({ version }: IncidentSources, { manifest, notes }: ReadIncident, taken: number): string[] {
  return [
    ...(manifest.exportedBy === version ? [] : [
      `It was exported by tsdbscope ${manifest.exportedBy.slice(0, 40)} and is shown by ${version}: `
        + 'figures may differ where the way they are computed changed.',
    ]),
    ...(manifest.redacted.what.length === 0 ? []
      : [`Made unreadable at the export: ${manifest.redacted.what.join(', ')}.`]),
    ...(taken < notes.length ? [`${notes.length - taken} of its ${notes.length} notes could not be read.`] : []),
    ...manifest.leftOut,
  ];
}
