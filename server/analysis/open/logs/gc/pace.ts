/** Says why GC cycles come often although the live heap stays: how much is allocated between them. Pure. */
import { formatBytes, formatSeconds } from '../../../../../core/text/format.ts';
import type { TracedCycle } from './denseStretch.ts';

const MIN_CYCLES = 10;
const MIN_SECONDS = 10;
/** A smaller heap, and a longer interval, need no word. */
const MIN_LIVE_MIB = 64;
const MAX_INTERVAL = 2;
/** Factor up to which the live heap stays, and cores from which the cost of GC matters. */
const STAYS = 1.25;
const MIN_CORES = 0.25;
const MUCH_FORCED = 0.1;
const MAX_CYCLES = 20_000;
const MIB = 2 ** 20;

/** The first sentences, and the last one with the step. */
interface Pace { lead: string; step: string }

/** Returns null for a live heap that changes, for few or rare cycles, and if GC costs little. */
export function paceOf(cycles: readonly TracedCycle[]): Pace | null {
  const each = cycles.slice(0, MAX_CYCLES);
  const [first, last] = [each[0], each.at(-1)];
  if (first === undefined || last === undefined || each.length < MIN_CYCLES) return null;
  const seconds = last.seconds - first.seconds;
  const live = each.map(({ liveMb }) => liveMb);
  const [least, most] = [Math.min(...live), Math.max(...live)];
  const interval = seconds / (each.length - 1);
  const cores = each.slice(0, -1).reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000 / seconds;
  const forced = each.filter(({ isForced }) => isForced).length;
  if (!(seconds >= MIN_SECONDS) || interval > MAX_INTERVAL || least < MIN_LIVE_MIB || most > STAYS * least
    || !(cores >= MIN_CORES) || forced > MUCH_FORCED * each.length) return null;
  // What is allocated while a cycle marks comes on top of that.
  const allocated = each.reduce((sum, { startMb }, i) => sum + Math.max(0, startMb - (live[i - 1] ?? startMb)), 0);
  return {
    lead: `No leak shows: the live heap stays between ${formatBytes(least * MIB)} and ${formatBytes(most * MIB)} for ${
      formatSeconds(seconds)}. A GC cycle begins every ${formatSeconds(interval)}, because the program allocates at `
      + `least ${formatBytes(allocated * MIB / seconds)}/s.`,
    step: 'To save that CPU, raise GOGC (such as GOGC=200, with GOMEMLIMIT as a ceiling) if there is memory for it, or '
      + 'allocate less: the allocs profile by alloc_space shows where. GOMEMLIMIT alone saves no cycle.',
  };
}
