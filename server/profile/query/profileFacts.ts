/** Returns the facts of a profile for a list, from the profile itself. */
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { at, type Profile } from '../decode/profile.ts';
import { defaultTypeIndex } from '../decode/sampleType.ts';
import { functionName } from '../decode/stackView.ts';
import { columnOf } from '../decode/values.ts';
import { durationSecondsOf, timeSecondsOf } from '../decode/profileTimes.ts';
import { compatibleUnits } from './units.ts';

export type ProfileFacts =
  Pick<ProfileInfo, 'kind' | 'time' | 'durationSeconds' | 'sampleTypes' | 'defaultSampleType' | 'samples' | 'comments'>;

const MAX_COMMENTS = 50;
const MAX_COMMENT_LENGTH = 1000;

/**
 * `name` (a file name, or the captured kind) decides only if the profile does not determine its kind: it is empty, or a
 * change over a time. `defaultSampleType` is the default of every view: `defaultTypeOf`.
 */
export function profileFacts(profile: Profile, name: string): ProfileFacts {
  const kind = kindOf(profile, name);
  return {
    kind,
    time: timeSecondsOf(profile),
    durationSeconds: durationSecondsOf(profile),
    sampleTypes: profile.sampleTypes.map(({ type, unit }) => ({ type, unit })),
    // The change of `allocs` over a time names no default; allocations were requested, not memory in use.
    defaultSampleType: withValues(profile, kind === 'allocs' && profile.defaultSampleType === '' ? 'alloc_space'
      : profile.sampleTypes[defaultTypeIndex(profile.sampleTypes, profile.defaultSampleType)]?.type ?? ''),
    samples: profile.sampleCount,
    comments: profile.comments.slice(0, MAX_COMMENTS).map((comment) => comment.slice(0, MAX_COMMENT_LENGTH)),
  };
}

/** Returns the type or, if it has no values, the last type with values, if any. */
function withValues({ sampleTypes, values, sampleCount }: Profile, wanted: string): string {
  const width = sampleTypes.length;
  const hasValues = (type: number): boolean => {
    for (let sample = 0; sample < sampleCount; sample++) if (at(values, sample * width + type) !== 0) return true;
    return false;
  };
  const type = sampleTypes.findIndex((one) => one.type === wanted);
  if (type < 0 || hasValues(type)) return wanted;
  return sampleTypes.findLast((_, other) => hasValues(other))?.type ?? wanted;
}

/**
 * Returns the sample type of a query without one: the default of the first profile whose default all have (in a diff,
 * after comes first). undefined if there is none, or if two types have that name: then `go tool pprof`'s rule for the
 * combined profile applies.
 */
export function defaultTypeOf(
  profiles: readonly Pick<ProfileFacts, 'sampleTypes' | 'defaultSampleType'>[]
): string | undefined {
  const isShared = (wanted: string): boolean => {
    const found = profiles.map(({ sampleTypes }) => sampleTypes.filter(({ type }) => type === wanted));
    const unit = found[0]?.[0]?.unit ?? '';
    return found.every((own) => own.length === 1 && compatibleUnits(own[0]?.unit ?? '', unit));
  };
  return profiles.map(({ defaultSampleType }) => defaultSampleType).find(isShared);
}

function kindOf(profile: Profile, name: string): string {
  const has = (type: string): boolean => profile.sampleTypes.some((own) => own.type === type);
  if (has('cpu')) return 'cpu';
  if (has('goroutine')) return 'goroutine';
  // Go 1.27: goroutines that nothing can wake any more.
  if (has('goroutineleak')) return 'goroutineleak';
  if (has('threadcreate')) return 'threadcreate';
  if (has('wall')) return 'wall';
  if (has('contentions') && has('delay')) return contentionKind(profile, name);
  const inUse = has('inuse_space') || has('inuse_objects');
  // Go writes one profile under two names; only the default shows which was requested.
  if (has('alloc_space') && (!inUse || profile.defaultSampleType === 'alloc_space')) return 'allocs';
  if (has('alloc_space') && profile.defaultSampleType === '' && profile.durationNanos > 0n && /\ballocs\b/i.test(name))
    return 'allocs';
  return inUse || has('space') ? 'heap' : 'other';
}

/**
 * Tells mutex from block profiles, which have the same types in Go. Mutex contention is recorded where a lock is
 * released.
 */
function contentionKind(profile: Profile, name: string): string {
  const delay = columnOf(profile, profile.sampleTypes.findIndex((type) => type.type === 'delay'));
  let unlocking = 0;
  let blocking = 0;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const leaf = at(profile.frames, at(profile.frameStart, sample));
    if (at(profile.frameStart, sample) === at(profile.frameStart, sample + 1)) continue;
    const innermost = functionName(profile, at(profile.locations.lineStart, leaf));
    if (/unlock/i.test(innermost)) unlocking += Math.abs(at(delay.numbers, sample));
    else blocking += Math.abs(at(delay.numbers, sample));
  }
  if (unlocking === 0 && blocking === 0) return /mutex/i.test(name) ? 'mutex' : 'block';
  return unlocking > blocking ? 'mutex' : 'block';
}
