/** Sums the memory in use of PromQL queries over whole stacks, and who asks. Pure. */
import type { StackFacts } from '../../../../core/contract/contract.ts';
import { ANY_ASKER, ASKERS, EVALUATES, SUBQUERY } from '../../../../core/profile/queryFrames.ts';
import type { Profile } from '../../decode/profile.ts';
import { readSlots } from '../../decode/stackSlots.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, and the slots of each location. */
interface Names { names: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number> }
interface Asked { view: StackView; names: Names; column: Column }

const HALF = 0.5;
/** Flags of a function; that of an asker is the first one, shifted by its place in ASKERS. */
const [QUERY, SUB, FIRST_ASKER] = [1, 2, 4];

const flagsOf = (name: string): number => (EVALUATES.test(name) ? QUERY : 0) | (SUBQUERY.test(name) ? SUB : 0)
  | ASKERS.reduce((all, [pattern], i) => (pattern.test(name) ? all | (FIRST_ASKER << i) : all), 0);

/** Returns the value of the stacks that evaluate a query, and who asks with most of it; empty without any. */
export function queryFacts(profile: Profile, asked: Asked): Pick<StackFacts, 'queries'> {
  const { view, names, column } = asked;
  const flags = names.names.map(flagsOf);
  if (!flags.some((flag) => (flag & QUERY) !== 0)) return {};
  const byAsker = ASKERS.map(() => 0);
  const slots: number[] = [];
  let [value, ofSub] = [0, 0];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const held = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || held === 0) continue;
    readSlots(profile, asked, { sample, slots });
    const all = slots.reduce((sum, slot) => sum | (flags[slot] ?? 0), 0);
    if ((all & QUERY) === 0) continue;
    value += held;
    if ((all & SUB) !== 0) ofSub += held;
    const asker = ASKERS.findIndex((_, i) => (all & (FIRST_ASKER << i)) !== 0);
    if (asker >= 0) byAsker[asker] = (byAsker[asker] ?? 0) + held;
  }
  const asker = ASKERS.find((_, i) => (byAsker[i] ?? 0) > HALF * value)?.[1] ?? ANY_ASKER;
  return value === 0 ? {} : { queries: { value, asker, isSub: ofSub > HALF * value } };
}
