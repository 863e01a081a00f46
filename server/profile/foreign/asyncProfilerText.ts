/**
 * Reads the stacks that async-profiler prints as text: a line with the value and samples of a stack, then its frames,
 * innermost first. Skips the table of functions below them.
 * https://github.com/async-profiler/async-profiler/blob/master/docs/OutputFormats.md
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

/** Stack header: `--- 74973646007 ns (6.79%), 7262 samples`; before 1.4 `Total: 47839 (56.23%)  samples: 3`. */
const HEADER = new RegExp(String.raw`^[ \t]*(?:---[ \t]+|Total: )(\d{1,18})(?: (ns|bytes))? {1,4}\(([\d.]{1,8})%\)`
  + String.raw`,?[ \t]+(?:samples: (\d{1,12})|(\d{1,12}) samples?)`);
const FRAME = /^[ \t]*\[ ?\d{1,5}\][ \t]+(\S.{0,10000})$/;
const MAX_LINE = 20_000;

export function looksAsyncProfiler(head: string): boolean {
  if (!head.includes('sample')) return false;
  let isBelow = false;
  for (const line of textLines(head)) {
    if (isBelow && FRAME.test(line)) return true;
    isBelow = HEADER.test(line);
  }
  return false;
}

interface Stack { value: number; samples: number; frames: Frame[] }

/** Share below which the printed stacks are a part: shares are rounded, and the rarest stacks are left out. */
const WHOLE_PERCENT = 95;
/** Name of the values of a part, so that its total is not taken for all that was measured. */
const OF_PART = 'printed';

/** The line that the command prints first; the stacks themselves do not name their event. */
const STARTED = /^[ \t]*(?:\[INFO\] )?Started \[(\w[\w.:-]{0,60})\] profiling/;
/** A class: the frame that async-profiler adds below the stack of a lock or an allocation. */
const CLASS = /^(?:[\w$]{1,200}[./]){1,30}[A-Z][\w$]{0,200}(?:\[\])*$/;
const EVENT_TYPES: Readonly<Record<string, string>> = {
  'cpu': 'cpu', 'itimer': 'cpu', 'ctimer': 'cpu', 'cpu-clock': 'cpu', 'wall': 'wall', 'lock': 'lock',
};
const BYTE_TYPES: Readonly<Record<string, string>> = { alloc: 'alloc_space', live: 'inuse_space' };

/** Reads samples and values. Without the event, time may be CPU time or wall time; that of locks ends in a class. */
export function readAsyncProfiler(text: string): Profile {
  const stacks: Stack[] = [];
  let unit: string | null = null;
  let event: string | null = null;
  let open: Stack | null = null;
  let percent = 0;
  for (const line of textLines(text)) {
    if (line.length > MAX_LINE) continue;
    const [, value, of = '', share, before, samples] = HEADER.exec(line) ?? [];
    const frame = FRAME.exec(line)?.[1];
    event ??= stacks.length === 0 ? STARTED.exec(line)?.[1] ?? null : null;
    if (value !== undefined) {
      if (unit !== null && unit !== of) throw new ForeignError('its values have different units');
      unit = of;
      percent += Number(share);
      open = { value: Number(value), samples: Number(samples ?? before), frames: [] };
      stacks.push(open);
    } else if (frame === undefined) open = null;
    else open?.frames.push(frameOf(frame.trim()));
  }
  const isOfLocks = stacks.length > 0 && stacks.every(({ frames: [leaf] }) => CLASS.test(leaf?.name ?? ''));
  const type = typeOf(unit ?? '', event ?? (isOfLocks && unit === 'ns' ? 'lock' : null));
  if (percent < WHOLE_PERCENT) type.type = OF_PART;
  const profile = new StackProfile([{ type: 'samples', unit: 'count' }, type]);
  for (const { value, samples, frames } of stacks)
    profile.add(frames.map((frame) => profile.frame(frame)), [samples, value]);
  return profile.finish({ defaultSampleType: type.unit === 'count' ? 'samples' : type.type });
}

function typeOf(unit: string, event: string | null): ValueType {
  const own = event === null ? undefined : unit === '' ? event : (unit === 'ns' ? EVENT_TYPES : BYTE_TYPES)[event];
  return {
    type: own ?? 'total', unit: unit === 'ns' ? 'nanoseconds' : unit === 'bytes' ? 'bytes' : 'count',
  };
}

const frameOf = (name: string): Frame => ({ name: name.replace(/_\[[jik01]\]$/, '') });
