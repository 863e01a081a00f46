/** Says what a heap profile of gperftools lacks: records that its first line counts, or all call stacks. Pure. */
import { counted, formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^\s{0,40}heap profile:\s+\d{1,15}:\s+(\d{1,18}) \[\s*\d{1,15}:\s+\d{1,18}\] @ heapprofile/;
const RECORD = /^[ \t>]{0,40}\d{1,15}: {1,20}(\d{1,18}) \[ {0,20}\d{1,15}: {1,20}\d{1,18}\] @/gm;
/** Share of the bytes from which on the records are taken for all. */
const NEARLY_ALL = 0.99;

/** Returns null if the records make up what the first line counts, and if only the first part of a file is known. */
export function cutGperftools({ text, isCut }: Look): string | null {
  const counted = Number(HEAD.exec(text)?.[1] ?? 'NaN');
  const records = [...text.matchAll(RECORD)].map(([, bytes]) => Number(bytes));
  const listed = records.reduce((sum, bytes) => sum + bytes, 0);
  const largest = records.reduce((max, bytes) => Math.max(max, bytes), 0);
  if (isCut || !(counted > 0) || listed >= NEARLY_ALL * counted) return null;
  return `Its records are not all in the text: they have ${formatBytes(listed)} of the ${formatBytes(counted)} in use `
    + `(${formatRatio(listed / counted)}) that its first line counts.${largest === 0 ? ''
    : ` The largest has ${formatBytes(largest)}.`} Its functions are addresses: pprof PROGRAM FILE names them.`;
}

const TOTALS =
  /^\s{0,40}heap profile:\s+(\d{1,15}):\s+(\d{1,18}) \[\s*(\d{1,15}):\s+(\d{1,18})\] @ (?:heapprofile|heap_v2)\b/;
/** A record with at least one address behind its mark. */
const WITH_STACK = /^[ \t>]{0,40}\d{1,15}: {1,20}\d{1,18} \[ {0,20}\d{1,15}: {1,20}\d{1,18}\] @ {1,20}0x/m;
const OF_JVM = /\/libjvm\.so\b|\/bin\/java\b/;

/** Whether the file counts memory, but none of its records has a call stack. */
function isStackless({ head, text, isCut }: Look): boolean {
  const [, , inUse, , all] = TOTALS.exec(head) ?? [];
  return !isCut && Number(inUse) + Number(all) > 0 && text.match(RECORD) !== null && !fits(WITH_STACK, text);
}

/** Returns the totals of the first line, and that no code is known for them. */
function stacklessFacts({ head, text }: Look): string | null {
  const [objects = NaN, bytes = NaN, allObjects = NaN, allBytes = NaN] =
    TOTALS.exec(head)?.slice(1).map(Number) ?? [];
  if (Number.isNaN(bytes)) return null;
  const each = objects > 0 ? `, ${formatBytes(Math.round(bytes / objects))} each on average` : '';
  const allocated = allBytes <= bytes ? ''
    : ` Since the profiler started, ${formatBytes(allBytes)} in ${counted(allObjects, 'object')} were allocated, of `
      + `which ${formatRatio(bytes / allBytes)} of the bytes are still in use.`;
  const java = !fits(OF_JVM, text) ? ''
    : ' The process is a Java VM: its Java heap is not in these figures, which count malloc alone.';
  return `${formatBytes(bytes)} in ${counted(objects, 'object')} ${objects === 1 ? 'is' : 'are'} in use${each}.${
    allocated} No record has an address behind its @, so there are no call stacks: no function or library can be `
    + `blamed for this memory, and one dump does not show growth.${java}`;
}

export const STACKLESS_HEAP: Format = {
  id: 'gperftools-heap-stackless', name: 'the text form of a heap profile without call stacks', door: null,
  match: (look) => when(isStackless(look), { ...CERTAIN, program: 'gperftools' }),
  interest: stacklessFacts,
  remedy: 'Record it again with call stacks: use a gperftools that is built with libunwind or --enable-frame-pointers, '
    + 'or set TCMALLOC_STACKTRACE_METHOD=libunwind (or libgcc) for the process. Then compare two dumps of one process '
    + 'with pprof --base=FIRST PROGRAM SECOND.',
};
