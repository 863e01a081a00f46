/** Runs in the worker: what a goroutine profile shows of a TSDB. */
import type { GoroutineView, ProfileStack, WaitingStack } from '../../../../core/contract/terms/goroutines.ts';
import { compileRegex } from '../../../../core/regex.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { goroutineStacks } from '../../../profile/decode/goroutineStacks.ts';
import type { Profile } from '../../../profile/decode/profile.ts';
import { situationsOf } from '../../../analysis/signals/goroutines/situations.ts';

const MAX_STACKS = 1_000;
const MAX_CREATORS = 50;

/** `search`: functions of the stacks that known issues look for. Error `bad_data` if it is no goroutine profile. */
export function goroutineView(profile: Profile, { search = '' }: { search?: string }): Result<GoroutineView> {
  const stacks = goroutineStacks(profile);
  if (stacks === null) return fail('bad_data', 'the profile is no goroutine profile; open one of goroutines');
  const wanted = compileRegex('search', search);
  if (!wanted.ok) return wanted;
  const total = stacks.reduce((sum, { count }) => sum + count, 0);
  const known = search === '' ? []
    : stacks.filter(({ functions }) => functions.some((name) => wanted.value.test(name)));
  return ok({
    total, hasStates: stacks.some(({ waitMinutes }) => waitMinutes !== null), creators: creatorsOf(stacks),
    situations: situationsOf(stacks),
    stacks: known.slice(0, MAX_STACKS).map(({ functions, count, waitMinutes }): ProfileStack => ({
      functions, share: total > 0 ? count / total : 0, ...(waitMinutes === null ? {} : { waitMinutes }),
    })),
  });
}

function creatorsOf(stacks: readonly WaitingStack[]): GoroutineView['creators'] {
  const counts = new Map<string, number>();
  for (const { creator, count } of stacks)
    if (creator !== '') counts.set(creator, (counts.get(creator) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count).slice(0, MAX_CREATORS);
}
