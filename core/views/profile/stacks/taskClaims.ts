/** Says what the first function of a profile, or the program's own one behind it, is part of. Pure. */
import type { Part, StackFacts } from '../../../contract/contract.ts';
import { taskOf } from '../../../profile/packageTasks.ts';
import { unvendored } from '../../../profile/packages.ts';
import { parts } from '../../../text/parts.ts';
import { again } from './stackClaims.ts';

/** Share of the total, and of the first function, from which own code and a caller are named. */
const MIN_SHARE = 0.3;

/** Returns what the first of them is part of that is of a known program; empty for other programs. */
export function taskStatement(stacks: StackFacts | undefined, first: string, total: number): Part[] {
  const leaf = stacks?.leaves.find((one) => one.function === first);
  const own = stacks?.own ?? null;
  const caller = leaf?.caller ?? null;
  const named = [
    first, ...own !== null && own.value >= MIN_SHARE * total ? [own.function] : [],
    ...caller !== null && leaf !== undefined && caller.value >= MIN_SHARE * leaf.flat ? [caller.name] : [],
  ];
  for (const name of named) {
    const task = taskOf(unvendored(name));
    if (task !== null) return parts`${again(unvendored(name))} is part of ${task}.`;
  }
  return [];
}
