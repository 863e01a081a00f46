/** The detected replays in the data folder: one file `replays/<id>.json` each, and the ids of removed ones. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type {
  MeasuredReplay, Replay, ReplayMoment, ReplayProfile, ReplaySource,
} from '../../../../core/contract/contract.ts';
import { finding, storedFinding } from '../../../../core/finding.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import { FolderIndex } from '../../../kernel/files/folderIndex.ts';
import { JsonFolder } from '../../../kernel/files/jsonFolder.ts';
import { openLocal, type ReplicatedStore, type OpenReplicas } from '../../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../../kernel/files/replicatedFolder.ts';

/** Number of replays, about 60 KB each with a few hundred segments; the oldest are deleted first. */
export const MAX_REPLAYS = 300;
const MAX_BYTES = 4 * 2 ** 20;
const REPLAY_ID = /^[0-9a-f]{32}$/;
const MAX_PROFILES = 24;
/** Ids removed by the user, which are not added again when found in the same recording. */
const MAX_REMOVED = 1000;

export interface ReplayOrigin { source: ReplaySource; target: string | null; name: string }

export class ReplayStore {
  readonly notices: string[] = [];
  private replays = new Map<string, Replay>();
  private removed = new Set<string>();
  /** Ids in memory but not on disk: written at the next `keep` even if unchanged. */
  private readonly unwritten = new Set<string>();
  private readonly files: JsonFolder<Replay>;
  private readonly removedFile: JsonFolder<string[]>;

  private constructor(dataDir: string, private readonly tell: (problem: string) => void, lasting: ReplicatedStore) {
    const notice = (sentence: string): void => { this.notice(sentence); };
    const shared = {
      folder: join(dataDir, 'replays'), maxBytes: MAX_BYTES, noun: 'stored replay', notice,
      index: new FolderIndex(dataDir, 'replays'),
    };
    this.files = new JsonFolder({
      ...shared, id: REPLAY_ID, check: checkedReplay, held: () => this.replays, lasting,
    });
    this.files.onOthers((id, replay) => this.follow(id, replay));
    this.removedFile = new JsonFolder({ ...shared, id: /^removed$/, check: checkedIds });
  }

  /** Never fails: without a readable folder the store starts empty and reports why. */
  static async open(
    dataDir: string, tell: (problem: string) => void, openReplica: OpenReplicas = openLocal
  ): Promise<ReplayStore> {
    const store = new ReplayStore(
      dataDir, tell, await openReplica(replicatedFolder('replays', join(dataDir, 'replays'), /^[0-9a-f]{32}\.json$/))
    );
    store.replays = await store.files.load();
    store.removed = new Set((await store.removedFile.load()).get('removed'));
    return store;
  }

  /** Every record, newest first. One start may have several: `joinStarts`. */
  list(): Replay[] {
    return [...this.replays.values()].sort((a, b) => b.start - a.start);
  }

  get(id: string): Replay | undefined {
    return this.replays.get(id);
  }

  /**
   * Adds or updates a detected replay and keeps its profiles; in memory alone if it cannot be written. Returns
   * undefined if the user removed it.
   */
  async put(measured: MeasuredReplay, origin: ReplayOrigin): Promise<Replay | undefined> {
    const id = replayIdOf(measured.key, origin);
    if (this.removed.has(id)) return undefined;
    const replay = this.replayOf(measured, origin, id);
    await this.keep(replay);
    return replay;
  }

  /** Like `put`, on request: also after a removal. Returns `internal` and changes nothing if it cannot be written. */
  async add(measured: MeasuredReplay, origin: ReplayOrigin): Promise<Result<Replay>> {
    const id = replayIdOf(measured.key, origin);
    const before = this.replays.get(id);
    const replay = this.replayOf(measured, origin, id);
    const kept = await this.keep(replay);
    if (kept.ok) {
      this.removed.delete(id);
      return ok(replay);
    }
    if (before === undefined) this.replays.delete(id);
    else this.replays.set(id, before);
    return kept;
  }

  private replayOf({ key: _, ...rest }: MeasuredReplay, origin: ReplayOrigin, id: string): Replay {
    return { ...rest, ...origin, id, profiles: this.replays.get(id)?.profiles ?? [], alsoIn: [] };
  }

  /** Links a profile to a moment of the replay; the newest link of a profile wins. false: there is no such replay. */
  async attachProfile(replayId: string, moment: ReplayMoment, profileId: string): Promise<boolean> {
    const replay = this.replays.get(replayId);
    if (replay === undefined) return false;
    const others = replay.profiles.filter((one) => one.profileId !== profileId);
    const profiles: ReplayProfile[] = [...others, { moment, profileId }].slice(-MAX_PROFILES);
    await this.keep({ ...replay, profiles });
    return true;
  }

  /** Ends a replay whose end was not observed. */
  async close(id: string, ending: string): Promise<void> {
    const replay = this.replays.get(id);
    if (replay === undefined) return;
    const end = replay.points.at(-1)?.time ?? replay.start;
    const phases = replay.phases.map((phase) => (phase.end === null ? { ...phase, end } : phase));
    const { moment } = replay.finding;
    const closed = finding({ code: 'start-lost', severity: 'warning', claim: parts`${ending}`, moment });
    await this.keep({ ...replay, outcome: 'killed', ending, end, phases, finding: closed });
  }

  /** Removes a replay. not_found if there is none; internal if its file cannot be deleted. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.replays.has(id))
      return fail('not_found', `There is no replay "${id.slice(0, 64)}"; GET /api/v1/replays lists them.`);
    this.replays.delete(id);
    this.removed = new Set([...this.removed, id].slice(-MAX_REMOVED));
    return this.write([this.files.remove(id), this.removedFile.write('removed', [...this.removed])]);
  }

  /** Removes the record of a start in a log that named no target, once its target is known. */
  async forgetUnnamed(key: string, name: string): Promise<void> {
    const id = replayIdOf(key, { source: 'log', target: null, name });
    if (this.replays.delete(id)) await this.write([this.files.remove(id)]);
  }

  /** Resolves once everything put so far is on disk. */
  async settled(): Promise<void> {
    await Promise.all([this.files.settled(), this.removedFile.settled()]);
  }

  /** Applies a change by another tsdbscope; a replay it removed is not added again here either. */
  private async follow(id: string, replay: Replay | null): Promise<void> {
    if (replay !== null) {
      this.replays.set(id, replay);
      return;
    }
    this.replays.delete(id);
    this.removed = new Set([...this.removed, id].slice(-MAX_REMOVED));
    await this.write([this.removedFile.write('removed', [...this.removed])]);
  }

  private async keep(replay: Replay): Promise<Result<null>> {
    const before = this.replays.get(replay.id);
    this.replays.set(replay.id, replay);
    const isKept = before !== undefined && !this.unwritten.has(replay.id);
    if (isKept && JSON.stringify(before) === JSON.stringify(replay)) return ok(null);
    const oldest = [...this.replays.values()].sort((a, b) => b.start - a.start).slice(MAX_REPLAYS).map(({ id }) => id);
    for (const id of oldest) this.replays.delete(id);
    // Queues all at once, so that later puts are written later.
    const gone = oldest.map((id) => this.files.remove(id));
    const kept = oldest.includes(replay.id) ? [] : [this.files.write(replay.id, replay)];
    const written = await this.write([...gone, ...kept]);
    if (!written.ok) {
      this.unwritten.add(replay.id);
      return written;
    }
    this.unwritten.delete(replay.id);
    const [missed] = this.unwritten;
    const later = missed === undefined ? undefined : this.replays.get(missed);
    if (missed !== undefined) this.unwritten.delete(missed);
    // The disk accepts writes again.
    if (later !== undefined) await this.keep(later);
    return written;
  }

  /** Reports a failed write once; the change stays in memory, so the page keeps working. */
  private async write(changes: Promise<void>[]): Promise<Result<null>> {
    try {
      await Promise.all(changes);
      return ok(null);
    } catch (error) {
      const reason = firstLine(error);
      const message = `A replay cannot be stored in the data folder (${reason}); free space or make it writable.`;
      this.notice(message);
      return fail(writeErrorType(error), message);
    }
  }

  private notice(message: string): void {
    if (this.notices.includes(message)) return;
    if (this.notices.length < 20) this.notices.push(message);
    this.tell(message);
  }
}

/** Returns the same id for the same start of a target, or of a file if the log names no target. */
function replayIdOf(key: string, { source, target, name }: ReplayOrigin): string {
  const origin = source === 'log' && target === null ? [source, target, name] : [source, target];
  return createHash('sha256').update(JSON.stringify([...origin, key])).digest('hex').slice(0, 32);
}

const OUTCOMES: Record<Replay['outcome'], true> = {
  finished: true, killed: true, stopped: true, failed: true, going: true, unknown: true,
};
const SOURCES: Record<ReplaySource, true> = { live: true, recording: true, log: true };

/** Checks the fields that other code relies on. */
function checkedReplay(value: unknown, id: string): Result<Replay> {
  if (typeof value !== 'object' || value === null) return fail('bad_data', 'it is not an object');
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
  if (wrong !== undefined) return fail('bad_data', `its "${wrong}" cannot be read`);
  // This program wrote it; the fields that the page relies on are checked above.
  const replay = value as Replay;
  return ok({ ...replay, alsoIn: [], finding: storedFinding(fields.finding) ?? replay.finding });
}

function checkedIds(value: unknown): Result<string[]> {
  if (!Array.isArray(value)) return fail('bad_data', 'it is not a list');
  const ids = value.filter((id): id is string => typeof id === 'string' && REPLAY_ID.test(id));
  return ids.length === value.length ? ok(ids.slice(-MAX_REMOVED)) : fail('bad_data', 'an entry is no id');
}
