/** Runs in the main thread: the profile catalogue, whose queries are answered by worker threads. */
import { join } from 'node:path';
import type {
  AssemblyTable, Comparability, DiffFlameGraph, DiffProgress, DiffTopTable, FlameGraph, Normalize, ProfileInfo,
  ProfilePer, RenameProposals, Timeline, TopTable, TraceView,
} from '../../../../core/contract/contract.ts';
import { compileSubsystems } from '../../../profile/query/subsystems.ts';
import type { Question } from '../../../profile/query/question.ts';
import { defaultTypeOf } from '../../../profile/query/profileFacts.ts';
import type { ReportedProfile } from '../../../profile/reports/diffReport.ts';
import type { ReportFormat } from '../../../profile/reports/diffExport.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type {
  DiffQuery, DiffViewName, DiffViews, ProfileCatalog, ProfileQuery, ProfileViews, ViewName, ViewQuestion,
} from '../../../data/store/files/profileCatalog.ts';
import { ProfileFiles, profilePart } from '../../../data/store/files/profileFiles.ts';
import type { OpenReplicas } from '../../../kernel/files/replicatedStore.ts';
import { assemblyOf } from '../../../profile/binaries/assembly.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { log } from '../../../kernel/logging/log.ts';
import { callsTo } from '../../../kernel/threads/calls.ts';
import type { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import { diffTopBySides } from './diffBySides.ts';
import { DiffsUnderWay, sidesKey } from './diffProgress.ts';
import { profilePool } from './profilePool.ts';
import { keyOf, type DiffTask, type ProfileMethods, type ProfileRef, type Wanted } from './profileMethods.ts';
import { amountsOf, isPlain, meanScale, normalizeFor, NOT_PER, perFigures, withIngested } from './perFigures.ts';
import { partsOf, wholeTask } from './spans.ts';
import { StoredProfiles, type StoredProfilesOptions } from './storedProfiles.ts';

/** Without `faults`, an instance of its own receives the damage reports. */
export interface ProfileClientOptions extends Partial<StoredProfilesOptions> {
  dataDir: string;
  /** Opens the replicated store; without it, profiles are in the folder only. */
  openReplica?: OpenReplicas;
  workerUrl: URL;
  timeLimitMs?: number;
  /** Folders with readable source code. */
  sourceRoots?: string[];
}

/**
 * Opens `profiles/` in the data folder. Errors: `internal` if the folder cannot be used, `bad_data` for an invalid
 * subsystem.
 */
export async function openProfileClient(options: ProfileClientOptions): Promise<Result<ProfileCatalog>> {
  const folder = join(options.dataDir, 'profiles');
  const { sourceRoots = [], subsystems = [] } = options;
  const rules = compileSubsystems(subsystems);
  if (!rules.ok) return rules;
  const { faults = new Faults(log.warn) } = options;
  const files = new ProfileFiles(folder, faults.notice, await options.openReplica?.(profilePart(folder)));
  const underWay = new DiffsUnderWay();
  const pool = profilePool({
    workerUrl: options.workerUrl, setup: { folder, sourceRoots, subsystems },
    ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
    onNews: (news) => { underWay.receive(news); },
  });
  const client = new ProfileClient(
    files, pool, { ...options, faults }, { hasSources: sourceRoots.length > 0, underWay }
  );
  try {
    await client.load();
  } catch (error) {
    const reason = (error as Error).message;
    return fail('internal', `The folder ${folder} cannot be used (${reason}); make it writable or use another --data.`);
  }
  return ok(client);
}

interface Own {
  /** True if there are source files, which may change between two answers. */
  hasSources: boolean;
  underWay: DiffsUnderWay;
}

class ProfileClient extends StoredProfiles implements ProfileCatalog {
  constructor(
    files: ProfileFiles, pool: WorkerPool<ProfileMethods>, private readonly asks: StoredProfilesOptions,
    private readonly own: Own,
  ) {
    super(files, pool, asks);
  }

  async executionTrace(id: string): Promise<Result<TraceView>> {
    const trace = traceOf(this.info(id));
    return trace.ok ? this.about([{ id }], true).executionTrace(id) : trace;
  }

  async cpuSamples(id: string): Promise<Result<Uint8Array>> {
    const trace = traceOf(this.info(id));
    return trace.ok ? this.about([{ id }], false).cpuSamples(id) : trace;
  }

  top(id: string, query: ProfileQuery): Promise<Result<TopTable>> {
    return this.ofProfile(id, query, (calls, wanted, question) => calls.top(wanted, question));
  }

  flamegraph(id: string, query: ProfileQuery): Promise<Result<FlameGraph>> {
    return this.ofProfile(id, query, (calls, wanted, question) => calls.flamegraph(wanted, question));
  }

  view<K extends ViewName>(view: K, id: string, query: ProfileQuery & ViewQuestion): Promise<Result<ProfileViews[K]>> {
    if (isPlain(view, query)) return Promise.resolve(NOT_PER);
    return this.ofProfile(
      id, query, (calls, wanted, question) => calls.view(view, wanted, question), this.isFixed(view)
    );
  }

  timeline(id: string, query: ProfileQuery & { from?: number; to?: number }): Promise<Result<Timeline>> {
    return this.ofProfile(id, query, (calls, wanted, question) => calls.timeline(wanted, question));
  }

  assembly(id: string, query: ProfileQuery & ViewQuestion): Promise<Result<AssemblyTable>> {
    return this.ofProfile(id, query, async (calls, wanted, { function: name = '', ...question }) => {
      const addresses = await calls.addresses(wanted, name, question);
      return addresses.ok ? ok(await assemblyOf(addresses.value, this.asks.binaries ?? null)) : addresses;
    });
  }

  diffView<K extends DiffViewName>(view: K, query: DiffQuery & ViewQuestion): Promise<Result<DiffViews[K]>> {
    if (isPlain(view, query)) return Promise.resolve(NOT_PER);
    return this.ofPair(query, (calls, task) => calls.diffView(view, task), this.isFixed(view));
  }

  async diffTop(query: DiffQuery): Promise<Result<DiffTopTable>> {
    const task = await this.diffTask(query);
    if (!task.ok) return task;
    const { underWay } = this.own;
    const key = sidesKey(task.value);
    const make = (): Promise<Result<DiffTopTable>> => this.withBytes(
      idsOf(task.value), () => underWay.during(key, () => diffTopBySides(task.value, {
        calls: (keys) => this.pool.calls({ keys }), infoOf: (id) => this.profiles.get(id)?.info,
        atStep: (step, partDone) => { underWay.receive({ key, step, partDone }); },
      }))
    );
    return this.withoutLost(this.answers.answer(['diffTop', task.value], make), idsOf(task.value));
  }

  diffFlamegraph(query: DiffQuery): Promise<Result<DiffFlameGraph>> {
    return this.ofPair(
      query, (calls, task) => this.own.underWay.during(sidesKey(task), () => calls.diffFlamegraph(task))
    );
  }

  diffProgress({ before, after }: Pick<DiffQuery, 'before' | 'after'>): DiffProgress {
    const refs = (ids: string[]): ProfileRef[] => ids.flatMap((id) => {
      const ref = this.refOf(id);
      return ref.ok ? [ref.value] : [];
    });
    return this.own.underWay.progress(sidesKey({ before: refs(before), after: refs(after) }));
  }

  diffDownload(query: DiffQuery): Promise<Result<Uint8Array>> {
    return this.ofPair(query, (calls, task) => calls.diffDownload(task));
  }

  comparability(query: DiffQuery): Promise<Result<Comparability>> {
    return this.ofPair(query, (calls, task) => calls.comparability(task));
  }

  renames(query: DiffQuery): Promise<Result<RenameProposals>> {
    return this.ofPair(query, (calls, task) => calls.renames(task));
  }

  diffReport(format: ReportFormat, query: DiffQuery): Promise<Result<string>> {
    const named = (ids: string[]): ReportedProfile[] =>
      ids.map((id) => {
        const info = this.info(id);
        return { id, name: info.ok ? info.value.name : '' };
      });
    const names = { before: named(query.before), after: named(query.after) };
    return this.ofPair(query, (calls, task) => calls.diffReport(task, format, names));
  }

  async rollUp(ids: readonly string[]): Promise<Result<ProfileInfo>> {
    const parts = ids.flatMap((id) => this.profiles.get(id) ?? []);
    const whole = wholeTask(parts);
    if (!whole.ok) return whole;
    const { task, ...described } = whole.value;
    const bytes = await this.withoutLost(
      this.withBytes(ids, () => this.pool.calls().spanDownload(task)), [...ids]
    );
    if (!bytes.ok) return bytes;
    const shares = await Promise.all(
      parts.filter(({ info }) => info.kind === 'cpu').map(({ info }) => this.cpu(info.id))
    );
    const cpu = shares.flatMap((one) => (one.ok ? one.value : [])).map(({ id: _, name: _n, ...one }) => one);
    const added = await this.add({ bytes: bytes.value, ...described, ...(cpu.length === 0 ? {} : { cpu }) });
    if (added.ok) for (const id of ids) await this.remove(id);
    return added;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  async per(id: string, sampleType: string | undefined): Promise<Result<ProfilePer>> {
    const ref = this.refOf(id);
    if (!ref.ok) return ref;
    const info = this.info(id);
    if (!info.ok) return info;
    const type = sampleType ?? defaultTypeOf([info.value]) ?? '';
    return ok(await perFigures({ info: info.value, ref: ref.value }, type, this.asks.ingested));
  }

  private async ofProfile<T, Q extends ProfileQuery>(
    id: string, query: Q,
    ask: (calls: ProfileMethods, wanted: Wanted, question: Omit<Q, 'per'> & Question) => Promise<Result<T>>,
    isFixed = true,
  ): Promise<Result<T>> {
    const ref = this.refOf(id);
    if (!ref.ok) return ref;
    const { per, ...rest } = query;
    const question = this.typed(rest, [id]);
    const calls = this.about([ref.value], isFixed);
    if (per === undefined) return ask(calls, ref.value.id, question);
    const amounts = await amountsOf([id], (one) => this.per(one, question.sampleType), per);
    if (!amounts.ok) return amounts;
    return ask(calls, ref.value.id, { ...question, scale: meanScale(per, amounts.value) });
  }

  private async ofPair<T>(
    query: DiffQuery, ask: (calls: ProfileMethods, task: DiffTask) => Promise<Result<T>>, isFixed = true,
  ): Promise<Result<T>> {
    const task = await this.diffTask(query);
    if (!task.ok) return task;
    return ask(this.about([...task.value.after, ...task.value.before], isFixed), task.value);
  }

  private isFixed(view: ViewName): boolean {
    return view !== 'lines' || !this.own.hasSources;
  }

  /** Returns the threads' methods on these profiles, from the cache where the answer is constant. */
  private about(refs: readonly ProfileRef[], isFixed: boolean): ProfileMethods {
    const keys = refs.map(({ id }) => keyOf(id));
    return callsTo<ProfileMethods>((method, args) => {
      const parts = refs.flatMap(partsOf);
      const run = (): Promise<Result<unknown>> =>
        this.withBytes(parts, () => this.pool.call(method, args, { keys }));
      const asked = isFixed ? this.answers.answer([method, args], run) : run();
      return this.withoutLost(asked, parts);
    });
  }

  private async diffTask(query: DiffQuery): Promise<Result<DiffTask>> {
    const { before: beforeIds, after: afterIds, normalize: asked = 'none', per, ...rest } = query;
    const question: Question = this.typed(rest, [...afterIds, ...beforeIds]);
    const needed = per === undefined ? ok(asked) : normalizeFor(per, asked);
    if (!needed.ok) return needed;
    const normalize = needed.value;
    const before = await this.refsOf(beforeIds, normalize);
    if (!before.ok) return before;
    const after = await this.refsOf(afterIds, normalize);
    if (!after.ok) return after;
    const task = { before: before.value, after: after.value, normalize };
    if (per === undefined) return ok({ ...task, question });
    const figures = (id: string): Promise<Result<ProfilePer>> => this.per(id, question.sampleType);
    const own = await amountsOf(beforeIds, figures, per, 'before');
    const other = own.ok ? await amountsOf(afterIds, figures, per, 'after') : own;
    return other.ok && own.ok ? ok({ ...task, question: { ...question, scale: meanScale(per, own.value) } })
      : other as Result<DiffTask>;
  }

  /** Adds the samples ingested if they are needed and the capture did not count them. */
  private async refsOf(ids: readonly string[], normalize: Normalize): Promise<Result<ProfileRef[]>> {
    const refs: ProfileRef[] = [];
    for (const id of ids) {
      const ref = this.refOf(id);
      if (!ref.ok) return ref;
      const info = this.info(id);
      refs.push(normalize === 'samples-ingested' && info.ok
        ? await withIngested({ info: info.value, ref: ref.value }, this.asks.ingested) : ref.value);
    }
    return ok(refs);
  }

  /** Adds the default sample type, as in the list of profiles, to a query without one. */
  private typed<Q extends { sampleType?: string }>(question: Q, ids: string[]): Q {
    if ((question.sampleType ?? '') !== '') return question;
    const sampleType = defaultTypeOf(ids.flatMap((id) => {
      const info = this.info(id);
      return info.ok ? [info.value] : [];
    }));
    return sampleType === undefined ? question : { ...question, sampleType };
  }
}

function idsOf({ before, after }: DiffTask): string[] {
  return [...after, ...before].flatMap(partsOf);
}

function traceOf(info: Result<ProfileInfo>): Result<ProfileInfo> {
  return !info.ok || info.value.kind === 'trace' ? info
    : fail('bad_data', `this is a profile (${info.value.kind}); only an execution trace has this view`);
}
