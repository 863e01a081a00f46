/** Summarizes and judges the last runtime.MemStats of a text; its fields are in bytes unless they have a unit. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { sentence } from '../../look/named.ts';

const FACTORS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
const NANOS = 1e9;
/** Parts of the memory from which each is reported as unusual, and the least size of them. */
const MUCH_IDLE = 0.5;
const MUCH_FREE = 0.6;
const MUCH_STACK = 0.3;
const MIN_BYTES = 64 * 2 ** 20;
/** Share of CPU for GC, and mean pause, from which they are reported as much. */
const MUCH_GC = 0.1;
const LONG_PAUSE = 0.01;

type Field = (name: string) => number | null;

const fieldsOf = (text: string): Field => (name) => {
  const pattern = new RegExp(String.raw`\b${name}"?(?: ?[=:])?[ \t]{0,80}(\d[\d.]{0,24}(?:e[-+]?\d{1,3})?)`
    + String.raw`(?: ([KMG]?i?B)\b)?`, 'g');
  const [, value, unit = 'B'] = [...text.matchAll(pattern)].at(-1) ?? [];
  const factor = FACTORS[unit];
  return value === undefined || factor === undefined ? null : Number(value) * factor;
};

/** Returns null for a text without such fields. */
export function memoryFacts(text: string): string | null {
  const of = fieldsOf(text);
  const [live, sys, idle] = [of('HeapAlloc') ?? of('Alloc'), of('Sys'), of('HeapIdle')];
  const released = of('HeapReleased') ?? of('HeapRelease');
  const part = (bytes: number | null, word: string): string | null =>
    (bytes === null ? null : `${formatBytes(bytes)} ${word}`);
  const said = sentence([
    part(live, 'of heap are allocated'), part(sys, 'were requested from the system'),
    part(idle, 'of the heap are idle'), part(released, 'of them returned to the system'),
  ]);
  const isReturned = sys !== null && released !== null && released * 2 > sys;
  const judgement = live === null || sys === null || idle === null || released === null ? null
    : judged(of, { live, sys, idle, released, isReturned });
  return joined([judgement?.lead ?? null, said, isReturned
    ? 'Most of it is returned already: what stays resident is memory that the kernel has not taken back yet, as with '
      + 'MADV_FREE in Go 1.12 to 1.15, or not of Go.' : null, judgement?.rest ?? null]);
}

interface Sizes { live: number; sys: number; idle: number; released: number; isReturned: boolean }

/** Says what is unusual, what is resident and what GC costs; null if the text has not the whole statistics. */
function judged(
  of: Field, { live, sys, idle, released, isReturned }: Sizes
): { lead: string | null; rest: string | null } | null {
  const [inUse, stacks, ofGc] = [of('HeapInuse'), of('StackSys') ?? of('StackInuse'), of('GCSys')];
  if (inUse === null) return null;
  const [kept, free, resident] = [idle - released, inUse - live, sys - released];
  const gc = gcOf(of);
  const unusual = [
    kept < Math.max(MIN_BYTES, MUCH_IDLE * sys) ? null
      : `${formatBytes(kept)} of idle heap are not returned: after a peak the runtime returns it within minutes`,
    free < Math.max(MIN_BYTES, MUCH_FREE * inUse) ? null
      : `${formatBytes(free)} of the heap in use are free between objects: fragmentation, or a heap that just shrank`,
    stacks === null || stacks < Math.max(MIN_BYTES, MUCH_STACK * resident) ? null
      : `${formatBytes(stacks)} are stacks, as of very many goroutines: see /debug/pprof/goroutine?debug=1`,
    gc.unusual,
  ].filter((one) => one !== null);
  const parts = [
    `${formatBytes(live)} allocated objects`, `${formatBytes(free)} free between them`,
    `${formatBytes(kept)} idle heap that is kept`,
    ...stacks === null ? [] : [`${formatBytes(stacks)} stacks`],
    ...ofGc === null ? [] : [`${formatBytes(ofGc)} data of the collector`],
  ];
  const lead = unusual.length > 0 ? `Unusual in it: ${unusual.join('; ')}.`
    : isReturned ? null : 'Nothing in these statistics is unusual.';
  return { lead, rest: joined([
    `So at most about ${formatBytes(resident)} are resident: ${parts.join(', ')}.`, gc.said,
    'One moment shows no leak: compare HeapAlloc with a later one, or two heap profiles (/debug/pprof/heap). Resident '
      + `memory above ${formatBytes(resident)} is not of Go’s runtime, but of C code or mapped files.`,
  ]) };
}

/** Says what the collector cost since the start. */
function gcOf(of: Field): { said: string | null; unusual: string | null } {
  const [cycles, pauses, share] = [of('NumGC'), of('PauseTotalNs'), of('GCCPUFraction')];
  const [next, live] = [of('NextGC'), of('HeapAlloc') ?? of('Alloc')];
  if (cycles === null || cycles <= 0) return { said: null, unusual: null };
  const pause = pauses === null ? null : pauses / NANOS / cycles;
  const percent = share === null ? null : `${formatNumber(100 * share)} % of the CPU`;
  const said = [
    `${formatNumber(cycles)} GC cycles since the start`, ...percent === null ? [] : [`with ${percent}`],
    ...pause === null ? [] : [`${formatSeconds(pause)} of pauses per cycle`],
  ].join(', ');
  return {
    said: `${said}${next === null || live === null || live <= 0 ? '' : `; the next begins at ${formatBytes(next)}`}.`,
    unusual: share !== null && share >= MUCH_GC
      ? `GC takes ${percent ?? ''}: see what allocates (/debug/pprof/allocs), or raise GOGC`
      : pause !== null && pause >= LONG_PAUSE ? `pauses of ${formatSeconds(pause)} on average are long` : null,
  };
}
