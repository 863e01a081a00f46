/** Builds a Profile from stacks of another format. */
import { limit, LimitError } from '../decode/decodeTables.ts';
import { GrowingFloat64, GrowingUint32 } from '../decode/growingArray.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import { demangled } from './names/demangle.ts';

/** A frame; `binary` is the file of its machine code. Without a name only its address there is known. */
export interface Frame { name: string; file?: string; line?: number; binary?: string; address?: bigint }

/** Label of a sample: a text, or nanoseconds. */
export type Label = readonly [key: string, value: string | bigint];

type FinishedProfile = Partial<Pick<
  Profile, 'defaultSampleType' | 'timeNanos' | 'durationNanos' | 'period' | 'periodType' | 'comments'
>>;

const MAX_FRAMES = 20_000_000;
const MAX_LOCATIONS = 2_000_000;
const MAX_NAME = 10_000;
/** Largest value up to which a double represents every whole number. */
const MOST = 2 ** 53;

export class StackProfile {
  private readonly locations = new Map<string, number>();
  private readonly functions: Profile['functions'] = [];
  private readonly functionRows = new Map<string, number>();
  private readonly binaries = new Map<string, number>();
  private readonly location = {
    mapping: [] as number[], function: [] as number[], line: [] as number[], address: [] as bigint[],
  };
  private readonly samples = new Map<string, number>();
  private readonly frameStart = new GrowingUint32();
  private readonly frames = new GrowingUint32();
  private readonly values = new GrowingFloat64();
  private readonly labels = { start: [] as number[], key: [] as number[], value: [] as (number | bigint)[] };
  private readonly texts = new Map<string, number>([['', 0]]);
  private met = 0;

  constructor(private readonly sampleTypes: readonly ValueType[]) {}

  /** Returns the row of the frame in the profile; adds the frame if it is new. */
  frame({ name, file = '', line = 0, binary = '', address = 0n }: Frame): number {
    const key = [name, file, line, binary, address].join('\u0000');
    const known = this.locations.get(key);
    if (known !== undefined) return known;
    limit(this.locations.size + 1, MAX_LOCATIONS, 'frames');
    this.location.function.push(
      name === '' ? -1 : this.functionRow(name.slice(0, MAX_NAME), file.slice(0, MAX_NAME))
    );
    this.location.address.push(address);
    this.location.line.push(Number.isSafeInteger(line) && line > 0 ? line : 0);
    this.location.mapping.push(binary === '' ? -1 : rowOf(this.binaries, binary.slice(0, MAX_NAME)));
    this.locations.set(key, this.locations.size);
    return this.locations.size - 1;
  }

  /** Counts frames against the limit before they are walked, for formats that store stacks as trees. */
  meet(frames: number): void {
    this.met += frames;
    if (this.met > MAX_FRAMES) throw new LimitError(`the profile has more than ${MAX_FRAMES} frames in its stacks`);
  }

  /** Adds a sample; `stack` has rows of `frame`, innermost first. Sums samples of equal stack and labels. */
  add(stack: readonly number[], values: readonly number[], labels: readonly Label[] = []): void {
    this.meet(stack.length + 1);
    const own = labels.map(([key, value]) => (
      [this.text(key), typeof value === 'bigint' ? value : this.text(value)] as const));
    const id = `${stack.join()};${own.map(idOf).join()}`;
    let row = this.samples.get(id);
    if (row === undefined) {
      row = this.samples.size;
      this.samples.set(id, row);
      this.frameStart.push(this.frames.length);
      for (const frame of stack) this.frames.push(frame);
      this.labels.start.push(this.labels.key.length);
      for (const [key, value] of own) {
        this.labels.key.push(key);
        this.labels.value.push(value);
      }
      this.sampleTypes.forEach(() => { this.values.push(0); });
    }
    const first = row * this.sampleTypes.length;
    for (const [i, value] of values.entries()) {
      const sum = this.values.get(first + i) + value;
      if (!(Math.abs(sum) <= MOST)) throw new LimitError('a value of the profile is larger than 2^53');
      this.values.add(first + i, value);
    }
  }

  /** Returns the profile, with values rounded to whole numbers. */
  finish(rest: FinishedProfile = {}): Profile {
    const { mapping } = this.location;
    const named = this.location.function.map((row, at) => ({ row, line: this.location.line[at] ?? 0 }));
    const lines = named.filter(({ row }) => row >= 0);
    let lineCount = 0;
    const lineStart = Uint32Array.from([...named.map(({ row }) => (row < 0 ? lineCount : lineCount++)), lines.length]);
    const count = mapping.length;
    this.frameStart.push(this.frames.length);
    this.labels.start.push(this.labels.key.length);
    const { value: labelValues } = this.labels;
    const nanoseconds = labelValues.some((one) => typeof one === 'bigint') ? this.text('nanoseconds') : 0;
    return {
      sampleTypes: [...this.sampleTypes], sampleCount: this.samples.size, values: this.values.toArray().map(Math.round),
      exactValues: null, frameStart: this.frameStart.toArray(), frames: this.frames.toArray(),
      labels: {
        start: Uint32Array.from(this.labels.start), key: Uint32Array.from(this.labels.key),
        text: Int32Array.from(labelValues, (one) => (typeof one === 'bigint' ? -1 : one)),
        number: BigInt64Array.from(labelValues, (one) => (typeof one === 'bigint' ? one : 0n)),
        unit: Uint32Array.from(labelValues, (one) => (typeof one === 'bigint' ? nanoseconds : 0)),
        strings: [...this.texts.keys()],
      },
      locations: {
        count, mapping: Int32Array.from(mapping), address: BigUint64Array.from(this.location.address),
        folded: new Uint8Array(count),
        lineStart, lineFunction: Uint32Array.from(lines, ({ row }) => row),
        lineNumber: Float64Array.from(lines, ({ line }) => line), lineColumn: new Float64Array(lines.length),
      },
      functions: this.functions,
      mappings: Array.from(this.binaries.keys(), (file) => ({
        start: 0n, limit: 0n, offset: 0n, file, buildId: '',
        hasFunctions: true, hasFilenames: false, hasLineNumbers: false, hasInlineFrames: false,
      })),
      dropFrames: '', keepFrames: '', timeNanos: 0n, durationNanos: 0n, period: 0n,
      periodType: { type: '', unit: '' }, comments: [], docUrl: '', defaultSampleType: '', ...rest,
    };
  }

  private functionRow(name: string, file: string): number {
    const key = `${name}\u0000${file}`;
    const known = this.functionRows.get(key);
    if (known !== undefined) return known;
    this.functionRows.set(key, this.functions.length);
    return this.functions.push({ name: demangled(name), systemName: name, file, startLine: 0 }) - 1;
  }

  private text(text: string): number {
    return rowOf(this.texts, text.slice(0, MAX_NAME));
  }
}

function rowOf(rows: Map<string, number>, key: string): number {
  const known = rows.get(key) ?? rows.size;
  rows.set(key, known);
  return known;
}

function idOf([key, value]: readonly [number, number | bigint]): string {
  return `${key}${typeof value === 'bigint' ? '=' : ':'}${value}`;
}
