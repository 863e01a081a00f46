/** Merges the profiles of a plan: https://github.com/google/pprof/blob/main/profile/merge.go for what is added up. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { GROWING } from '../query/difference.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import type { KeptStacks } from './commonStacks.ts';
import { Merger } from './merger.ts';
import type { SpanPlan } from './spanPlan.ts';

/** Input of the merging thread; equal for spans with the same profiles. */
export interface SpanTask extends Pick<SpanPlan, 'sum' | 'growth' | 'state'> {
  /** Types that all the profiles have. */
  types: ValueType[];
  start: number;
  seconds: number;
}

const NANOS = 1e9;
/** Number of profiles read and expanded at once: other threads of the process do that while this one decodes. */
const AT_ONCE = 8;

/**
 * Sums like `go tool pprof a b c`; computes growth like `-base earlier later`. `load` is called for a few
 * profiles at a time; `kept`: stacks of earlier merges. Errors: those of `load`; `bad_data` if the profiles have no
 * type in common.
 */
export async function mergeSpan(
  task: SpanTask, load: (id: string) => Promise<Result<Profile>>, kept?: KeptStacks
): Promise<Result<Profile>> {
  const { types, sum, growth, state } = task;
  if (types.length === 0)
    return fail('bad_data', 'the profiles of this span have no sample type in common; ask for a shorter span');
  const merger = new Merger(types, kept);
  const add = async (id: string, weightOf: (type: string) => number): Promise<Result<Profile>> => {
    const profile = await load(id);
    if (profile.ok) merger.add(profile.value, weightOf);
    return profile;
  };
  for (let from = 0; from < sum.length; from += AT_ONCE) {
    for (const profile of await Promise.all(sum.slice(from, from + AT_ONCE).map(load))) {
      if (!profile.ok) return profile;
      merger.add(profile.value, () => 1);
    }
  }
  const onlyGrowing = (sign: number) => (type: string) => (GROWING.test(type) ? sign : 0);
  for (const { earlier, later } of growth) {
    const added = await add(later, onlyGrowing(1));
    if (!added.ok) return added;
    if (earlier === null) continue;
    const before = await load(earlier);
    if (!before.ok) return before;
    // Its uptime was unknown, and its counts show that it was another process.
    if (!fell(before.value, added.value)) merger.add(before.value, onlyGrowing(-1));
  }
  if (state !== null) {
    const added = await add(state, (type) => (GROWING.test(type) ? 0 : 1));
    if (!added.ok) return added;
  }
  return ok(merger.finish(sum.length > 0 ? undefined : {
    timeNanos: BigInt(Math.round(task.start * NANOS)), durationNanos: BigInt(Math.round(task.seconds * NANOS)),
  }));
}

/** Returns whether a count that only grows has decreased. */
function fell(earlier: Profile, later: Profile): boolean {
  return later.sampleTypes.some(({ type }) => GROWING.test(type) && totalOf(later, type) < totalOf(earlier, type));
}

function totalOf({ sampleTypes, values, sampleCount }: Profile, type: string): number {
  const index = sampleTypes.findIndex((own) => own.type === type);
  let sum = 0;
  for (let sample = 0; sample < sampleCount; sample++) sum += values[sample * sampleTypes.length + index] ?? 0;
  return sum;
}
