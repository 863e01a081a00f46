/**
 * Profiles added up one at a time: what `mergeSamples(combine(profiles))` gives, with only one of them in memory. A
 * sample is found again by its hash, so nothing is made for a sample that is there already.
 */
import { headerOf, Tables, type Header } from '../query/combine.ts';
import { GrowingFloat64, GrowingUint32 } from '../decode/growingArray.ts';
import { at, type Labels, type Profile, type ValueType } from '../decode/profile.ts';
import { roundHalfAway } from '../decode/values.ts';
import { scaleUnit } from '../query/units.ts';

export class Merger {
  private readonly tables = new Tables();
  private readonly headers: Header[] = [];
  /** Row-major, as in Profile. */
  private readonly values = new GrowingFloat64();
  /** The same as int64, from when a sum does not fit a double. */
  private exact: bigint[] | null = null;
  private readonly frameStart = new GrowingUint32();
  private readonly frames = new GrowingUint32(4096);
  private readonly labels = new LabelSets();
  /** Of each row, its set of labels. */
  private readonly labelSet = new GrowingUint32();
  /** First row of each hash, + 1; `following` leads to the next one of the same, 0 at the end. */
  private readonly first = new Map<number, number>();
  private readonly following = new GrowingUint32();

  /** `types`: what is added up, each in the unit given; every profile has them. */
  constructor(private readonly types: readonly ValueType[]) { this.frameStart.push(0); }

  /** Adds the values of each type as many times as its weight says: 1, -1, or 0 for none. */
  add(profile: Profile, weightOf: (type: string) => number): void {
    const rowOf = this.tables.take(profile);
    this.headers.push({ ...profile, sampleTypes: profile.sampleTypes });
    const width = this.types.length;
    const sources = this.types.map(({ type, unit }) => {
      const index = profile.sampleTypes.findIndex((own) => own.type === type);
      return { index, weight: weightOf(type), ratio: scaleUnit(1, profile.sampleTypes[index]?.unit ?? '', unit).value };
    });
    if (sources.every(({ weight }) => weight === 0)) return;
    if (profile.exactValues !== null) this.makeExact();
    const { frames, frameStart } = profile;
    const stack = new Uint32Array(longestStack(profile));
    for (let sample = 0; sample < profile.sampleCount; sample++) {
      const from = frameStart[sample] ?? 0;
      const depth = (frameStart[sample + 1] ?? 0) - from;
      const labels = this.labels.setOf(profile, sample);
      let hash = mixed(depth, labels);
      for (let frame = 0; frame < depth; frame++) {
        const location = rowOf[frames[from + frame] ?? 0] ?? 0;
        stack[frame] = location;
        hash = mixed(hash, location);
      }
      const row = this.rowOf(stack, depth, labels, hash);
      for (let type = 0; type < width; type++) {
        const { index, weight, ratio } = sources[type] ?? { index: 0, weight: 0, ratio: 1 };
        if (weight === 0) continue;
        const cell = sample * profile.sampleTypes.length + index;
        const value = profile.values[cell] ?? 0;
        const own = (ratio === 1 ? value : roundHalfAway(value * ratio)) * weight;
        const place = row * width + type;
        if (this.exact === null && Math.abs(this.values.get(place) + own) > Number.MAX_SAFE_INTEGER) this.makeExact();
        if (this.exact === null) { this.values.add(place, own); continue; }
        const exact = ratio === 1 ? (profile.exactValues?.[cell] ?? BigInt(value)) * BigInt(weight) : BigInt(own);
        this.exact[place] = BigInt.asIntN(64, (this.exact[place] ?? 0n) + exact);
      }
    }
  }

  /** Samples whose values are all zero are dropped. `time` in place of what the profiles say of theirs. */
  finish(time?: Pick<Profile, 'timeNanos' | 'durationNanos'>): Profile {
    const [header] = this.headers;
    if (header === undefined) throw new Error('a merger needs a profile');
    const width = this.types.length;
    const rows: number[] = [];
    for (let row = 0; row < this.labelSet.length; row++) {
      for (let type = 0; type < width; type++) {
        const cell = row * width + type;
        if (this.exact === null ? this.values.get(cell) === 0 : (this.exact[cell] ?? 0n) === 0n) continue;
        rows.push(row);
        break;
      }
    }
    const values = new Float64Array(rows.length * width);
    const exactValues = this.exact === null ? null : new BigInt64Array(values.length);
    const frameStart = new Uint32Array(rows.length + 1);
    const frames = new GrowingUint32(this.frames.length);
    rows.forEach((row, to) => {
      for (let type = 0; type < width; type++) {
        const exact = this.exact?.[row * width + type];
        values[to * width + type] = exact === undefined ? this.values.get(row * width + type) : Number(exact);
        if (exactValues !== null) exactValues[to * width + type] = exact ?? 0n;
      }
      for (let frame = this.frameStart.get(row); frame < this.frameStart.get(row + 1); frame++)
        frames.push(this.frames.get(frame));
      frameStart[to + 1] = frames.length;
    });
    return {
      ...headerOf(this.headers, header, [...this.types]), ...time, sampleCount: rows.length, values, exactValues,
      frameStart, frames: frames.toArray(), labels: this.labels.of(rows.map((row) => this.labelSet.get(row))),
      ...this.tables.finish(),
    };
  }

  private rowOf(stack: Uint32Array, depth: number, labels: number, hash: number): number {
    const head = this.first.get(hash) ?? 0;
    for (let row = head; row > 0; row = this.following.get(row - 1)) {
      const start = this.frameStart.get(row - 1);
      if (this.labelSet.get(row - 1) !== labels || this.frameStart.get(row) - start !== depth) continue;
      let frame = 0;
      while (frame < depth && this.frames.get(start + frame) === stack[frame]) frame++;
      if (frame === depth) return row - 1;
    }
    const row = this.labelSet.length;
    this.first.set(hash, row + 1);
    this.following.push(head);
    this.labelSet.push(labels);
    const frames = this.frames.room(depth);
    for (let frame = 0; frame < depth; frame++) frames[this.frames.length++] = stack[frame] ?? 0;
    this.frameStart.push(this.frames.length);
    for (let type = 0; type < this.types.length; type++) {
      this.values.push(0);
      this.exact?.push(0n);
    }
    return row;
  }

  private makeExact(): void {
    this.exact ??= Array.from(this.values.toArray(), BigInt);
  }
}

interface Label { key: number; text: number; number: bigint; unit: number }

/** Each set of labels once; 0 is the empty one. */
class LabelSets {
  private readonly sets: Label[][] = [[]];
  private readonly known = new Map<string, number>();
  private readonly strings = [''];
  private readonly stringRow = new Map([['', 0]]);

  setOf({ labels }: Profile, sample: number): number {
    const from = labels.start[sample] ?? 0;
    const to = labels.start[sample + 1] ?? 0;
    if (from === to) return 0;
    const own: Label[] = [];
    for (let label = from; label < to; label++) {
      const text = at(labels.text, label);
      own.push({
        key: this.rowOf(labels.strings[at(labels.key, label)]), text: text < 0 ? -1 : this.rowOf(labels.strings[text]),
        number: labels.number[label] ?? 0n, unit: this.rowOf(labels.strings[at(labels.unit, label)]),
      });
    }
    // The order of different keys means nothing.
    const key = own.map((one) => `${one.key}=${one.text}:${one.number}:${one.unit}`).sort().join(';');
    const known = this.known.get(key) ?? this.sets.push(own) - 1;
    this.known.set(key, known);
    return known;
  }

  of(sets: readonly number[]): Labels {
    const all = sets.flatMap((set) => this.sets[set] ?? []);
    const start = new Uint32Array(sets.length + 1);
    sets.forEach((set, row) => { start[row + 1] = at(start, row) + (this.sets[set]?.length ?? 0); });
    return {
      start, key: Uint32Array.from(all, ({ key }) => key), text: Int32Array.from(all, ({ text }) => text),
      number: BigInt64Array.from(all, ({ number }) => number), unit: Uint32Array.from(all, ({ unit }) => unit),
      strings: this.strings,
    };
  }

  private rowOf(text = ''): number {
    const row = this.stringRow.get(text) ?? this.strings.push(text) - 1;
    this.stringRow.set(text, row);
    return row;
  }
}

function longestStack({ frameStart, sampleCount }: Profile): number {
  let longest = 0;
  for (let sample = 0; sample < sampleCount; sample++)
    longest = Math.max(longest, (frameStart[sample + 1] ?? 0) - (frameStart[sample] ?? 0));
  return longest;
}

function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x9e3779b1);
  return next ^ (next >>> 15);
}
