/** Builds an incident file: the stored samples of a target's window, and everything that belongs to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import {
  bytesMember, fileMember, jsonMember, packIncident, type PackedMember,
} from '../../../data/archive/packIncident.ts';
import type {
  IncidentManifest, IncidentPart, IncidentProfile, Note, PanelFinding, ProfileInfo, Replay, Target,
} from '../../../../core/contract/contract.ts';
import { INCIDENT_FORMAT, INCIDENT_VERSION, MEMBERS, profileMember } from '../../../data/incident/incidentFormat.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import { Redactor } from '../../../data/incident/redaction.ts';
import type { NoteStore } from '../../notes/noteStore.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { DataStore, ExportedSamples, PanelQuery } from '../../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import type { ReplayHistory } from '../answers/replayHistory.ts';
import type { TargetDirectory } from '../answers/targetDirectory.ts';
import type { TrainReadings } from '../trains/trainReadings.ts';

/** Maximum profiles, so that the file is not too large to send; the newest are included. */
const MAX_PROFILES = 200;
const MAX_PROFILE_BYTES = 400 * 2 ** 20;

export interface IncidentSources {
  data: DataStore;
  profiles: ProfileCatalog;
  targets: TargetDirectory;
  replays: ReplayHistory;
  notes: NoteStore;
  trains: Pick<TrainReadings, 'scrapes' | 'takeOver'>;
  /** Folder for temporary files. */
  folder: string;
  version: string;
  /** Configured secrets, redacted wherever they appear. */
  secrets: readonly string[];
  now: () => number;
}

export interface IncidentOrder {
  target: Target;
  query: PanelQuery;
  findings: PanelFinding[];
  include: ReadonlySet<IncidentPart>;
  keepCommandLines: boolean;
}

export interface ReadyIncident {
  manifest: Omit<IncidentManifest, 'members'>;
  /** Writes the file and ends `out`. */
  write(out: Writable): Promise<void>;
  /** Removes temporary files; must always be called. */
  dispose(): Promise<void>;
}

/** Prepares an incident file. Does everything that can fail, so that `write` only copies. */
export async function prepareIncident(sources: IncidentSources, order: IncidentOrder): Promise<Result<ReadyIncident>> {
  const folder = await mkdtemp(join(sources.folder, 'incident-'));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { target, query, keepCommandLines } = order;
    const samples = await sources.data.exportIncident(
      {
        target: target.name, startMs: query.startMs, endMs: query.endMs, keepCommandLines, secrets: sources.secrets,
        folder,
      }
    );
    if (!samples.ok) {
      await dispose();
      return samples;
    }
    const { manifest, members } = await assemble(sources, order, samples.value);
    return ok({ manifest, dispose, write: (out) => packIncident(manifest, members, out) });
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function assemble(
  sources: IncidentSources, order: IncidentOrder, exported: ExportedSamples
): Promise<{ manifest: Omit<IncidentManifest, 'members'>; members: PackedMember[] }> {
  const { target, query, include, findings, keepCommandLines } = order;
  const redactor = new Redactor(keepCommandLines, sources.secrets);
  const leftOut: string[] = [];
  const replays = include.has('replays') ? await replaysOf(sources, target, query) : [];
  const profiles = await profilesOf(sources, order, replays, leftOut);
  const ids = new Set(profiles.map(({ info }) => info.id));
  const keptReplays = replays.map(
    (replay) => ({ ...replay, profiles: replay.profiles.filter(({ profileId }) => ids.has(profileId)) })
  );
  const notes: Note[] = include.has('notes') ? sources.notes.list(target.name, query.startMs / 1000, query.endMs / 1000)
    : [];
  const trains = sources.trains.scrapes(query, sources.targets.scraper(target.name));
  const members: PackedMember[] = [
    fileMember(MEMBERS.samples, exported.samples),
    ...(exported.history === null ? [] : [fileMember(MEMBERS.history, exported.history)]),
    // Adds the container's limit from this configuration, because panels are based on it.
    jsonMember(
      MEMBERS.facts,
      query.memoryLimitBytes === undefined ? exported.facts
        : { ...exported.facts, configuredLimitBytes: query.memoryLimitBytes }
    ),
    jsonMember(MEMBERS.findings, redactor.deep(findings)),
    jsonMember(MEMBERS.replays, redactor.deep(keptReplays)),
    jsonMember(MEMBERS.notes, redactor.deep(notes)),
    jsonMember(MEMBERS.profiles, redactor.deep(profiles)),
    ...(trains.length === 0 ? [] : [jsonMember(MEMBERS.trains, redactor.deep(trains))]),
  ];
  for (const { info } of profiles) members.push(await profileBytes(sources.profiles, info));
  const labels = redactor.configuredLabels(target.labels);
  const url = target.url === null ? null : redactor.text(target.url);
  const incident = sources.targets.incident(target.name)?.manifest;
  const manifest: Omit<IncidentManifest, 'members'> = {
    format: INCIDENT_FORMAT, version: INCIDENT_VERSION, exportedTime: sources.now() / 1000, exportedBy: sources.version,
    target: {
      name: target.name, kind: target.kind, version: target.version, goVersion: target.goVersion, state: target.state,
      url, labels,
    },
    window: { start: query.startMs / 1000, end: query.endMs / 1000 },
    judgedTime: query.nowMs / 1000,
    scrape: {
      intervalSeconds: query.intervalSeconds, effectiveIntervalSeconds: target.effectiveIntervalSeconds,
      timeoutSeconds: query.timeoutSeconds,
      startupBudgetSeconds: budgetSeconds(sources.targets, target.name) ?? incident?.scrape.startupBudgetSeconds
        ?? null,
    },
    redacted: {
      commandLines: !keepCommandLines,
      what: [...new Set([...incident?.redacted.what ?? [], ...exported.redacted, ...redactor.told()])],
    },
    contents: {
      scrapes: exported.scrapes, historyScrapes: exported.historyScrapes, profiles: profiles.length,
      replays: keptReplays.length, notes: notes.length,
    },
    leftOut,
  };
  return { manifest, members };
}

function budgetSeconds(targets: TargetDirectory, name: string): number | null {
  const ms = targets.scraper(name)?.config.startupBudgetMs;
  return ms === undefined ? null : ms / 1000;
}

/** Returns the starts of the target that overlap the window. */
async function replaysOf(
  { replays }: IncidentSources, target: Target, { startMs, endMs }: PanelQuery
): Promise<Replay[]> {
  const { replays: all } = await replays.list(target, null);
  return all.flatMap(({ id, target: of, start, end }) => {
    const replay = of === target.name && start * 1000 < endMs && (end ?? Infinity) * 1000 >= startMs ? replays.get(id)
      : undefined;
    return replay === undefined ? [] : [replay];
  });
}

/** Returns the profiles oldest first, so that they keep their order when opened. */
async function profilesOf(
  sources: IncidentSources, { target, query, include }: IncidentOrder, replays: readonly Replay[], leftOut: string[]
): Promise<IncidentProfile[]> {
  const linked = new Set(replays.flatMap(({ profiles }) => profiles.map(({ profileId }) => profileId)));
  const came = new Set(sources.targets.incident(target.name)?.profiles.map(({ id }) => id));
  const wanted = (await sources.profiles.list()).filter((info) => {
    const isOwn = profileTarget(info) === target.name || came.has(info.id);
    const touches = touchesWindow(info, query);
    if (isOwn) return include.has('profiles') && (touches || linked.has(info.id));
    return include.has('uploads') && info.source.how !== 'capture' && info.time !== null && touches;
  });
  const kept: IncidentProfile[] = [];
  let bytes = 0;
  for (const { id } of wanted) {
    const stored = await sources.profiles.stored(id);
    if (!stored.ok) continue;
    bytes += stored.value.info.sizeBytes;
    if (kept.length >= MAX_PROFILES || bytes > MAX_PROFILE_BYTES) break;
    const { info, samplesIngested, targetFacts } = stored.value;
    kept.push({
      info, ...(samplesIngested === undefined ? {} : { samplesIngested }),
      ...(targetFacts === undefined ? {} : { targetFacts }),
    });
  }
  if (kept.length < wanted.length) leftOut.push(
    `${wanted.length - kept.length} of ${wanted.length} profiles, the oldest, are not included: `
      + `the limit is ${MAX_PROFILES}, of ${MAX_PROFILE_BYTES / 2 ** 20} MiB in all.`
  );
  return kept.reverse();
}

function touchesWindow({ time, addedTime, durationSeconds }: ProfileInfo, { startMs, endMs }: PanelQuery): boolean {
  const start = time ?? addedTime;
  return start * 1000 < endMs && (start + (durationSeconds ?? 0)) * 1000 >= startMs;
}

/** Reads a profile twice, now for its checksum and later to write it, so that only one at a time is in memory. */
async function profileBytes(profiles: ProfileCatalog, { id, name }: ProfileInfo): Promise<PackedMember> {
  const read = async (): Promise<Uint8Array> => {
    const bytes = await profiles.download(id);
    if (!bytes.ok) throw new Error(`The profile "${name.slice(0, 100)}" was removed in the meantime.`);
    return bytes.value;
  };
  return { ...bytesMember(profileMember(id), await read()), bytes: read };
}
