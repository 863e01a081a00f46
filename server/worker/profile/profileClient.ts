/** Main thread: the profile catalogue over files in the data folder and worker threads that read them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Comparability, DiffFlameGraph, DiffTopTable, FlameGraph, ProfileInfo, TopTable,
} from '../../../core/contract/contract.ts';
import { compileSubsystems } from '../../profile/views/subsystems.ts';
import { defaultTypeOf } from '../../profile/query/profileFacts.ts';
import type { SubsystemRule } from '../../profile/views/subsystemRules.ts';
import { profileTarget } from '../../../core/profileTarget.ts';
import type { ReportedProfile } from '../../profile/reports/diffReport.ts';
import type { GcShare } from '../../profile/query/gcShare.ts';
import type { ReportFormat } from '../../profile/reports/diffExport.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import type {
  AddProfile, DiffQuery, DiffViews, ProfileCatalog, ProfileQuery, ProfileViews, ViewName, ViewQuestion,
} from '../../store/files/profileCatalog.ts';
import { isProfileId, ProfileFiles, type StoredProfile } from '../../store/files/profileFiles.ts';
import { beginningOf } from '../../files/wholeFile.ts';
import { Faults } from '../../files/faults.ts';
import { log } from '../../logging/log.ts';
import { callsTo } from '../../threads/calls.ts';
import { transferables } from '../../threads/transferables.ts';
import { WorkerPool } from '../../threads/workerPool.ts';
import { AnswerCache } from './answerCache.ts';
import { diffTopBySides } from './diffBySides.ts';
import type { DiffTask, ProfileMethods, ProfileRef, WorkerSetup } from './profileMethods.ts';

const MIB = 1024 * 1024;
const MAX_UPLOAD_BYTES = 64 * MIB;
const TIME_LIMIT_MS = 30_000;
const WORKERS = 2;
/** Decoded profiles each thread keeps: some hundred of the usual size, or both sides of a diff of large ones. */
const CACHE_BYTES = 128 * MIB;
/** Serialized answers: all that a page needs of about ten profiles. */
const ANSWER_BYTES = 32 * MIB;
const MAX_NAME_LENGTH = 300;
const MAX_WAITING = 200;
/** Uploads that wait to be decoded are held in memory. */
const MAX_WAITING_BYTES = 384 * MIB;
/** Of one thread's heap; tables of numbers are outside it and bounded by the decoder. */
const MAX_HEAP_MB = 1024;

export interface ProfileClientOptions {
  dataDir: string;
  /** Receives what is damaged; default one of its own. */
  faults?: Faults;
  workerUrl: URL;
  timeLimitMs?: number;
  maxUploadBytes?: number;
  now?: () => number;
  /** Folders that source text may be read from. */
  sourceRoots?: string[];
  /** The user's rows of the table of subsystems. */
  subsystems?: SubsystemRule[];
}

/**
 * Opens `profiles/` in the data folder. Errors: `internal` when the folder cannot be used, `bad_data` for an unreadable
 * subsystem.
 */
export async function openProfileClient(options: ProfileClientOptions): Promise<Result<ProfileCatalog>> {
  const folder = join(options.dataDir, 'profiles');
  const { sourceRoots = [], subsystems = [] } = options;
  const rules = compileSubsystems(subsystems);
  if (!rules.ok) return rules;
  const { faults = new Faults(log.warn) } = options;
  const files = new ProfileFiles(folder, faults.notice);
  const workerData: WorkerSetup = { folder, cacheBytes: CACHE_BYTES, sourceRoots, subsystems };
  const pool = new WorkerPool<ProfileMethods>({
    workerUrl: options.workerUrl, workerData, threads: WORKERS, hasSpare: true, heapMb: MAX_HEAP_MB,
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    maxWaiting: MAX_WAITING, maxBytes: MAX_WAITING_BYTES,
    // A profile that a thread has just decoded is usually queried next.
    keyOf: { describe: ({ id }) => id },
    says: {
      busy: 'too many profile questions are waiting; ask again in a moment',
      late: (seconds) => `the profile took longer than ${seconds} s to work on; `
        + 'narrow the question with a filter or use a smaller profile',
      outOfMemory: 'the profile needs more memory than its limit; record a shorter or filtered one',
      stopping: 'the server is stopping; ask again when it runs',
    },
  });
  const client = new ProfileClient(
    files, pool, { ...options, faults, hasSources: sourceRoots.length > 0 }
  );
  try {
    await client.load();
  } catch (error) {
    const reason = (error as Error).message;
    return fail('internal', `The folder ${folder} cannot be used (${reason}); make it writable or use another --data.`);
  }
  return ok(client);
}

class ProfileClient implements ProfileCatalog {
  private readonly profiles = new Map<string, StoredProfile>();
  private readonly answers = new AnswerCache(ANSWER_BYTES);

  constructor(
    private readonly files: ProfileFiles, private readonly pool: WorkerPool<ProfileMethods>,
    private readonly options: ProfileClientOptions & { faults: Faults; hasSources: boolean },
  ) {}

  async load(): Promise<void> {
    const { profiles, undescribed, bare } = await this.files.load();
    for (const stored of profiles) {
      this.profiles.set(stored.info.id, stored);
      await this.tellUnreadable(stored.info.id);
    }
    for (const id of undescribed) await this.describeAgain(id);
    for (const { info } of bare) {
      await this.files.setAsideDescription(info.id);
      this.tell(`The file of the profile ${JSON.stringify(info.name)} is missing; upload it again (${info.id}).`);
    }
  }

  /** It stays in the list: it may become readable again. */
  private async tellUnreadable(id: string): Promise<void> {
    const path = this.files.bytesFile(id);
    await beginningOf(path, 1).catch((error: unknown) => {
      const what = `The stored profile ${path} cannot be read (${firstLine(error)})`;
      this.tell(`${what}; make it readable, or upload it again.`);
    });
  }

  private get tell(): (sentence: string) => void {
    return this.options.faults.notice;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Rebuilds the description from the profile; its name, source and pair are lost with the JSON. */
  private async describeAgain(id: string): Promise<void> {
    const name = `profiles/${id}.pb.gz`;
    let bytes: Buffer;
    try {
      bytes = await readFile(this.files.bytesFile(id));
    } catch (error) {
      this.tell(`The stored profile ${name} cannot be read (${firstLine(error)}); make it readable and restart.`);
      return;
    }
    const sizeBytes = bytes.length;
    const described = await this.pool.calls({ keys: [id], transfer: transferables(bytes) }).describe(bytes, '');
    if (!described.ok || described.value.id !== id) {
      // One that only timed out is tried again at the next start.
      const isDamaged = described.ok || described.error.errorType === 'unprofilable';
      if (isDamaged) {
        const aside = await this.files.setAside(id);
        this.tell(`The stored profile ${name} is damaged and was set aside as ${aside}; upload it again.`);
      } else {
        this.tell(`The stored profile ${name} cannot be read (${described.error.message}).`);
      }
      return;
    }
    this.tell(`The description of the stored profile ${name} is rebuilt from the profile; its own name is lost.`);
    const stored: StoredProfile = {
      info: {
        id, name: `recovered ${id.slice(0, 12)}`, ...described.value.facts, sizeBytes,
        addedTime: this.now() / 1000, source: { how: 'upload' },
      },
    };
    await this.files.describe(id, stored).catch((error: unknown) => {
      this.tell(`The description of ${name} cannot be written (${firstLine(error)}); free space or make it writable.`);
    });
    this.profiles.set(id, stored);
  }

  async add(profile: AddProfile): Promise<Result<ProfileInfo>> {
    const { maxUploadBytes = MAX_UPLOAD_BYTES } = this.options;
    if (profile.bytes.length > maxUploadBytes) {
      const limit = Math.floor(maxUploadBytes / MIB);
      return fail(
        'too_large', `the file is larger than ${limit} MiB; upload it compressed or record a shorter profile`
      );
    }
    const { earlier } = profile;
    const change = earlier === undefined
      ? ok(profile.bytes) : await this.pool.calls().subtract(profile.bytes, earlier.bytes, earlier.seconds);
    if (!change.ok) return change;
    const sizeBytes = change.value.length;
    const described = await this.pool.calls({ transfer: transferables(change.value) })
      .describe(change.value, profile.kind ?? profile.name);
    if (!described.ok) return described;
    const { id, facts, gzip } = described.value;
    // The same bytes are the same profile: the existing one keeps its name and source.
    const known = this.profiles.get(id);
    if (known !== undefined) return ok(known.info);
    const info: ProfileInfo = {
      id, name: profile.name.slice(0, MAX_NAME_LENGTH), ...facts, sizeBytes,
      addedTime: this.now() / 1000, source: profile.source,
      ...(profile.pair === undefined ? {} : { pair: profile.pair }),
    };
    const { samplesIngested, targetFacts } = profile;
    const stored: StoredProfile = {
      info, ...(samplesIngested === undefined ? {} : { samplesIngested }),
      ...(targetFacts === undefined ? {} : { targetFacts }),
    };
    try {
      await this.files.write(id, gzip, stored);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
      const what = `the profile cannot be written to the data folder (${reason})`;
      return fail('internal', `${what}; make room or make it writable`);
    }
    this.profiles.set(id, stored);
    return ok(info);
  }

  async belongTo(ids: readonly string[], target: string): Promise<void> {
    for (const id of ids) {
      const stored = this.profiles.get(id);
      if (stored === undefined || profileTarget(stored.info) !== null) continue;
      const owned = { ...stored, info: { ...stored.info, source: { ...stored.info.source, target } } };
      await this.files.describe(id, owned);
      this.profiles.set(id, owned);
    }
  }

  list(): Promise<ProfileInfo[]> {
    const infos = [...this.profiles.values()].map((stored) => stored.info);
    return Promise.resolve(infos.sort((a, b) => b.addedTime - a.addedTime || a.name.localeCompare(b.name, 'en')));
  }

  get(id: string): Promise<Result<ProfileInfo>> {
    const stored = this.profiles.get(id);
    return Promise.resolve(stored === undefined ? unknownProfile(id) : ok(stored.info));
  }

  stored(id: string): Promise<Result<StoredProfile>> {
    const stored = this.profiles.get(id);
    return Promise.resolve(stored === undefined ? unknownProfile(id) : ok(stored));
  }

  async remove(id: string): Promise<Result<null>> {
    if (!this.profiles.has(id)) return unknownProfile(id);
    await this.files.remove(id);
    this.profiles.delete(id);
    this.answers.forget(id);
    return ok(null);
  }

  async download(id: string): Promise<Result<Uint8Array>> {
    if (!this.profiles.has(id)) return unknownProfile(id);
    try {
      return ok(await readFile(this.files.bytesFile(id)));
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
      return fail('not_found', `the file of profile ${id.slice(0, 12)} cannot be read (${reason}); upload it again`);
    }
  }

  top(id: string, query: ProfileQuery): Promise<Result<TopTable>> {
    return this.ofProfile(id, (calls) => calls.top(id, this.typed(query, [id])));
  }

  flamegraph(id: string, query: ProfileQuery): Promise<Result<FlameGraph>> {
    return this.ofProfile(id, (calls) => calls.flamegraph(id, this.typed(query, [id])));
  }

  gcShare(id: string): Promise<Result<GcShare>> {
    return this.ofProfile(id, (calls) => calls.gcShare(id));
  }

  view<K extends ViewName>(view: K, id: string, query: ProfileQuery & ViewQuestion): Promise<Result<ProfileViews[K]>> {
    return this.ofProfile(id, (calls) => calls.view(view, id, this.typed(query, [id])), this.isFixed(view));
  }

  diffView<K extends ViewName>(view: K, query: DiffQuery & ViewQuestion): Promise<Result<DiffViews[K]>> {
    return this.ofPair(query, (calls, task) => calls.diffView(view, task), this.isFixed(view));
  }

  diffTop(query: DiffQuery): Promise<Result<DiffTopTable>> {
    const task = this.diffTask(query);
    if (!task.ok) return Promise.resolve(task);
    const make = (): Promise<Result<DiffTopTable>> => (
      diffTopBySides((keys) => this.pool.calls({ keys }), task.value, (id) => this.profiles.get(id)?.info));
    return this.withoutLost(this.answers.answer(['diffTop', task.value], make), [...query.after, ...query.before]);
  }

  diffFlamegraph(query: DiffQuery): Promise<Result<DiffFlameGraph>> {
    return this.ofPair(query, (calls, task) => calls.diffFlamegraph(task));
  }

  diffDownload(query: DiffQuery): Promise<Result<Uint8Array>> {
    return this.ofPair(query, (calls, task) => calls.diffDownload(task));
  }

  comparability(query: DiffQuery): Promise<Result<Comparability>> {
    return this.ofPair(query, (calls, task) => calls.comparability(task));
  }

  diffReport(format: ReportFormat, query: DiffQuery): Promise<Result<string>> {
    const named = (ids: string[]): ReportedProfile[] =>
      ids.map((id) => ({ id, name: this.profiles.get(id)?.info.name ?? '' }));
    const names = { before: named(query.before), after: named(query.after) };
    return this.ofPair(query, (calls, task) => calls.diffReport(task, format, names));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private ofProfile<T>(
    id: string, ask: (calls: ProfileMethods) => Promise<Result<T>>, isFixed = true,
  ): Promise<Result<T>> {
    return this.profiles.has(id) ? ask(this.about([id], isFixed)) : Promise.resolve(unknownProfile(id));
  }

  private ofPair<T>(
    query: DiffQuery, ask: (calls: ProfileMethods, task: DiffTask) => Promise<Result<T>>, isFixed = true,
  ): Promise<Result<T>> {
    const task = this.diffTask(query);
    return task.ok ? ask(this.about([...query.after, ...query.before], isFixed), task.value) : Promise.resolve(task);
  }

  /** Files of source code may change between two answers. */
  private isFixed(view: ViewName): boolean {
    return view !== 'lines' || !this.options.hasSources;
  }

  /** The threads' methods on these profiles, answered from the cache where the answer stays the same. */
  private about(ids: string[], isFixed: boolean): ProfileMethods {
    return callsTo<ProfileMethods>((method, args) => {
      const run = (): Promise<Result<unknown>> => this.pool.call(method, args, { keys: ids });
      return this.withoutLost(isFixed ? this.answers.answer([method, args], run) : run(), ids);
    });
  }

  /** Drops profiles whose file a worker could not read and set aside. */
  private async withoutLost<T>(asked: Promise<Result<T>>, ids: string[]): Promise<Result<T>> {
    const answer = await asked;
    if (answer.ok) return answer;
    for (const id of new Set(ids)) {
      if (!this.profiles.has(id)) continue;
      if (await this.files.has(id)) {
        await this.tellUnreadable(id);
        continue;
      }
      const { name } = this.profiles.get(id)?.info ?? { name: id };
      this.tell(`The stored profile ${JSON.stringify(name)} is lost: ${answer.error.message}.`);
      this.profiles.delete(id);
      this.answers.forget(id);
    }
    return answer;
  }

  private diffTask(query: DiffQuery): Result<DiffTask> {
    const { before, after, normalize = 'none', ...question } = query;
    const missing = [...before, ...after].find((id) => !this.profiles.has(id));
    if (missing !== undefined) return unknownProfile(missing);
    const refs = (ids: string[]): ProfileRef[] => ids.map((id) => {
      const { samplesIngested, targetFacts } = this.profiles.get(id) ?? {};
      return {
        id, ...(samplesIngested === undefined ? {} : { samplesIngested }),
        ...(targetFacts === undefined ? {} : { target: targetFacts }),
      };
    });
    return ok({
      before: refs(before), after: refs(after), normalize, question: this.typed(question, [...after, ...before]),
    });
  }

  /** A question without a sample type means the one that the list of profiles shows as the default. */
  private typed<Q extends { sampleType?: string }>(question: Q, ids: string[]): Q {
    if ((question.sampleType ?? '') !== '') return question;
    const sampleType = defaultTypeOf(ids.flatMap((id) => this.profiles.get(id)?.info ?? []));
    return sampleType === undefined ? question : { ...question, sampleType };
  }
}

function unknownProfile(id: string): { ok: false; error: { errorType: 'not_found'; message: string } } {
  const shown = isProfileId(id) ? id.slice(0, 12) : JSON.stringify(id.slice(0, 80));
  return {
    ok: false,
    error: {
      errorType: 'not_found',
      message: `there is no profile ${shown}; it may have been removed, see the list of profiles`,
    },
  };
}
