/**
 * Reads an unpacked incident file and checks it against the contract. Untrusted text: invalid content is rejected with
 * a sentence.
 */
import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import schemas from '../../../core/contract/schemas.json' with { type: 'json' };
import type {
  IncidentFacts, IncidentManifest, IncidentProfile, IncidentReplays,
} from '../../../core/contract/contract.ts';
import { storedFinding } from '../../../core/finding.ts';
import {
  INCIDENT_FOLDER, INCIDENT_FORMAT, INCIDENT_VERSION, MEMBERS, profileMember,
} from '../incident/incidentFormat.ts';
import type { Result } from '../../../core/result.ts';
import { ArchiveError, type Unpacked, type UnpackedFile } from './limits.ts';

/** Size limit of a member that is read as JSON. 300 starts of 60 kB each are 18 MB. */
const MAX_JSON_BYTES = 32 * 2 ** 20;

export interface ReadIncident {
  manifest: IncidentManifest;
  facts: IncidentFacts;
  replays: IncidentReplays;
  /** Notes, not yet checked; the notes store checks each. */
  notes: unknown[];
  /** Trains of its own scrapes, not yet checked; empty in older files. */
  trains: unknown[];
  profiles: (IncidentProfile & { file: string })[];
  samples: string;
  history: string | null;
  /** Names of archive members that the manifest does not list. */
  strangers: string[];
}

export interface ReadArchive { unpacked: Unpacked; incident: ReadIncident | null }

/** Unpacks `file` into `folder`, which is empty and created by tsdbscope. Rejects only for a bug. */
export type OpenArchive = (file: string, folder: string) => Promise<Result<ReadArchive>>;

export function isIncident({ files }: Unpacked): boolean {
  return files.some(({ name }) => name === INCIDENT_FOLDER + MEMBERS.manifest);
}

/**
 * Reads an incident. Throws ArchiveError: another version, a member missing or altered, a field that violates the
 * contract.
 */
export async function readIncident({ files }: Unpacked): Promise<ReadIncident> {
  const members = new Map(
    files.filter(({ name }) => name.startsWith(INCIDENT_FOLDER))
      .map((file) => [file.name.slice(INCIDENT_FOLDER.length), file])
  );
  const manifest = await readManifest(members.get(MEMBERS.manifest));
  for (const { name, sizeBytes, sha256 } of manifest.members) {
    const file = members.get(name);
    if (file === undefined)
      throw new ArchiveError(`The incident file lacks its member "${name}"; it was cut or altered. Export it again.`);
    if (file.sizeBytes !== sizeBytes || file.sha256 !== sha256) throw new ArchiveError(
      `The member "${name}" of the incident file is not what its manifest says (another `
        + 'checksum); it was altered or damaged. Export it again.'
    );
  }
  const named = new Set(manifest.members.map(({ name }) => name));
  const wanted = (name: string): UnpackedFile | undefined => (named.has(name) ? members.get(name) : undefined);
  const samples = wanted(MEMBERS.samples);
  if (samples === undefined)
    throw new ArchiveError(`The incident file lacks its member "${MEMBERS.samples}"; export it again.`);
  const profiles = await readJson<IncidentProfile[]>(
    'IncidentProfiles', MEMBERS.profiles, wanted(MEMBERS.profiles), []
  );
  const notes = await readJson<unknown[]>(null, MEMBERS.notes, wanted(MEMBERS.notes), []);
  const replays = await readJson<unknown>(null, MEMBERS.replays, wanted(MEMBERS.replays), []);
  const trains = await readJson<unknown[]>(null, MEMBERS.trains, wanted(MEMBERS.trains), []);
  for (const [name, list] of [[MEMBERS.notes, notes], [MEMBERS.trains, trains]] as const)
    if (!Array.isArray(list)) throw new ArchiveError(`The member "${name}" of the incident file is no list.`);
  return {
    manifest, notes, trains,
    facts: await readJson<IncidentFacts>('IncidentFacts', MEMBERS.facts, wanted(MEMBERS.facts), {}),
    replays: checked<IncidentReplays>('IncidentReplays', MEMBERS.replays, withWholeFindings(replays)),
    profiles: profiles.map((profile) => {
      const file = wanted(profileMember(profile.info.id));
      if (file === undefined) throw new ArchiveError(
        `The incident file lacks the profile "${profile.info.name.slice(0, 100)}" that it lists; export it again.`
      );
      return { ...profile, file: file.file };
    }),
    samples: samples.file,
    history: wanted(MEMBERS.history)?.file ?? null,
    strangers: [
      ...members.keys()
    ].filter((name) => name !== MEMBERS.manifest && name !== MEMBERS.readme && !named.has(name)),
  };
}

/** Converts findings of replays that an older version exported. */
function withWholeFindings(replays: unknown): unknown {
  if (!Array.isArray(replays)) return replays;
  return replays.map((replay: unknown) => {
    if (typeof replay !== 'object' || replay === null || !('finding' in replay)) return replay;
    return { ...replay, finding: storedFinding(replay.finding) ?? replay.finding };
  });
}

async function readManifest(file: UnpackedFile | undefined): Promise<IncidentManifest> {
  const value = await parsed(MEMBERS.manifest, file);
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  if (fields['format'] !== INCIDENT_FORMAT)
    throw new ArchiveError('The manifest of the archive is not that of an incident file.');
  if (fields['version'] !== INCIDENT_VERSION) {
    throw new ArchiveError(
      'The incident file is of format version '
        + `${JSON.stringify(fields['version'])?.slice(0, 20)}, and this `
        + `tsdbscope reads version ${INCIDENT_VERSION}; open it with the version that wrote it `
        + `(${JSON.stringify(fields['exportedBy'])?.slice(0, 40)}) or a newer one.`
    );
  }
  const manifest = checked<IncidentManifest>('IncidentManifest', MEMBERS.manifest, value);
  const { start, end } = manifest.window;
  const inTime = (seconds: number): boolean => seconds >= 1e9 && seconds <= 4.1e9;
  if (!inTime(start) || !inTime(end) || !inTime(manifest.judgedTime) || !(start < end))
    throw new ArchiveError(`The manifest of the incident file names an impossible window (${start} to ${end}).`);
  return manifest;
}

async function readJson<T>(
  type: string | null, name: string, file: UnpackedFile | undefined, otherwise: T
): Promise<T> {
  if (file === undefined) return otherwise;
  const value = await parsed(name, file);
  // Without a type, the caller checks it.
  return type === null ? value as T : checked<T>(type, name, value);
}

async function parsed(name: string, file: UnpackedFile | undefined): Promise<unknown> {
  if (file === undefined) throw new ArchiveError(`The incident file lacks its member "${name}".`);
  if (file.sizeBytes > MAX_JSON_BYTES)
    throw new ArchiveError(`The member "${name}" of the incident file is far too large.`, 'too_large');
  try {
    return JSON.parse(await readFile(file.file, 'utf8')) as unknown;
  } catch {
    throw new ArchiveError(
      `The member "${name}" of the incident file is no JSON; it was altered or damaged. Export it again.`
    );
  }
}

let ajv: Ajv | undefined;
const validators = new Map<string, ValidateFunction>();

/**
 * Checks a value against the contract. Unknown fields are allowed: a newer tsdbscope may have written them, and they
 * are not used.
 */
function checked<T>(type: string, name: string, value: unknown): T {
  ajv ??= new Ajv({ strict: false }).addSchema({ $id: 'contract', definitions: open(schemas) as object });
  const validate = validators.get(type) ?? ajv.compile({ $ref: `contract#/definitions/${type}` });
  validators.set(type, validate);
  if (validate(value)) return value as T;
  const [error] = validate.errors ?? [];
  throw new ArchiveError(
    `The member "${name}" of the incident file is not of the form it should have `
      + `(${error?.instancePath.slice(0, 100) || 'the whole'} `
      + `${error?.message ?? ''}); it was altered, or written by another version. Export it again.`
  );
}

/** Returns the schemas without `additionalProperties: false`. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value !== false)
      .map(([key, value]) => [key, open(value)])
  );
}
