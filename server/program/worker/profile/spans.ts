/** Runs in the main thread: selects the stored profiles of a time span, and describes them as one. */
import type { ProfileInfo, SpanProfile } from '../../../../core/contract/contract.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import { spanId, type ProfileSpan } from '../../../../core/profileSpan.ts';
import { fail, ok, type Failure, type Result } from '../../../../core/result.ts';
import { commonTypes } from '../../../profile/query/combine.ts';
import { defaultTypeOf } from '../../../profile/query/profileFacts.ts';
import type { SpanTask } from '../../../profile/span/mergeSpan.ts';
import { memberOf, planSpan, secondsIn, type SpanPlan } from '../../../profile/span/spanPlan.ts';
import { isProfileId, type StoredProfile } from '../../../data/store/files/profileFiles.ts';
import type { ProfileRef } from './profileMethods.ts';
import type { TargetAtCapture } from '../../../profile/query/pair.ts';

const MIB = 2 ** 20;
/** They are read one after the other, so time is the limit. */
const MAX_PROFILES = 3000;
const MAX_BYTES = 256 * MIB;

/** A span with its current profiles. */
export interface FoundSpan { span: ProfileSpan; plan: SpanPlan; parts: StoredProfile[] }

/**
 * `ownIds`: profiles that came with the target's incident file, found in addition to those that name the target; null
 * for other targets.
 */
export function findSpan(
  span: ProfileSpan, profiles: Iterable<StoredProfile>, ownIds: readonly string[] | null
): Result<FoundSpan> {
  if (!(span.start < span.end)) return fail('bad_data', 'The start of the span must lie before its end.');
  const came = ownIds === null ? null : new Set(ownIds);
  const members = [...profiles].filter(
    ({ info }) => (came === null ? profileTarget(info) === span.target : came.has(info.id))
  );
  const plan = planSpan(span, members.map(memberOf));
  const byId = new Map(members.map((one) => [one.info.id, one]));
  return ok({ span, plan, parts: plan.ids.flatMap((id) => byId.get(id) ?? []) });
}

export function spanProfile({ span, plan, parts }: FoundSpan): SpanProfile {
  const { ids, covered, restarts, nearest } = plan;
  return {
    ...span, ids, covered, coverageRatio: Math.min(1, secondsIn(span, covered) / (span.end - span.start)), restarts,
    sentence: sentenceOf(span, plan), profile: parts.length === 0 ? null : infoOf({ span, plan, parts }), nearest,
  };
}

/** Returns the merge task. Error `not_found`: the span has no profile; `too_large`: more than can be merged at once. */
export function spanTask({ span, plan, parts }: FoundSpan): Result<SpanTask> {
  if (parts.length === 0) return { ok: false, error: noneOf(span, plan) };
  const bytes = parts.reduce((sum, { info }) => sum + info.sizeBytes, 0);
  if (parts.length > MAX_PROFILES || bytes > MAX_BYTES) {
    return fail(
      'too_large', `this span holds ${parts.length} ${span.kind} profiles of ${Math.ceil(bytes / MIB)} MiB, and at `
        + `most ${MAX_PROFILES} of ${MAX_BYTES / MIB} MiB are merged at once; ask for a shorter one`
    );
  }
  const { sum, growth, state, seconds, covered } = plan;
  return ok({
    sum, growth, state, types: commonTypes(parts.map(({ info }) => info)), start: covered[0]?.start ?? span.start,
    seconds,
  });
}

/** Returns the info for a list. `samples`: sum over its profiles, so equal samples of two count twice. */
function infoOf({ span, plan, parts }: FoundSpan): ProfileInfo {
  const infos = parts.map(({ info }) => info);
  const total = (of: (info: ProfileInfo) => number): number => infos.reduce((sum, info) => sum + of(info), 0);
  return {
    id: spanId(span), name: nameOf(span, infos.length), kind: span.kind, time: plan.covered[0]?.start ?? null,
    durationSeconds: plan.seconds > 0 ? plan.seconds : null, sampleTypes: commonTypes(infos),
    defaultSampleType: defaultTypeOf(infos) ?? '', samples: total(({ samples }) => samples),
    sizeBytes: total(({ sizeBytes }) => sizeBytes), addedTime: Math.max(0, ...infos.map(({ addedTime }) => addedTime)),
    source: { how: 'merged', target: span.target, times: plan.covered },
    comments: [...new Set(infos.flatMap(({ comments }) => comments))],
  };
}

interface WholeTask extends Pick<ProfileRef, 'samplesIngested'> {
  task: SpanTask;
  name: string;
  kind: string;
  source: Extract<ProfileInfo['source'], { how: 'merged' }>;
  targetFacts?: TargetAtCapture;
}

/** Returns the task that merges all of these: profiles of one kind and target, each taken over a time. */
export function wholeTask(parts: readonly StoredProfile[]): Result<WholeTask> {
  const [first] = parts;
  const target = first === undefined ? null : profileTarget(first.info);
  const isAlike = ({ info }: StoredProfile): boolean =>
    info.kind === first?.info.kind && profileTarget(info) === target && info.time !== null
      && info.durationSeconds !== null && info.source.how !== 'merged';
  if (first === undefined || target === null || !parts.every(isAlike))
    return fail('bad_data', 'only profiles of one kind and target that were taken over a time can be rolled up');
  const times = parts.map(({ info: { time, durationSeconds } }) => (
    { start: time ?? 0, end: (time ?? 0) + (durationSeconds ?? 0) })).sort((a, b) => a.start - b.start);
  const { kind } = first.info;
  const span = { target, kind, start: times[0]?.start ?? 0, end: times.at(-1)?.end ?? 0 };
  const ids = parts.map(({ info }) => info.id);
  const found: FoundSpan = {
    span, parts: [...parts],
    plan: { ids, sum: ids, growth: [], state: null, covered: times, seconds: 0, restarts: [], nearest: null },
  };
  const task = spanTask(found);
  if (!task.ok) return task;
  const { samplesIngested, target: targetFacts } = refOf(task.value, found);
  return ok({
    task: task.value, name: nameOf(span, parts.length), kind, source: { how: 'merged', target, times },
    ...(samplesIngested === undefined ? {} : { samplesIngested }),
    ...(targetFacts === undefined ? {} : { targetFacts }),
  });
}

/** Returns what is known of the process: facts that all profiles agree on; the samples ingested, if all have them. */
export function refOf(task: SpanTask, { parts, plan, span }: FoundSpan): ProfileRef {
  const ingested = parts.map(({ samplesIngested }) => samplesIngested);
  const facts = parts.map(({ targetFacts }) => targetFacts ?? {});
  const alike = <K extends keyof (typeof facts)[number]>(key: K): object => {
    const first = facts[0]?.[key];
    return first !== undefined && facts.every((one) => one[key] === first) ? { [key]: first } : {};
  };
  return {
    id: task, span: {
      profiles: plan.ids.length, coveredSeconds: Math.min(secondsIn(span, plan.covered), span.end - span.start),
      seconds: span.end - span.start,
    },
    target: { ...alike('version'), ...alike('goVersion'), ...alike('cores') },
    ...(task.sum.length === 0 || ingested.includes(undefined) ? {} : {
      samplesIngested: { start: 0, end: ingested.reduce((sum, one) => sum + (one?.end ?? 0) - (one?.start ?? 0), 0) },
    }),
  };
}

function nameOf({ target, kind, start, end }: ProfileSpan, profiles: number): string {
  const count = profiles === 1 ? '1 profile' : `${profiles} profiles`;
  const [first, last] = [timeText(start), timeText(end)];
  // A list truncates long names: the date appears once if it is the same.
  const until = first.slice(0, DATE_LENGTH) === last.slice(0, DATE_LENGTH) ? last.slice(DATE_LENGTH) : last;
  return `${target} ${kind}, ${count} from ${first} to ${until} UTC`;
}

const DATE_LENGTH = '2026-11-26 '.length;

function timeText(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function sentenceOf(span: ProfileSpan, plan: SpanPlan): string {
  const { ids, sum, growth, restarts, covered } = plan;
  if (ids.length === 0) return `${noneOf(span, plan).message}.`;
  const share = Math.round(100 * Math.min(1, secondsIn(span, covered) / (span.end - span.start)));
  if (sum.length > 0) {
    const many = sum.length === 1 ? 'One profile' : `The sum of ${sum.length} profiles`;
    return `${many}, taken during ${share} % of this span.`;
  }
  if (growth.length === 0) return 'The newest snapshot of this span.';
  const between = `What was counted between snapshots that cover ${share} % of this span`;
  return restarts.length === 0 ? `${between}.`
    : `${between}; the process was started ${restarts.length === 1 ? 'once' : `${restarts.length} times`} meanwhile, `
      + 'and counts from zero then.';
}

function noneOf({ target, kind, start, end }: ProfileSpan, { nearest }: SpanPlan): Failure {
  const where = `no ${kind} profile of "${target.slice(0, 100)}" is of ${timeText(start)} to ${timeText(end)} UTC`;
  return {
    errorType: 'not_found',
    message: nearest === null ? `${where}, and there is none at other times; capture one`
      : `${where}; the nearest was taken at ${timeText(nearest.time)} UTC`,
  };
}

export function unknownProfile(id: string): { ok: false; error: { errorType: 'not_found'; message: string } } {
  const shown = isProfileId(id) ? id.slice(0, 12) : JSON.stringify(id.slice(0, 80));
  return {
    ok: false,
    error: {
      errorType: 'not_found',
      message: `there is no profile ${shown}; it may have been removed, see the list of profiles`,
    },
  };
}

/** Returns the stored profiles that make up the requested one. */
export function partsOf({ id }: ProfileRef): string[] {
  if (typeof id === 'string') return [id];
  const { sum, growth, state } = id;
  return [
    ...sum, ...growth.flatMap(({ earlier, later }) => (earlier === null ? [later] : [earlier, later])), state ?? [],
  ].flat();
}
