/**
 * Reads maps of stacks printed by bpftrace: `@[`, one frame per line, innermost first, and `]: 12`. Kernel and user
 * stacks are joined; other keys of the map become labels. Histograms and other maps are skipped.
 * https://github.com/bpftrace/bpftrace/blob/master/docs/language.adoc, kstack and ustack
 */
import { KERNEL_FILE } from '../../../core/profile/packages.ts';
import type { Profile } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile, type Frame, type Label } from './stackProfile.ts';
import { textLines } from './textLines.ts';

/** Beginning of an entry: `@bytes[comm,` has the map's name and keys before the stack. */
const BEGIN = /^[ \t]*@(\w{0,100})\[(.{0,1000}?)[ \t]*$/;
/** End of an entry: `, prometheus, 12]: 5`; for stats(), the value is its total. */
const END = /^[ \t]*(?:,?[ \t]*(.{0,1000}?))?\]: (?:count \d{1,15}, average \d{1,15}, total )?(-?\d{1,15})[ \t]*$/;
const ADDRESS = /^(?:0x)?([0-9a-f]{6,16})$/;
/** Outermost frames of kernel stacks. */
const KERNEL_ENTRY = /^(?:entry_|ret_from_|asm_|secondary_startup|el\d|__?do_softirq|kthread$|start_kernel)/;
const MAX_LINE = 20_000;
const MAX_MAPS = 20;

export function looksBpftrace(head: string): boolean {
  if (!head.includes(']: ')) return false;
  let isInside = false;
  let frames = 0;
  for (const line of textLines(head)) {
    if (BEGIN.test(line)) [isInside, frames] = [true, 0];
    else if (isInside && END.test(line)) {
      if (frames > 0) return true;
      isInside = false;
    } else if (isInside) frames += 1;
  }
  return false;
}

interface Entry { map: string; stacks: Frame[][]; keys: string[] }
interface Counted extends Entry { value: number }

/** Reads a profile with one sample type for each map name; the first is the default. */
export function readBpftrace(text: string): Profile {
  const maps = new Set<string>();
  for (const { map } of entriesOf(text)) {
    maps.add(map);
    if (maps.size > MAX_MAPS) throw new ForeignError(`it has more than ${MAX_MAPS} maps of stacks`);
  }
  const names = [...maps];
  const stacks = new StackProfile(names.map((name) => ({ type: name === '' ? 'samples' : name, unit: 'count' })));
  for (const entry of entriesOf(text))
    stacks.add(
      inOrder(entry.stacks).flat().map((frame) => stacks.frame(frame)),
      names.map((name) => (name === entry.map ? entry.value : 0)), entry.keys.map(labelOf)
    );
  return stacks.finish();
}

function* entriesOf(text: string): Generator<Counted> {
  let entry: Entry | null = null;
  for (const line of textLines(text)) {
    if (line.length > MAX_LINE) continue;
    const begin = BEGIN.exec(line);
    if (begin !== null) {
      entry = { map: begin[1] ?? '', stacks: [[]], keys: keysOf(begin[2] ?? '') };
      continue;
    }
    if (entry === null) continue;
    const end = END.exec(line);
    if (end === null) readLine(line.trim(), entry);
    else {
      entry.keys.push(...keysOf(end[1] ?? ''));
      const stacks = entry.stacks.filter((stack) => stack.length > 0);
      if (stacks.length > 0) yield { ...entry, stacks, value: Number(end[2]) };
      entry = null;
    }
  }
}

/** Reads a line within an entry. One that begins with a comma ends a stack; a key or another stack may follow. */
function readLine(line: string, entry: Entry): void {
  if (!line.startsWith(',')) {
    if (line !== '') entry.stacks.at(-1)?.push(frameOf(line));
    return;
  }
  entry.keys.push(...keysOf(line));
  entry.stacks.push([]);
}

const keysOf = (text: string): string[] => text.split(',').map((key) => key.trim()).filter((key) => key !== '');

const labelOf = (key: string): Label => [/^\d+$/.test(key) ? 'id' : 'command', key];

/** Parses `tcp_sendmsg+64`, `main.work+0x1d` or `0x7f00`; in perf mode with an address and a file. */
function frameOf(line: string): Frame {
  const [, address, rest] = /^([0-9a-f]{6,16}) (\S.{0,10000})$/.exec(line) ?? [];
  const [, named = rest ?? line, binary = ''] = /^(.{1,10000}) \(([^()]{1,2000})\)$/.exec(rest ?? line) ?? [];
  const lone = ADDRESS.exec(named)?.[1];
  const at = lone ?? address;
  return {
    name: lone === undefined ? named.replace(/\+(?:0x[0-9a-f]{1,16}|\d{1,12})$/, '') : '',
    address: at === undefined ? 0n : BigInt(`0x${at}`),
    binary: binary.startsWith('[') ? '' : binary,
  };
}

const isOfKernel = (stack: readonly Frame[]): boolean => KERNEL_ENTRY.test(stack.at(-1)?.name ?? '');

/** Puts kernel stacks before user stacks, which call them, whichever the script printed first. */
function inOrder(stacks: readonly Frame[][]): Frame[][] {
  const own = stacks.map((stack) => (isOfKernel(stack)
    ? stack.map((frame) => (frame.name === '' ? frame : { ...frame, file: KERNEL_FILE })) : stack));
  return [...own.filter(isOfKernel), ...own.filter((stack) => !isOfKernel(stack))];
}
