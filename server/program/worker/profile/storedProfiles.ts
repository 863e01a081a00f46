/** The profiles of the data folder: files with their descriptions, listed in memory. */
import { readFile } from 'node:fs/promises';
import { MAX_BODY_BYTES } from '../../../../core/bounds.ts';
import type { ProfileInfo, ProfileSaid, SpanProfile } from '../../../../core/contract/contract.ts';
import { systemClock } from '../../../../core/time/clock.ts';
import { readSpanId, type ProfileSpan } from '../../../../core/profileSpan.ts';
import type { CpuShares, ProfileCpu } from '../../../../core/cpuLayers.ts';
import type { SubsystemRule } from '../../../../core/profile/subsystemRules.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import type { AddProfile } from '../../../data/store/files/profileCatalog.ts';
import type { ProfileFiles, StoredProfile } from '../../../data/store/files/profileFiles.ts';
import { transferables } from '../../../kernel/threads/transferables.ts';
import type { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import type { BinaryFolder } from '../../../profile/binaries/binaryFolder.ts';
import type { IngestedIn } from './perFigures.ts';
import { AnswerCache } from './answerCache.ts';
import { askedAt, timeOnOurClock } from './profileClock.ts';
import { keyOf, type ProfileMethods, type ProfileRef } from './profileMethods.ts';
import { describeAgain, tellDamaged, tellUnreadable } from './recoverProfiles.ts';
import {
  findSpan, partsOf, refOf as refOfSpan, spanProfile, spanTask, unknownProfile, type FoundSpan,
} from './spans.ts';

const MIB = 1024 * 1024;
/** Limit of cached answers: enough for about ten profiles' pages. */
const ANSWER_BYTES = 32 * MIB;
const MAX_NAME_LENGTH = 300;
const FETCHED_AT_ONCE = 8;
const NOTHING_SAID: ProfileSaid = { facts: null, series: null };

export interface StoredProfilesOptions {
  faults: Faults;
  maxUploadBytes?: number;
  /** The user's rows in the table of subsystems. */
  subsystems?: SubsystemRule[];
  /** Returns the samples ingested, from the recording of a target. */
  ingested?: IngestedIn;
  /** null: none is configured. */
  binaries?: BinaryFolder | null;
  /** Returns the profiles of a target that was opened as an incident file; null for other targets. */
  ownIds?: (target: string) => readonly string[] | null;
}

export class StoredProfiles {
  protected readonly profiles = new Map<string, StoredProfile>();
  protected readonly answers = new AnswerCache(ANSWER_BYTES);

  constructor(
    private readonly files: ProfileFiles, protected readonly pool: WorkerPool<ProfileMethods>,
    private readonly options: StoredProfilesOptions,
  ) {}

  async load(): Promise<void> {
    const { profiles, undescribed, bare } = await this.files.load();
    this.files.onOthers((id, stored) => {
      if (stored === null) this.forget(id);
      else this.profiles.set(id, stored);
    });
    for (const stored of profiles) {
      this.profiles.set(stored.info.id, stored);
      await tellUnreadable(this.files, stored.info.id, this.tell);
    }
    const again = { files: this.files, pool: this.pool, tell: this.tell, nowMs: this.now() };
    for (const id of undescribed) {
      const stored = await describeAgain(again, id);
      if (stored !== null) this.profiles.set(id, stored);
    }
    void tellDamaged(this.files, profiles, this.tell);
    for (const { info } of bare) {
      await this.files.setAsideDescription(info.id);
      this.tell(`The file of the profile ${JSON.stringify(info.name)} is missing; upload it again (${info.id}).`);
    }
  }

  private get tell(): (sentence: string) => void {
    return this.options.faults.notice;
  }

  private notKept(id: string, what: string, error: unknown): void {
    this.tell(`What the profile ${id.slice(0, 12)} ${what} cannot be kept (${firstLine(error)}); free space.`);
  }

  private now(): number {
    return systemClock.nowMs();
  }

  async add(profile: AddProfile): Promise<Result<ProfileInfo>> {
    const { maxUploadBytes = MAX_BODY_BYTES } = this.options;
    const limit = `${Math.floor(maxUploadBytes / MIB)} MiB`;
    if (profile.bytes.length > maxUploadBytes)
      return fail('too_large', `the file is larger than ${limit}; upload it compressed or record a shorter profile`);
    const { earlier, samplesIngested, targetFacts, taken } = profile;
    const change = earlier === undefined
      ? ok(profile.bytes) : await this.pool.calls().subtract(profile.bytes, earlier.bytes, earlier.seconds);
    if (!change.ok) return change;
    const sizeBytes = change.value.length;
    const described = await this.pool.calls({ transfer: transferables(change.value) })
      .describe(change.value, profile.kind ?? profile.name);
    if (!described.ok) return described;
    const { id, facts, gzip, cpu } = described.value;
    // The same bytes are the same profile: the existing one keeps its name and source.
    const known = this.profiles.get(id);
    if (known !== undefined) return ok(known.info);
    const info: ProfileInfo = {
      id, name: profile.name.slice(0, MAX_NAME_LENGTH), ...facts,
      time: timeOnOurClock(facts, taken, earlier !== undefined) ?? askedAt(facts.kind, taken),
      sizeBytes, addedTime: this.now() / 1000, source: profile.source,
      ...(profile.pair === undefined ? {} : { pair: profile.pair }),
    };
    const stored: StoredProfile = {
      info, ...(samplesIngested === undefined ? {} : { samplesIngested }),
      ...(targetFacts === undefined ? {} : { targetFacts }), ...(taken === undefined ? {} : { onOurClock: true }),
    };
    if (profile.cpu !== undefined) stored.cpu = { rules: this.rulesKey, profiles: profile.cpu };
    else if (cpu !== undefined) Object.assign(stored, this.cpuOf(stored, cpu));
    try {
      await this.files.write(id, gzip, stored);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
      const what = `the profile cannot be written to the data folder (${reason})`;
      return fail(writeErrorType(error), `${what}; make room or make it writable`);
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

  async keepSaid(id: string, said: Partial<ProfileSaid>): Promise<void> {
    const stored = this.profiles.get(id);
    if (stored === undefined) return;
    const info = { ...stored.info, said: { ...NOTHING_SAID, ...stored.info.said, ...said } };
    this.profiles.set(id, { ...stored, info });
    await this.files.describe(id, { ...stored, info }).catch((error: unknown) => { this.notKept(id, 'says', error); });
  }

  list(): Promise<ProfileInfo[]> {
    return Promise.resolve([...this.profiles.values()].map(({ info }) => info)
      .sort((a, b) => b.addedTime - a.addedTime || a.name.localeCompare(b.name, 'en')));
  }

  get(id: string): Promise<Result<ProfileInfo>> {
    return Promise.resolve(this.info(id));
  }

  span(span: ProfileSpan): Promise<Result<SpanProfile>> {
    const found = this.found(span);
    return Promise.resolve(found.ok ? ok(spanProfile(found.value)) : found);
  }

  async cpu(id: string): Promise<Result<ProfileCpu[]>> {
    const stored = this.profiles.get(id);
    if (stored === undefined) return unknownProfile(id);
    const named = (profiles: readonly Omit<ProfileCpu, 'id' | 'name'>[]): Result<ProfileCpu[]> =>
      ok(profiles.map((one) => ({ id, name: stored.info.name, ...one })));
    const { cpu, info } = stored;
    if (cpu !== undefined && (cpu.rules === this.rulesKey || info.source.how === 'merged')) return named(cpu.profiles);
    const ask = (): Promise<Result<CpuShares>> =>
      this.withBytes([id], () => this.pool.calls({ keys: [id] }).cpuShares(id));
    // Several panels request it at once.
    const shares = await this.withoutLost(this.answers.answer(['cpuShares', id], ask), [id]);
    if (!shares.ok) return shares;
    const known = this.cpuOf(stored, shares.value);
    if (known.cpu === undefined) return fail('bad_data', 'the profile does not say when it was taken');
    const now = this.profiles.get(id);
    if (now !== undefined && now.cpu?.rules !== this.rulesKey) {
      this.profiles.set(id, { ...now, ...known });
      await this.files.describe(id, { ...now, ...known })
        .catch((error: unknown) => { this.notKept(id, 'says of CPU', error); });
    }
    return named(known.cpu.profiles);
  }

  private cpuOf(
    { info: { time, durationSeconds }, onOurClock }: StoredProfile, shares: CpuShares
  ): Pick<StoredProfile, 'cpu'> {
    const clock = onOurClock === undefined ? {} : { onOurClock };
    return time === null || durationSeconds === null ? {}
      : { cpu: { rules: this.rulesKey, profiles: [{ start: time, ...clock, durationSeconds, ...shares }] } };
  }

  /** Key of the subsystem rules: other rules give other shares. */
  private get rulesKey(): string {
    return JSON.stringify(this.options.subsystems ?? []);
  }

  stored(id: string): Promise<Result<StoredProfile>> {
    const stored = this.profiles.get(id);
    return Promise.resolve(stored === undefined ? unknownProfile(id) : ok(stored));
  }

  async remove(id: string): Promise<Result<null>> {
    if (readSpanId(id) !== null)
      return fail('bad_data', 'a span of time is no stored profile; remove the profiles that it is made of');
    if (!this.profiles.has(id)) return unknownProfile(id);
    await this.files.remove(id);
    this.forget(id);
    return ok(null);
  }

  async download(id: string): Promise<Result<Uint8Array>> {
    if (readSpanId(id) !== null) {
      const ref = this.refOf(id);
      if (!ref.ok) return ref;
      const { id: task } = ref.value;
      if (typeof task !== 'string')
        return this.withBytes(partsOf(ref.value), () => this.pool.calls({ keys: [keyOf(task)] }).spanDownload(task));
    }
    if (!this.profiles.has(id)) return unknownProfile(id);
    const fetched = await this.files.fetch(id);
    if (!fetched.ok) return fetched;
    try {
      return ok(await readFile(this.files.bytesFile(id)));
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
      return fail('not_found', `the file of profile ${id.slice(0, 12)} cannot be read (${reason}); upload it again`);
    }
  }

  protected info(id: string): Result<ProfileInfo> {
    const stored = this.profiles.get(id);
    if (stored !== undefined) return ok(stored.info);
    const span = readSpanId(id);
    if (span === null) return unknownProfile(id);
    const found = this.found(span);
    if (!found.ok) return found;
    const { profile, sentence } = spanProfile(found.value);
    return profile === null ? fail('not_found', sentence.replace(/\.$/, '')) : ok(profile);
  }

  /** Returns the reference for a thread; selects a span's profiles for each query, as profiles come and go. */
  protected refOf(id: string): Result<ProfileRef> {
    const stored = this.profiles.get(id);
    if (stored !== undefined) {
      const { samplesIngested, targetFacts } = stored;
      if (stored.info.kind === 'trace') {
        return fail(
          'bad_data', `${JSON.stringify(stored.info.name)} is an execution trace, which has no stacks to add up; `
            + 'open it by itself'
        );
      }
      return ok({
        id, ...(samplesIngested === undefined ? {} : { samplesIngested }),
        ...(targetFacts === undefined ? {} : { target: targetFacts }),
      });
    }
    const span = readSpanId(id);
    if (span === null) return unknownProfile(id);
    const found = this.found(span);
    if (!found.ok) return found;
    const task = spanTask(found.value);
    return task.ok ? ok(refOfSpan(task.value, found.value)) : task;
  }

  private found(span: ProfileSpan): Result<FoundSpan> {
    return findSpan(span, this.profiles.values(), this.options.ownIds?.(span.target) ?? null);
  }

  /** Calls a thread once the bytes of all these profiles are in the folder. */
  protected async withBytes<T>(ids: readonly string[], ask: () => Promise<Result<T>>): Promise<Result<T>> {
    const all = [...new Set(ids)];
    for (let first = 0; first < all.length; first += FETCHED_AT_ONCE) {
      const some = all.slice(first, first + FETCHED_AT_ONCE);
      for (const fetched of await Promise.all(some.map((id) => this.files.fetch(id)))) if (!fetched.ok) return fetched;
    }
    return ask();
  }

  /** Drops profiles whose file a worker could not read and renamed, and returns the answer. */
  protected async withoutLost<T>(asked: Promise<Result<T>>, ids: string[]): Promise<Result<T>> {
    const answer = await asked;
    if (answer.ok) return answer;
    for (const id of new Set(ids)) {
      if (!this.profiles.has(id)) continue;
      if (await this.files.has(id)) {
        await tellUnreadable(this.files, id, this.tell);
        continue;
      }
      const { name } = this.profiles.get(id)?.info ?? { name: id };
      this.tell(`The stored profile ${JSON.stringify(name)} is lost: ${answer.error.message}.`);
      this.forget(id);
    }
    return answer;
  }

  private forget(id: string): void {
    this.profiles.delete(id);
    this.answers.forget(id);
  }
}
