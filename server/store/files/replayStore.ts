/**
 * The replays that were seen, kept in the data folder: `replays/<id>.json`, one file each, written whole beside it and
 * renamed. A damaged file is set aside and told; the rest is not touched by it.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  MeasuredReplay, Replay, ReplayMoment, ReplayProfile, ReplaySource, ReplaySummary,
} from '../../../core/contract/contract.ts';
import { finding, storedFinding } from '../../../core/finding.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { parts } from '../../../core/text/parts.ts';
import { firstLine } from '../partitions/storageError.ts';
import { log } from '../../logging/log.ts';

/** The oldest go first; about 60 KB each with a few hundred segments. */
export const MOST_REPLAYS = 300;
const MOST_BYTES = 4 * 2 ** 20;
const MOST_PROFILES = 24;
/** Removed by the reader: found again in the same recording they stay away. */
const MOST_REMOVED = 1000;
const NAME = /^([0-9a-f]{32})\.json$/;

export interface ReplayOrigin { source: ReplaySource; target: string | null; name: string }

export class ReplayStore {
  readonly notices: string[] = [];
  private readonly replays = new Map<string, Replay>();
  private removed = new Set<string>();
  /** Writes follow one another, so that the last one put is the one that stays. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(private readonly folder: string, private readonly tell: (problem: string) => void) {}

  /** Never fails: without a readable folder it begins empty and says why. */
  static async open(dataDir: string, tell: (problem: string) => void = log.warn): Promise<ReplayStore> {
    const store = new ReplayStore(join(dataDir, 'replays'), tell);
    await store.read();
    return store;
  }

  /** Newest first. */
  list(): ReplaySummary[] {
    return [...this.replays.values()].sort((a, b) => b.start - a.start).map(summaryOf);
  }

  get(id: string): Replay | undefined {
    return this.replays.get(id);
  }

  /** Keeps a replay or what is newly known of it, with the profiles it has. undefined: the reader removed it, and `again` is not set. */
  async put(measured: MeasuredReplay, origin: ReplayOrigin, again = false): Promise<Replay | undefined> {
    const { key, ...rest } = measured;
    const id = idOf(key, origin);
    if (this.removed.has(id)) {
      if (!again) return undefined;
      this.removed.delete(id);
    }
    const replay: Replay = { ...rest, ...origin, id, profiles: this.replays.get(id)?.profiles ?? [] };
    const before = this.replays.get(id);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(replay)) return before;
    await this.keep(replay);
    return replay;
  }

  /** Links a profile to a moment of the replay; the newest of a moment and id stays once. false: there is no such replay. */
  async attachProfile(replayId: string, moment: ReplayMoment, profileId: string): Promise<boolean> {
    const replay = this.replays.get(replayId);
    if (replay === undefined) return false;
    const others = replay.profiles.filter((one) => one.profileId !== profileId);
    const profiles: ReplayProfile[] = [...others, { moment, profileId }].slice(-MOST_PROFILES);
    await this.keep({ ...replay, profiles });
    return true;
  }

  /** A replay that goes on no more, without its end having been seen. */
  async close(id: string, ending: string): Promise<void> {
    const replay = this.replays.get(id);
    if (replay === undefined) return;
    const end = replay.points.at(-1)?.time ?? replay.start;
    const phases = replay.phases.map((phase) => (phase.end === null ? { ...phase, end } : phase));
    const { moment } = replay.finding;
    const closed = finding({ code: 'start-lost', severity: 'warning', claim: parts`${ending}`, moment });
    await this.keep({ ...replay, outcome: 'killed', ending, end, phases, finding: closed });
  }

  /** not_found when there is none; internal when its file stays. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.replays.has(id)) return fail('not_found', `There is no replay "${id.slice(0, 64)}"; GET /api/v1/replays lists them.`);
    this.replays.delete(id);
    this.removed = new Set([...this.removed, id].slice(-MOST_REMOVED));
    return this.write(async () => {
      await rm(join(this.folder, `${id}.json`), { force: true });
      await this.writeWhole('removed.json', JSON.stringify([...this.removed]));
    });
  }

  /** Once everything put so far is on disk. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async keep(replay: Replay): Promise<void> {
    this.replays.set(replay.id, replay);
    const oldest = [...this.replays.values()].sort((a, b) => b.start - a.start).slice(MOST_REPLAYS).map(({ id }) => id);
    for (const id of oldest) this.replays.delete(id);
    await this.write(async () => {
      for (const id of oldest) await rm(join(this.folder, `${id}.json`), { force: true });
      if (!oldest.includes(replay.id)) await this.writeWhole(`${replay.id}.json`, JSON.stringify(replay));
    });
  }

  /** What cannot be written is told once and kept in memory: the page goes on. */
  private write(work: () => Promise<void>): Promise<Result<null>> {
    const done = this.writing.then(async (): Promise<Result<null>> => {
      try {
        await mkdir(this.folder, { recursive: true });
        await work();
        return ok(null);
      } catch (error) {
        const message = `A replay cannot be stored in the data folder (${firstLine(error)}); free space or make it writable.`;
        this.notice(message);
        return fail('internal', message);
      }
    });
    this.writing = done;
    return done;
  }

  private async writeWhole(name: string, text: string): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(`${path}.tmp`, text, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  }

  private async read(): Promise<void> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) this.notice(`The stored replays cannot be read (${firstLine(error)}).`);
      return [];
    });
    for (const name of names) {
      const path = join(this.folder, name);
      if (name.endsWith('.tmp')) await rm(path, { force: true });
      else if (name === 'removed.json') this.removed = new Set(await this.readRemoved(path));
      else if (NAME.test(name)) await this.readOne(path, name);
    }
  }

  private async readOne(path: string, name: string): Promise<void> {
    try {
      if ((await stat(path)).size > MOST_BYTES) throw new Error('it is too large');
      const replay = checkedReplay(JSON.parse(await readFile(path, 'utf8')), name.slice(0, 32));
      this.replays.set(replay.id, replay);
    } catch (error) {
      await this.setAside(path, name, error);
    }
  }

  private async readRemoved(path: string): Promise<string[]> {
    try {
      const ids: unknown = JSON.parse(await readFile(path, 'utf8'));
      if (!Array.isArray(ids)) throw new Error('it is not a list');
      return ids.filter((id): id is string => typeof id === 'string').slice(-MOST_REMOVED);
    } catch (error) {
      await this.setAside(path, 'removed.json', error);
      return [];
    }
  }

  private async setAside(path: string, name: string, error: unknown): Promise<void> {
    const aside = `${name}.damaged`;
    const moved = await rename(path, join(this.folder, aside)).then(() => true, () => false);
    this.notice(`The stored replay ${name} is damaged (${firstLine(error)})${moved ? ` and was set aside as ${aside}` : ''}; the others are not affected.`);
  }

  private notice(message: string): void {
    if (this.notices.includes(message)) return;
    if (this.notices.length < 20) this.notices.push(message);
    this.tell(`replays: ${message}`);
  }
}

/** The same start of the same target (or the same log's) has the same id. */
function idOf(key: string, { source, target }: ReplayOrigin): string {
  return createHash('sha256').update(JSON.stringify([source, target, key])).digest('hex').slice(0, 32);
}

function summaryOf(replay: Replay): ReplaySummary {
  const {
    id, source, target, name, version, outcome, ending, start, end, startSeen, totalSeconds, reportedSeconds, phases, segments, segmentsPerSecond, walBytes, peakRssBytes,
    cpuSeconds, warmUpSeconds, profiles,
  } = replay;
  return {
    id, source, target, name, version, outcome, ending, start, end, startSeen, totalSeconds, reportedSeconds, phases, segments, segmentsPerSecond, walBytes, peakRssBytes,
    cpuSeconds, warmUpSeconds, profiles,
  };
}

const OUTCOMES: Record<Replay['outcome'], true> = { finished: true, killed: true, stopped: true, failed: true, going: true, unknown: true };
const SOURCES: Record<ReplaySource, true> = { live: true, recording: true, log: true };

/** Throws when the file is not what `keep` writes: the fields that others count on are looked at, one by one. */
function checkedReplay(value: unknown, id: string): Replay {
  if (typeof value !== 'object' || value === null) throw new Error('it is not an object');
  const fields = { ...value } as Record<string, unknown>;
  const wrong = [
    fields.id === id ? '' : 'id',
    typeof fields.outcome === 'string' && fields.outcome in OUTCOMES ? '' : 'outcome',
    typeof fields.source === 'string' && fields.source in SOURCES ? '' : 'source',
    ...['start'].filter((name) => typeof fields[name] !== 'number' || !Number.isFinite(fields[name])),
    ...['name', 'version', 'ending'].filter((name) => typeof fields[name] !== 'string'),
    ...['phases', 'profiles', 'segmentTimes', 'points', 'notes'].filter((name) => !Array.isArray(fields[name])),
    ...['finding', 'stated'].filter((name) => typeof fields[name] !== 'object' || fields[name] === null),
  ].find((name) => name !== '');
  if (wrong !== undefined) throw new Error(`its "${wrong}" cannot be read`);
  // Written by this very program and checked above for what the page counts on.
  const replay = value as Replay;
  return { ...replay, finding: storedFinding(fields.finding) ?? replay.finding };
}
