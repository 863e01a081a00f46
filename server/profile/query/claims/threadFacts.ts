/** Sums a profile by the threads that its labels name, and finds threads that never leave one line. Pure. */
import type { NamedValue, ThreadFacts } from '../../../../core/contract/contract.ts';
import { at, type Profile } from '../../decode/profile.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, their files, and the slots of each location. */
interface Names {
  names: readonly string[]; files: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number>;
}
interface Asked { view: StackView; names: Names; column: Column }

/** Labels that name the thread of a sample: speedscope has one profile for each. */
const THREAD_LABELS = ['thread', 'profile'];
const MAX_THREADS = 64;
const MAX_LEAVES = 20;
/** Number of samples from which one and the same line is no accident; equal samples may be one row of their sum. */
const MANY_SAMPLES = 20;
/** `Process 7 Thread 8 "worker"`, as py-spy writes it. */
const QUOTED = /"([^"]{1,80})"\s{0,5}$/;

interface Sums {
  value: number; leaves: Map<number, number>;
  /** Location of the innermost frame of all samples; -1 if they have several, or none. */
  location: number;
}

/** Returns nothing if the labels name at most one thread, or very many. */
export function threadFacts(profile: Profile, { view, names, column }: Asked): { ofThreads?: ThreadFacts[] } {
  const { labels } = profile;
  const key = THREAD_LABELS.map((name) => labels.strings.indexOf(name)).find((row) => row > 0
    && labels.key.includes(row));
  if (key === undefined) return {};
  const threads = new Map<number, Sums>();
  let least = Infinity;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    const thread = labelOf(profile, sample, key);
    if (thread < 0) return {};
    const [from, to] = [at(view.from, sample), at(view.to, sample)];
    const location = from < to ? at(profile.frames, from) : -1;
    const sums = threads.get(thread) ?? { value: 0, leaves: new Map<number, number>(), location };
    threads.set(thread, sums);
    if (threads.size > MAX_THREADS) return {};
    sums.value += value;
    least = Math.min(least, value);
    if (sums.location !== location) sums.location = -1;
    if (location < 0 || at(names.start, location) === at(names.start, location + 1)) continue;
    const slot = at(names.slots, at(names.start, location));
    sums.leaves.set(slot, (sums.leaves.get(slot) ?? 0) + value);
  }
  if (threads.size < 2) return {};
  return {
    ofThreads: [...threads].sort(([, a], [, b]) => b.value - a.value).map(([thread, sums]) => ({
      name: shortThread(labels.strings[thread] ?? ''), value: sums.value,
      leaves: [...sums.leaves].sort(([, a], [, b]) => b - a).slice(0, MAX_LEAVES)
        .map(([slot, value]): NamedValue => ({ name: names.names[slot] ?? '', value })),
      ...sums.value < MANY_SAMPLES * least ? {} : stillOf(profile, names, sums),
    })),
  };
}

const shortThread = (name: string): string => QUOTED.exec(name)?.[1] ?? name;

function labelOf({ labels }: Profile, sample: number, key: number): number {
  for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++)
    if (at(labels.key, label) === key && at(labels.text, label) > 0) return at(labels.text, label);
  return -1;
}

function stillOf(
  { locations }: Profile, { names, files, start, slots }: Names, { location }: Sums
): Pick<ThreadFacts, 'still'> {
  if (location < 0 || at(start, location) === at(start, location + 1)) return {};
  const from = at(locations.lineStart, location);
  const line = from < at(locations.lineStart, location + 1) ? at(locations.lineNumber, from) : 0;
  const slot = at(slots, at(start, location));
  // Without a line, a function that computes looks the same.
  return line <= 0 ? {} : { still: { function: names[slot] ?? '', file: files[slot] ?? '', line } };
}
