/**
 * Profiles on disk: `<sha256>.pb.gz` with the bytes and `<sha256>.json` with what the list shows. Each is written under
 * another name, synced, then renamed, the bytes first: after a crash a profile is there whole or not at all.
 */
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import type { TargetAtCapture } from '../../profile/query/pair.ts';
import { log } from '../../logging/log.ts';

export interface StoredProfile {
  info: ProfileInfo;
  samplesIngested?: { start: number; end: number };
  targetFacts?: TargetAtCapture;
}

export interface FolderContent {
  profiles: StoredProfile[];
  /** Ids whose bytes are there and whose JSON is missing or damaged. */
  undescribed: string[];
}

const ID = /^[0-9a-f]{64}$/;

export function isProfileId(id: string): boolean {
  return ID.test(id);
}

export class ProfileFiles {
  constructor(private readonly folder: string) {}

  bytesFile(id: string): string {
    return join(this.folder, `${id}.pb.gz`);
  }

  /** Makes the folder and reads it; half-written files of an earlier crash go. A damaged JSON hides nothing but itself. */
  async load(): Promise<FolderContent> {
    await mkdir(this.folder, { recursive: true });
    const files = await readdir(this.folder);
    for (const file of files.filter((each) => each.endsWith('.tmp'))) await rm(join(this.folder, file), { force: true });
    const profiles: StoredProfile[] = [];
    const undescribed: string[] = [];
    for (const file of files) {
      const id = file.endsWith('.pb.gz') ? file.slice(0, -'.pb.gz'.length) : '';
      if (!isProfileId(id)) continue;
      const stored = files.includes(`${id}.json`) ? parseStored(await this.readText(`${id}.json`), id) : null;
      if (stored === null) undescribed.push(id);
      else profiles.push(stored);
    }
    return { profiles, undescribed };
  }

  private async readText(file: string): Promise<string> {
    try {
      return await readFile(join(this.folder, file), 'utf8');
    } catch (error) {
      log.error('A file of a stored profile cannot be read.', { file, error });
      return '';
    }
  }

  async write(id: string, gzip: Uint8Array, stored: StoredProfile): Promise<void> {
    await this.replace(`${id}.pb.gz`, gzip);
    await this.describe(id, stored);
  }

  async describe(id: string, stored: StoredProfile): Promise<void> {
    await this.replace(`${id}.json`, new TextEncoder().encode(JSON.stringify(stored)));
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, `${id}.json`), { force: true });
    await rm(this.bytesFile(id), { force: true });
  }

  /**
   * Renames bytes that cannot be read, and what is known of them, to `.damaged`: out of the list, but not lost. The names are
   * those of the next start's `load` too, which leaves them alone. Says where they are.
   */
  async setAside(id: string): Promise<string> {
    await rename(this.bytesFile(id), `${this.bytesFile(id)}.damaged`);
    try {
      await rename(join(this.folder, `${id}.json`), join(this.folder, `${id}.json.damaged`));
    } catch (error) {
      // Bytes without a description are damaged all the same.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return `${this.bytesFile(id)}.damaged`;
  }

  async has(id: string): Promise<boolean> {
    return access(this.bytesFile(id)).then(() => true, () => false);
  }

  private async replace(name: string, bytes: Uint8Array): Promise<void> {
    // Of its own: the same profile may be on its way in twice at once.
    const temporary = join(this.folder, `${name}.${randomUUID()}.tmp`);
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.folder, name));
    // The rename itself is only safe once the folder is synced.
    const folder = await open(this.folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

/** null when the text is not what `describe` wrote for this id: then it is written anew from the profile. */
function parseStored(text: string, id: string): StoredProfile | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  if (!isRecord(read) || !isInfo(read.info, id)) return null;
  const stored: StoredProfile = { info: read.info };
  const { samplesIngested: ingested, targetFacts: facts } = read;
  if (isRecord(ingested) && typeof ingested.start === 'number' && typeof ingested.end === 'number') {
    stored.samplesIngested = { start: ingested.start, end: ingested.end };
  }
  if (isRecord(facts)) {
    const { version, goVersion, cores, uptimeSeconds } = facts;
    stored.targetFacts = {
      ...(typeof version === 'string' ? { version } : {}), ...(typeof goVersion === 'string' ? { goVersion } : {}), ...(typeof cores === 'number' ? { cores } : {}),
      ...(typeof uptimeSeconds === 'number' ? { uptimeSeconds } : {}),
    };
  }
  return stored;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInfo(value: unknown, id: string): value is ProfileInfo {
  if (!isRecord(value) || value.id !== id) return false;
  const isText = (key: string): boolean => typeof value[key] === 'string';
  const isNumber = (key: string): boolean => typeof value[key] === 'number';
  const isNumberOrNull = (key: string): boolean => value[key] === null || isNumber(key);
  return isText('name') && isText('kind') && isText('defaultSampleType') && isNumber('samples') && isNumber('sizeBytes') && isNumber('addedTime')
    && isNumberOrNull('time') && isNumberOrNull('durationSeconds') && isSource(value.source)
    && Array.isArray(value.comments) && value.comments.every((comment) => typeof comment === 'string')
    && Array.isArray(value.sampleTypes) && value.sampleTypes.every((type) => isRecord(type) && typeof type.type === 'string' && typeof type.unit === 'string')
    && (value.pair === undefined || (isRecord(value.pair) && typeof value.pair.label === 'string' && (value.pair.side === 'before' || value.pair.side === 'after')));
}

function isTakenInReplay(value: unknown): boolean {
  return isRecord(value) && typeof value.moment === 'string' && ['processStart', 'rssBytes'].every((key) => value[key] === null || typeof value[key] === 'number');
}

function isSource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.how === 'capture') {
    return typeof value.target === 'string' && typeof value.captureId === 'string'
      && (value.targetVersion === undefined || typeof value.targetVersion === 'string') && (value.replay === undefined || isTakenInReplay(value.replay));
  }
  return value.how === 'upload' || value.how === 'demo';
}
