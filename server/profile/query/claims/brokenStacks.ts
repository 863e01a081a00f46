/** Says of stacks that async-profiler could not unwind what they end in, and how to record them whole. Pure. */
import { joined, parts, profileQuantity, ratio, render } from '../../../../core/text/parts.ts';

/** Frames that async-profiler writes where it found no Java caller. */
const OF_ASYNC = /^[[<(]?(?:\w{1,20}_(?:not_)?Java|no_Java_frame|skipped_frames|break_\w{1,20})[\])>]?$/i;
const NAMELESS = /^(?:[[<(]?unknown[\])>]?|\?{2,3}|0x[0-9a-f]{1,16}|[0-9a-f]{12,16})$/i;
/** Prefix that the functions of a C library share: `ZSTD_decompressSequences`. */
const PREFIX = /^([A-Z][A-Z0-9]{2,11}_)\w/;
/** Share of these samples up to which what they end in is named, and at most how many are. */
const MOST = 0.9;
const MAX_NAMED = 4;

/** Returns nothing for other profilers, whose innermost frames name the error. `errors`: the frames of the errors. */
export function brokenStacks(
  errors: readonly string[], byLeaf: ReadonlyMap<string, number>, { total, unit }: { total: number; unit: string }
): string[] {
  if (!errors.some((name) => OF_ASYNC.test(name))) return [];
  const all = [...byLeaf.values()].reduce((sum, value) => sum + value, 0);
  const groups = new Map<string, { value: number; only: string | null }>();
  for (const [name, value] of byLeaf) {
    if (errors.includes(name)) continue;
    const prefix = PREFIX.exec(name)?.[1];
    const key = NAMELESS.test(name) ? '' : prefix === undefined ? name : `${prefix}*`;
    const group = groups.get(key);
    groups.set(key, { value: (group?.value ?? 0) + value, only: group === undefined ? name : null });
  }
  let told = 0;
  const named = [...groups].sort(([, a], [, b]) => b.value - a.value).slice(0, MAX_NAMED)
    .flatMap(([name, { value, only }]) => {
      if (told >= MOST * all) return [];
      told += value;
      const amount = profileQuantity(value, unit);
      return [name === '' ? parts`${amount} without a symbol` : parts`${amount} in ${only ?? name}`];
    });
  return [
    ...named.length === 0 ? [] : [render(parts`By their innermost function: ${joined(named, ', ')}. That is code ${
      'whose Java caller is not known.'}`)],
    render(parts`Shares of Java functions may lack up to ${ratio(all / total)}: record again with async-profiler ${
      '3.0 or later and --cstack vm (else dwarf or fp), and with debug symbols of the native libraries.'}`),
  ];
}
