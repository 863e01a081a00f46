/** Sums over whole stacks what a claim says beside its functions: the clock, missing callers, unequal weights. Pure. */
import type { NamedValue, StackFacts } from '../../../../core/contract/contract.ts';
import { mayReadClock, readsClock } from '../../../../core/profile/clockFunctions.ts';
import { at, type Profile } from '../../decode/profile.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, and the slots of each location. */
interface Names { names: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number> }
interface Asked { view: StackView; names: Names; column: Column }

/** Functions in which threads of a program begin: a stack with one of them was unwound far enough. */
const ENTRY = new RegExp([
  '^_{0,3}(?:main|start|libc_start\\w*|start_thread|start_call_main|clone3?)(?=$|[(@])',
  '|^(?:thread_start|pthread_start|java_start|runtime\\.(?:goexit|main|mstart)\\w*|main\\.main|entry_SYSCALL\\w*',
  '|ret_from_fork\\w*|std::rt::\\S{1,60}|<module>)(?=$|\\.abi|[(@])|::thread_start$|::main$',
].join(''));
const NAMELESS = /^(?:[[<(]?unknown[\])>]?|0x[0-9a-f]{1,16})$/i;
/** Below this part of the number of samples, those of equal weight are reported. */
const UNEQUAL = 0.95;

/** Counts samples of unequal weight. */
export class Weights {
  private sum = 0;
  private squares = 0;
  private samples = 0;

  /** Adds samples that have `value` together. */
  add(value: number, count: number): void {
    if (count <= 0) return;
    this.sum += value;
    this.squares += value * value / count;
    this.samples += count;
  }

  /** Returns the number of samples of equal weight that are as certain; nothing if the weights are about equal. */
  equal(): Pick<StackFacts, 'equalSamples'> {
    const equal = this.squares > 0 ? this.sum * this.sum / this.squares : this.samples;
    return equal < UNEQUAL * this.samples ? { equalSamples: equal } : {};
  }
}

/** Returns the value of stacks that read the clock, and of those that end in a frame without a name and no entry. */
export function sampleFacts(
  profile: Profile, { view, names, column }: Asked
): Pick<StackFacts, 'clock' | 'withoutCallers'> {
  const flags = names.names.map(flagOf);
  const hasClock = flags.includes(CLOCK);
  const hasNameless = flags.includes(UNNAMED);
  const clocks = new Map<number, number>();
  let [clock, cut] = [0, 0];
  for (let sample = 0; sample < profile.sampleCount && (hasClock || hasNameless); sample++) {
    const value = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    const { outermostClock, isCut } = stackOf(profile, { view, names }, { sample, flags });
    if (isCut) cut += value;
    if (!hasClock || outermostClock < 0) continue;
    clock += value;
    clocks.set(outermostClock, (clocks.get(outermostClock) ?? 0) + value);
  }
  return { ...clockOf(clocks, names, clock), ...(cut > 0 ? { withoutCallers: { value: cut } } : {}) };
}

const [CLOCK, VDSO, UNNAMED, BEGIN] = [1, 2, 3, 4];

const flagOf = (name: string): number => (readsClock(name) ? CLOCK : mayReadClock(name) ? VDSO
  : NAMELESS.test(name) ? UNNAMED : ENTRY.test(name) ? BEGIN : 0);

/** Returns the outermost function of a stack that reads the clock, or -1, and whether its callers are missing. */
function stackOf(
  { frames }: Profile, { view, names }: Pick<Asked, 'view' | 'names'>,
  { sample, flags }: { sample: number; flags: readonly number[] }
): { outermostClock: number; isCut: boolean } {
  let [outermostClock, innermost, outermost, hasEntry] = [-1, -1, -1, false];
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
      const slot = at(names.slots, line);
      const flag = flags[slot] ?? 0;
      if (innermost < 0) innermost = slot;
      outermost = slot;
      if (flag === CLOCK || (flag === VDSO && innermost === slot)) outermostClock = slot;
      hasEntry ||= flag === BEGIN;
    }
  }
  const [first, last] = [flags[innermost] ?? UNNAMED, flags[outermost] ?? 0];
  return { outermostClock, isCut: !hasEntry && innermost !== outermost && first !== UNNAMED && last === UNNAMED };
}

function clockOf(clocks: ReadonlyMap<number, number>, { names }: Names, value: number): { clock?: NamedValue } {
  const [most] = [...clocks].sort(([, a], [, b]) => b - a);
  return most === undefined ? {} : { clock: { name: names[most[0]] ?? '', value } };
}
