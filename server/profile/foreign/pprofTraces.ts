/**
 * Reads the stacks printed by `go tool pprof -traces`: between two rules are the labels of a sample, its value and its
 * frames, innermost first. Values have only the printed precision.
 * https://github.com/google/pprof/blob/main/internal/report/report.go, printTraces
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile, type Frame, type Label } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const RULE = /^[ \t]*-{5,20}\+-{40,80}[ \t]*$/;
/** The first frame, with the value of its stack: `   1.50MB   main.fill /src/main.go:12 (inline)`. */
const VALUE = /^[ \t]*(-?\d{1,15}(?:\.\d{1,9})?)([a-zA-Z\u00b5]{0,5})[ \t]{2,12}(\S.{0,10000})$/;
/** A label: `     bytes:  48kB`. */
const LABEL = /^[ \t]*([^\s:][^:]{0,200}):[ \t]{2}(.{0,2000})$/;
const BYTES: Readonly<Record<string, number>> = {
  B: 1, kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50,
};
const NANOSECONDS: Readonly<Record<string, number>> = {
  'ns': 1, 'us': 1e3, '\u00b5s': 1e3, 'ms': 1e6, 's': 1e9, 'mins': 60e9, 'hrs': 3600e9, 'days': 86_400e9,
};
const PLACE = /^(\S.{0,8000}?) ((?:\/|[A-Za-z]:|[\w.@-]{1,200}\/)[^\s]{0,4000}?)(?::(\d{1,9}))?$/;
const MAX_LINE = 20_000;

/** Returns whether the beginning of a text has a rule and below it a value with a frame. */
export function looksTraces(head: string): boolean {
  let isBelow = false;
  for (const line of textLines(head)) {
    if (RULE.test(line)) isBelow = true;
    else if (isBelow && VALUE.test(line)) return true;
    else if (isBelow && !LABEL.test(line)) isBelow = false;
  }
  return false;
}

interface Stack { value: number; unit: string; frames: Frame[]; labels: Label[] }

/** Reads a profile whose only sample type is the one named by `Type:`. */
export function readTraces(text: string): Profile {
  const { type, durationNanos } = headOf(text);
  let stacks: StackProfile | null = null;
  let unit: ValueType | null = null;
  for (const stack of stacksOf(text)) {
    // Zero is printed without a unit even if the other values have one.
    const own = unitOf(stack.unit, type);
    if (unit === null || (unit.unit === 'count' && own.unit !== 'count' && stacks === null)) unit = own;
    stacks ??= new StackProfile([unit]);
    if (stack.value === 0) continue;
    if (own.unit !== unit.unit) throw new ForeignError('its values have different units');
    const profile = stacks;
    profile.add(stack.frames.map((frame) => profile.frame(frame)), [valueOf(stack)], stack.labels);
  }
  if (stacks === null) throw new ForeignError('it has no stack with a value');
  return stacks.finish({
    durationNanos, comments: ['Values were rounded when go tool pprof -traces printed them'],
  });
}

function* stacksOf(text: string): Generator<Stack> {
  let labels: Label[] = [];
  let stack: Stack | null = null;
  let isInside = false;
  for (const line of textLines(text)) {
    if (line.length > MAX_LINE) continue;
    if (RULE.test(line)) {
      if (stack !== null) yield stack;
      [stack, labels, isInside] = [null, [], true];
    } else if (!isInside) continue;
    else if (line.trim() === '') {
      // A blank line ends the paste, or comes before the prompt of pprof.
      if (stack !== null) yield stack;
      [stack, isInside] = [null, false];
    } else if (stack !== null) stack.frames.push(frameOf(line.trim()));
    else {
      const [, value, unit = '', name = ''] = VALUE.exec(line) ?? [];
      const [, key, said = ''] = LABEL.exec(line) ?? [];
      if (value !== undefined) stack = { value: Number(value), unit, frames: [frameOf(name.trim())], labels };
      else if (key !== undefined) labels.push([key, said.trim()]);
    }
  }
  if (stack !== null) yield stack;
}

/** Parses `0x4a1 main.fill /src/main.go:12 (inline)`, of which the granularity may omit parts. */
function frameOf(text: string): Frame {
  const bare = text.replace(/ \(inline\)$/, '');
  const [, address, rest = bare] = /^((?:0x)?[0-9a-f]{8,16}) (.{1,10000})$/.exec(bare) ?? [];
  const [, name = rest, file, line] = PLACE.exec(rest) ?? [];
  const at = address === undefined ? 0n : BigInt(`0x${address.replace(/^0x/, '')}`);
  const frame = { name: name.slice(0, MAX_LINE), address: at };
  return file === undefined ? frame : { ...frame, file, line: Number(line ?? 0) };
}

function unitOf(unit: string, type: string | null): ValueType {
  if (unit in BYTES) return { type: type ?? 'space', unit: 'bytes' };
  if (unit in NANOSECONDS) return { type: type ?? 'time', unit: 'nanoseconds' };
  if (unit !== '') throw new ForeignError(`its values have an unknown unit, ${unit}`);
  return { type: type ?? 'samples', unit: 'count' };
}

const valueOf = ({ value, unit }: Stack): number => value * (BYTES[unit] ?? NANOSECONDS[unit] ?? 1);

function headOf(text: string): { type: string | null; durationNanos: bigint } {
  const head = text.slice(0, 4000);
  const [, value, unit = ''] = /^Duration: ([\d.]{1,15})(\w{1,4})[,\s]/m.exec(head) ?? [];
  const factor = NANOSECONDS[unit];
  return {
    type: /^Type: (\S{1,60})\s*$/m.exec(head)?.[1] ?? null,
    durationNanos: value === undefined || factor === undefined ? 0n : BigInt(Math.round(Number(value) * factor)),
  };
}
