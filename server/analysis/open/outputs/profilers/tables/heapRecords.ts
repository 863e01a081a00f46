/** Says that a heap profile of Go as text lacks records, by what its first line counts. Pure. */
import { packageOf } from '../../../../../../core/profile/packages.ts';
import { formatBytes } from '../../../../../../core/text/format.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';
import type { Look } from '../../../look/look.ts';
import { isHelper } from '../helpers/helperRows.ts';

const HEAD = new RegExp(String.raw`^\s{0,40}heap profile:\s+(\d{1,15}):\s+(\d{1,18}) `
  + String.raw`\[\s*(\d{1,15}):\s+(\d{1,18})\] @ heap\/(\d{1,12})`);
/** A record, and one of its frames. */
const RECORD = /^[ \t>]{0,40}(\d{1,15}): (\d{1,18}) \[\d{1,15}: \d{1,18}\] @/;
/** Share of the bytes from which on the records are taken for all. */
const NEARLY_ALL = 0.95;

/** A record with what was allocated, and the frames below it. */
const ALLOCATED = /^[ \t>]{0,40}\d{1,15}: (\d{1,18}) \[(\d{1,15}): (\d{1,18})\] @/;
const FRAME_NAME = /^[ \t>]{0,40}#[ \t]{1,20}0x[0-9a-f]{1,16}[ \t]{1,20}(\S{1,300})\+0x[0-9a-f]{1,12}\b/gm;
const START = /\n(?=[ \t>]{0,40}\d{1,15}: \d{1,18} \[\d)/;
/** Sampled objects in use below which, and allocated from which on, a profile is one of allocations. */
const FEW_OBJECTS = 10;
const MANY_OBJECTS = 100;
/** Share of the bytes allocated up to which those in use are little. */
const LITTLE = 0.05;

/** Returns null if the records make up what the first line counts, and if only the first part of a file is known. */
export function cutHeap({ text, isCut }: Look): string | null {
  const [, , inUse, , , twice] = HEAD.exec(text) ?? [];
  const counted = Number(inUse);
  const records = text.split(START).flatMap((part): HeapRecord[] => {
    const [, count, bytes] = RECORD.exec(part) ?? [];
    const names = [...part.matchAll(FRAME_NAME)].map(([, name = '']) => name);
    return bytes === undefined ? []
      : [{ bytes: Number(bytes), scaled: scaledOf(Number(count), Number(bytes), Number(twice) / 2), names }];
  });
  const listed = records.reduce((sum, { bytes }) => sum + bytes, 0);
  if (isCut) return null;
  if (!(counted > 0) || listed >= NEARLY_ALL * counted) return cutAllocations(text);
  const share = Number((100 * listed / counted).toPrecision(3));
  return `Its records are not all in the text: they have ${formatBytes(listed)} of the ${formatBytes(counted)} in use `
    + `(${share} %) that its first line counts, which are samples.${largestOf(records)}`;
}

/** `scaled`: an estimate of the bytes behind the samples. */
interface HeapRecord { bytes: number; scaled: number; names: string[] }

/** Returns the bytes that samples stand for: an allocation is sampled once in about `rate` bytes. */
function scaledOf(count: number, bytes: number, rate: number): number {
  return count === 0 || bytes === 0 || !(rate > 1) ? bytes : bytes / (1 - Math.exp(-bytes / count / rate));
}

/** Names the function of the record that stands for most; "" without one. */
function largestOf(records: readonly HeapRecord[]): string {
  const [most] = records.toSorted((a, b) => b.scaled - a.scaled);
  if (most === undefined || most.bytes === 0) return '';
  // What an allocator or a copy has is its caller's.
  const at = Math.max(0, most.names.findIndex((name) => !isHelper(name)));
  const [name, caller] = most.names.slice(at);
  if (name === undefined) return '';
  return ` The record with most, ${formatBytes(most.bytes)} of samples, is of ${shortName(name)}${
    at === 0 ? '' : `, with ${shortName(most.names[0] ?? '')}`}${
    caller === undefined ? '' : `, called by ${shortName(caller)}`}.`;
}

/** Says how little is in use, of a profile of much that was allocated; null for another. */
export function heapInUse({ text }: Pick<Look, 'text'>): string | null {
  const [, objects, bytes, all, allBytes] = (HEAD.exec(text) ?? []).map(Number);
  if (objects === undefined || bytes === undefined || all === undefined || allBytes === undefined
    || objects >= FEW_OBJECTS || all < MANY_OBJECTS || bytes > LITTLE * allBytes) return null;
  return `In use ${objects === 1 ? 'is' : 'are'} only ${objects.toLocaleString('en-US')} of the ${
    all.toLocaleString('en-US')} sampled objects (${formatBytes(bytes)} of ${formatBytes(allBytes)}): the rest was `
    + 'freed again, which costs CPU, and no leak is seen in this heap. If the memory of the process still grows, look '
    + 'at goroutines, threads, mapped files and child processes.';
}

/** `inUse`: its bytes in use. */
interface AllocatedRecord { objects: number; bytes: number; inUse: number; names: string[] }
/** The code of a package that runs before main. */
const RUNS_ONCE = /\.init(?:\.\d{1,4}|\.func\d{1,4})?$/;

/** Says that records of what was allocated are missing: shares of the others are not those of the heap. */
function cutAllocations(text: string): string | null {
  const [, , , all = 0, allBytes = 0] = (HEAD.exec(text) ?? []).map(Number);
  if (heapInUse({ text }) === null) return null;
  const records = text.split(START).flatMap((part): AllocatedRecord[] => {
    const [, inUse, objects, bytes] = ALLOCATED.exec(part) ?? [];
    return bytes === undefined ? [] : [{
      objects: Number(objects), bytes: Number(bytes), inUse: Number(inUse),
      names: [...part.matchAll(FRAME_NAME)].map(([, name = '']) => name),
    }];
  });
  const [objects, bytes] = [sumOf(records, 'objects'), sumOf(records, 'bytes')];
  if (records.length === 0 || (objects >= NEARLY_ALL * all && bytes >= NEARLY_ALL * allBytes)) return null;
  const [most] = records.toSorted((a, b) => b.bytes - a.bytes);
  const once = records.find(({ names: [first = ''], inUse }) => RUNS_ONCE.test(first) && inUse > 0);
  const name = most?.names.find((one) => !isHelper(one)) ?? most?.names[0];
  const caller = most?.names.find((one) => packageOf(one) !== packageOf(name ?? ''));
  return `${heapInUse({ text }) ?? ''} The records in the text have ${objects.toLocaleString('en-US')} of the ${
    all.toLocaleString('en-US')} objects that were allocated: the others are cut off.${
    most === undefined || name === undefined ? '' : ` Of those listed, ${shortName(name)} allocated most: ${
      most.objects.toLocaleString('en-US')} sampled objects, ${formatBytes(most.bytes)}${
      caller === undefined ? '' : `, below ${shortName(caller)}`}.`}${
    once === undefined ? '' : ` Of what is in use, ${formatBytes(once.inUse)} are of ${
      shortName(once.names[0] ?? '')}, which ran once at the start.`}`;
}

const sumOf = (records: readonly AllocatedRecord[], key: 'objects' | 'bytes'): number =>
  records.reduce((sum, record) => sum + record[key], 0);
