/**
 * Profiles on disk: `<sha256>.pb.gz` with the bytes and `<sha256>.json` with the fields of the list. The bytes are
 * written first, so after a crash a profile is complete or absent.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileInfo } from '../../../../core/contract/contract.ts';
import type { ProfileCpu } from '../../../../core/cpuLayers.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { JsonFolder } from '../../../kernel/files/jsonFolder.ts';
import { LOCAL_ONLY, type ReplicatedStore, type ReplicatedPart } from '../../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../../kernel/files/replicatedFolder.ts';
import { makeFolder, namesIn, removeFile, setAside, writeWhole } from '../../../kernel/files/wholeFile.ts';
import type { TargetAtCapture } from '../../../profile/query/pair.ts';
import { isRecord } from '../../../../core/contract/isRecord.ts';

export interface StoredProfile {
  info: ProfileInfo;
  samplesIngested?: { start: number; end: number };
  targetFacts?: TargetAtCapture;
  /** Set for a capture: `info.time` is on our clock. */
  onOurClock?: true;
  /** CPU of the process, from a CPU profile. `rules`: the subsystem rules it was split by. */
  cpu?: { rules: string; profiles: Omit<ProfileCpu, 'id' | 'name'>[] };
}

export interface FolderContent {
  profiles: StoredProfile[];
  /** Ids with bytes whose JSON is missing or damaged. */
  undescribed: string[];
  /** Descriptions without bytes. */
  bare: StoredProfile[];
}

const ID = /^[0-9a-f]{64}$/;
const BYTES = '.pb.gz';

export function isProfileId(id: string): boolean {
  return ID.test(id);
}

/**
 * Describes the folder for replication. With an object store the bytes are copies, fetched when the profile is viewed.
 */
export function profilePart(folder: string): ReplicatedPart {
  return replicatedFolder('profiles', folder, /^[0-9a-f]{64}\.(?:json|pb\.gz)$/, (name) => name.endsWith(BYTES));
}

/** Maximum size of a description, which includes the profile's comments. */
const MAX_BYTES = 64 * 2 ** 20;

export class ProfileFiles {
  private readonly descriptions: JsonFolder<StoredProfile>;

  /** `notice`: receives a sentence for each damaged description. `lasting`: the opened replica of its `profilePart`. */
  constructor(
    private readonly folder: string, notice: (sentence: string) => void,
    private readonly lasting: ReplicatedStore = LOCAL_ONLY
  ) {
    this.descriptions = new JsonFolder({
      folder, id: ID, maxBytes: MAX_BYTES, check: checkedStored, noun: 'description of a profile',
      consequence: 'it is rebuilt from the profile', notice, lasting,
    });
  }

  bytesFile(id: string): string {
    return join(this.folder, id + BYTES);
  }

  /** Makes the folder and reads it; removes half-written files of a crash. A damaged JSON affects only its profile. */
  async load(): Promise<FolderContent> {
    await makeFolder(this.folder);
    const descriptions = await this.descriptions.load();
    const profiles: StoredProfile[] = [];
    const undescribed: string[] = [];
    for (const file of await namesIn(this.folder)) {
      const id = file.endsWith(BYTES) ? file.slice(0, -BYTES.length) : '';
      if (!isProfileId(id)) continue;
      const stored = descriptions.get(id);
      descriptions.delete(id);
      if (stored === undefined) undescribed.push(id);
      else profiles.push(stored);
    }
    const bare = [...descriptions.values()];
    const isElsewhere = ({ info }: StoredProfile): boolean => this.lasting.sizeOf(info.id + BYTES) !== null;
    return {
      profiles: [...profiles, ...bare.filter(isElsewhere)], undescribed, bare: bare.filter((one) => !isElsewhere(one)),
    };
  }

  async write(id: string, gzip: Uint8Array, stored: StoredProfile): Promise<void> {
    await makeFolder(this.folder);
    await this.lasting.change([id + BYTES], 'put', () => writeWhole(this.bytesFile(id), gzip));
    await this.describe(id, stored);
  }

  describe(id: string, stored: StoredProfile): Promise<void> {
    return this.descriptions.write(id, stored);
  }

  async remove(id: string): Promise<void> {
    await this.descriptions.remove(id);
    await this.lasting.change([id + BYTES], 'remove', () => removeFile(this.bytesFile(id)));
  }

  /** Fetches its bytes into the folder if only the object store has them; a failure says why not. */
  async fetch(id: string): Promise<Result<null>> {
    const fetched = await this.lasting.fetch(id + BYTES);
    return fetched.ok ? ok(null) : fetched;
  }

  /** Reports descriptions that another tsdbscope wrote; null where it removed the profile. */
  onOthers(listener: (id: string, stored: StoredProfile | null) => void): void {
    this.descriptions.onOthers(listener);
  }

  /**
   * Renames bytes that cannot be read, and their description, to `.damaged`: out of the list, but not lost; `load`
   * leaves them alone. Resolves to the new path of the bytes.
   */
  async setAside(id: string): Promise<string> {
    const aside = await setAside(this.bytesFile(id));
    if (aside === null) throw new Error(`The file of profile ${id} is gone.`);
    await this.setAsideDescription(id);
    return aside;
  }

  /** Renames only the description; no error if there is none. */
  async setAsideDescription(id: string): Promise<void> {
    await setAside(this.descriptions.path(id));
  }

  /** Whether its bytes are in the folder or in the object store. */
  async has(id: string): Promise<boolean> {
    if (this.lasting.sizeOf(id + BYTES) !== null) return true;
    return access(this.bytesFile(id)).then(() => true, () => false);
  }
}

/** Checks a description that `describe` wrote for this id. */
function checkedStored(read: unknown, id: string): Result<StoredProfile> {
  if (!isRecord(read) || !isInfo(read.info, id)) return fail('bad_data', 'it does not describe this profile');
  const stored: StoredProfile = { info: read.info };
  const { samplesIngested: ingested, targetFacts: facts } = read;
  if (isRecord(ingested) && typeof ingested.start === 'number' && typeof ingested.end === 'number') {
    stored.samplesIngested = { start: ingested.start, end: ingested.end };
  }
  if (isRecord(facts)) {
    const { version, goVersion, cores, uptimeSeconds } = facts;
    stored.targetFacts = {
      ...(typeof version === 'string' ? { version } : {}),
      ...(typeof goVersion === 'string' ? { goVersion } : {}),
      ...(typeof cores === 'number' ? { cores } : {}),
      ...(typeof uptimeSeconds === 'number' ? { uptimeSeconds } : {}),
    };
  }
  if (isRecord(read.cpu) && isCpu(read.cpu)) stored.cpu = read.cpu;
  return ok(stored);
}

/** Checks all fields: an incomplete value is computed again. */
function isCpu(value: Record<string, unknown>): value is Record<string, unknown> & NonNullable<StoredProfile['cpu']> {
  const { rules, profiles } = value;
  const isNumbers = (record: unknown, keys: readonly string[]): boolean =>
    isRecord(record) && keys.every((key) => typeof record[key] === 'number');
  return typeof rules === 'string' && Array.isArray(profiles) && profiles.length > 0 && profiles.every((one) => (
    isRecord(one) && isNumbers(one, ['start', 'durationSeconds'])
      && isRecord(one.seconds) && isNumbers(one.seconds, Object.keys(one.seconds)) && isRecord(one.gc)
      && isNumbers(one.gc, ['cpuSeconds', 'gcCpuSeconds', 'samples', 'gcSamples'])
      && (one.gc.idleGcCpuSeconds === null || typeof one.gc.idleGcCpuSeconds === 'number')
  ));
}

function isInfo(value: unknown, id: string): value is ProfileInfo {
  if (!isRecord(value) || value.id !== id) return false;
  const isText = (key: string): boolean => typeof value[key] === 'string';
  const isNumber = (key: string): boolean => typeof value[key] === 'number';
  const isNumberOrNull = (key: string): boolean => value[key] === null || isNumber(key);
  return isText('name') && isText('kind') && isText('defaultSampleType')
    && isNumber('samples') && isNumber('sizeBytes') && isNumber('addedTime') && isNumberOrNull('time')
    && isNumberOrNull('durationSeconds') && isSource(value.source)
    && Array.isArray(value.comments) && value.comments.every((comment) => typeof comment === 'string')
    && Array.isArray(value.sampleTypes) && value.sampleTypes.every(
      (type) => isRecord(type) && typeof type.type === 'string' && typeof type.unit === 'string'
    )
    && (value.said === undefined || (isRecord(value.said) && isSaid(value.said)))
    && (
      value.pair === undefined || (
        isRecord(value.pair) && typeof value.pair.label === 'string'
          && (value.pair.side === 'before' || value.pair.side === 'after')
      )
    );
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

function isSaid({ facts, series }: Record<string, unknown>): boolean {
  const isOfFile = facts === null
    || (isRecord(facts) && isTexts(facts.sentences) && [facts.leads, facts.mayBePart].every((one) => one === true
      || one === false));
  return isOfFile && (series === null || (isRecord(series) && isTexts(series.ids) && isTexts(series.sentences)
    && (series.sides === null || (isRecord(series.sides) && isTexts([series.sides.before, series.sides.after])))));
}

function isTakenInReplay(value: unknown): boolean {
  return isRecord(value) && typeof value.moment === 'string'
    && ['processStart', 'rssBytes'].every((key) => value[key] === null || typeof value[key] === 'number');
}

function isReason(value: unknown): boolean {
  return isRecord(value) && typeof value.how === 'string'
    && (value.sentence === null || typeof value.sentence === 'string');
}

function isSource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.how === 'capture') {
    return typeof value.target === 'string' && typeof value.captureId === 'string'
      && (value.targetVersion === undefined || typeof value.targetVersion === 'string')
      && (value.replay === undefined || isTakenInReplay(value.replay))
      && (value.reason === undefined || isReason(value.reason));
  }
  if (value.how === 'merged') {
    return typeof value.target === 'string' && Array.isArray(value.times) && value.times.length > 0
      && value.times.every((one) => isRecord(one) && typeof one.start === 'number' && typeof one.end === 'number');
  }
  return (value.how === 'upload' || value.how === 'demo')
    && (value.target === undefined || typeof value.target === 'string');
}
