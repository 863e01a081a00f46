/** Finds samples that end in the frames of the profiler itself: unwinding stopped there, and no code is known. */
import type { ProfileCaveat } from '../../../../core/contract/contract.ts';
import { joined, parts, profileQuantity, quantity, ratio, render, type Piece } from '../../../../core/text/parts.ts';
import { at, type Profile } from '../../decode/profile.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, and the slots of each location. */
interface Names { names: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number> }
interface Asked { view: StackView; names: Names; column: Column; type: number; total: number }

/** Handlers of the signal of a timer, what returns from it, and what writes down stacks. */
const OF_PROFILER = new RegExp([
  '^(?:pprof::(?:profiler|backtrace|collector)::\\S{1,200}|_{0,3}perf_signal_handler|perf_signal_handler',
  '|backtrace::(?:backtrace|capture|symbolize)::\\S{1,200}|<?std::backtrace\\S{0,200}',
  '|_Unwind_\\w{1,60}|_ULx86_64_\\w{1,60}',
  '|_{0,3}(?:kernel_)?(?:rt_)?sigreturn|__restore(?:_rt)?|_?_?sigtramp|_sigtramp|__kernel_rt_sigreturn|killpg',
  '|prof_handler|ProfileHandler::SignalHandler|CpuProfiler::prof_handler|(?:je_)?prof_backtrace\\w{0,20}',
  '|runtime\\.(?:sigprof\\w{0,20}|sighandler|sigtrampgo|sigfwdgo))(?:\\.abi\\d)?(?:::h[0-9a-f]{16})?$',
].join(''));
const LEADING_SHARE = 0.5;
const NOTED_SHARE = 0.05;
/** Number of samples below which shares say little. */
const FEW = 100;
const MAX_NAMED = 3;

/** Returns the caveat with the names that no claim may blame; null if few samples end so. */
export function profilerFrames(profile: Profile, asked: Asked): ProfileCaveat | null {
  const isOwn = asked.names.names.map((name) => OF_PROFILER.test(name));
  if (!isOwn.includes(true) || asked.total <= 0) return null;
  const found = sumsOf(profile, asked, isOwn);
  const share = found.value / asked.total;
  if (share < NOTED_SHARE) return null;
  const leads = share >= LEADING_SHARE;
  const names = asked.names.names.filter((_, slot) => isOwn[slot] === true);
  const unit = profile.sampleTypes[asked.type]?.unit ?? '';
  const some = [...found.leaves].sort(([, a], [, b]) => b - a).slice(0, MAX_NAMED).map(([slot]) =>
    asked.names.names[slot] ?? '');
  const rest = found.samples - found.ended;
  const isFew = leads && found.samples > 0 && rest < FEW;
  const type = profile.sampleTypes[asked.type]?.type ?? '';
  const sentence = parts`${ratio(share)} of ${type === 'cpu' ? 'CPU' : type}, ${profileQuantity(found.value, unit)}, ${
    leads ? 'is in no function that is known: these stacks end' : 'is in stacks that end'} in the frames of the ${
    parts`profiler itself (${joined(some, ', ')})`}, where unwinding stopped.${restWords(found, isFew, rest)}${
    leads ? ` ${stepWords(names)}` : ''}`;
  return {
    code: 'unwinding-failed', leads, sentence: render(sentence),
    names: isFew ? asked.names.names.filter((name) => name !== '') : names,
  };
}

function restWords({ ended }: Sums, isFew: boolean, rest: number): Piece {
  return !isFew ? '' : parts` Only ${quantity(rest, 'count')} of ${
    quantity(ended + rest, 'count')} samples have callers: too few to rank functions.`;
}

function stepWords(names: readonly string[]): string {
  return names.some((name) => /^pprof::|perf_signal_handler/.test(name))
    ? 'Build with pprof-rs without its feature frame-pointer, or with -C force-frame-pointers=yes and a C library that '
      + 'has frame pointers, too; or record with perf record --call-graph dwarf.'
    : 'Build the program and its libraries with frame pointers, or record with perf record --call-graph dwarf.';
}

/** Value and samples of such stacks, and the values by innermost function. */
interface Sums { value: number; ended: number; samples: number; leaves: Map<number, number> }

function sumsOf(profile: Profile, { view, names, column }: Asked, isOwn: readonly boolean[]): Sums {
  const { sampleTypes, values, frames } = profile;
  const counts = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  const sums: Sums = { value: 0, ended: 0, samples: 0, leaves: new Map() };
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = Math.abs(column.numbers[sample] ?? 0);
    if (view.kept[sample] === 0 || value === 0) continue;
    const count = counts < 0 ? 0 : at(values, sample * sampleTypes.length + counts);
    sums.samples += count;
    const own: number[] = [];
    let isAlone = at(view.from, sample) < at(view.to, sample);
    for (let frame = at(view.from, sample); frame < at(view.to, sample) && isAlone; frame++) {
      const location = at(frames, frame);
      for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
        const slot = at(names.slots, line);
        isAlone &&= isOwn[slot] === true;
        own.push(slot);
      }
    }
    if (!isAlone) continue;
    sums.value += value;
    sums.ended += count;
    for (const slot of new Set(own)) sums.leaves.set(slot, (sums.leaves.get(slot) ?? 0) + value);
  }
  return sums;
}
