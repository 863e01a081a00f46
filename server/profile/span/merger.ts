/**
 * Adds up profiles one at a time: the same result as `mergeSamples(combine(profiles))`, with only one of them in memory
 * and no allocation for a sample that already exists.
 */
import { headerOf, type Header } from '../query/combine.ts';
import { GrowingFloat64, GrowingUint32 } from '../decode/growingArray.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import { roundHalfAway } from '../decode/values.ts';
import { scaleUnit } from '../query/units.ts';
import { CommonStacks, type KeptStacks, type Places } from './commonStacks.ts';

export class Merger {
  private stacks: CommonStacks | null = null;
  private readonly headers: Header[] = [];
  private places: Places[] = [];
  /** Row-major, as in Profile. */
  private values = new GrowingFloat64();
  /** The same as int64, once a sum does not fit a double. */
  private exact: bigint[] | null = null;
  /** Stack of each row. */
  private stackOf = new GrowingUint32();
  /** Row + 1 of each stack; 0: none yet. */
  private rowOf = new Uint32Array();

  /** `types`: types to add up, each in the given unit; every profile has them. `kept`: stacks of earlier mergers. */
  constructor(private readonly types: readonly ValueType[], private readonly kept?: KeptStacks) {}

  /** Adds the values of each type, multiplied by its weight: 1, -1, or 0 for none. */
  add(profile: Profile, weightOf: (type: string) => number): void {
    const stacks = this.stacks ?? this.kept?.of(profile) ?? new CommonStacks();
    this.stacks = stacks;
    if (!stacks.takes(profile)) this.leaveKept();
    this.headers.push({ ...profile, sampleTypes: profile.sampleTypes });
    this.addValues(profile, weightOf);
  }

  private addValues(profile: Profile, weightOf: (type: string) => number): void {
    const stacks = this.stacks ?? new CommonStacks();
    const places = stacks.placesOf(profile);
    this.places.push(places);
    const sources = this.types.map(({ type, unit }) => {
      const index = profile.sampleTypes.findIndex((own) => own.type === type);
      return { index, weight: weightOf(type), ratio: scaleUnit(1, profile.sampleTypes[index]?.unit ?? '', unit).value };
    });
    if (sources.every(({ weight }) => weight === 0)) return;
    if (profile.exactValues !== null) this.makeExact();
    const rows = this.rowsOf(places, stacks.count);
    const width = this.types.length;
    const ownWidth = profile.sampleTypes.length;
    for (let type = 0; type < width; type++) {
      const { index, weight, ratio } = sources[type] ?? { index: 0, weight: 0, ratio: 1 };
      if (weight === 0) continue;
      for (let sample = 0; sample < profile.sampleCount; sample++) {
        const cell = sample * ownWidth + index;
        const value = profile.values[cell] ?? 0;
        const own = (ratio === 1 ? value : roundHalfAway(value * ratio)) * weight;
        const place = (rows[sample] ?? 0) * width + type;
        if (this.exact === null && Math.abs(this.values.get(place) + own) > Number.MAX_SAFE_INTEGER) this.makeExact();
        if (this.exact === null) { this.values.add(place, own); continue; }
        const exact = ratio === 1 ? (profile.exactValues?.[cell] ?? BigInt(value)) * BigInt(weight) : BigInt(own);
        this.exact[place] = BigInt.asIntN(64, (this.exact[place] ?? 0n) + exact);
      }
    }
  }

  /** Returns the sum; drops samples whose values are all zero. `time` replaces the times of the profiles. */
  finish(time?: Pick<Profile, 'timeNanos' | 'durationNanos'>): Profile {
    const { headers: [header], stacks } = this;
    if (header === undefined || stacks === null) throw new Error('a merger needs a profile');
    const width = this.types.length;
    const { rowOf, ...tables } = stacks.tables.finishOf(this.places);
    const rows: number[] = [];
    let depth = 0;
    for (let row = 0; row < this.stackOf.length; row++) {
      const first = row * width;
      let type = 0;
      while (type < width && (this.exact === null ? this.values.get(first + type) === 0
        : (this.exact[first + type] ?? 0n) === 0n)) type++;
      if (type === width) continue;
      rows.push(row);
      const stack = this.stackOf.get(row);
      depth += stacks.frameStart.get(stack + 1) - stacks.frameStart.get(stack);
    }
    const values = new Float64Array(rows.length * width);
    const exactValues = this.exact === null ? null : new BigInt64Array(values.length);
    const frameStart = new Uint32Array(rows.length + 1);
    const frames = new Uint32Array(depth);
    let frameTo = 0;
    for (let to = 0; to < rows.length; to++) {
      const row = rows[to] ?? 0;
      for (let type = 0; type < width; type++) {
        const exact = this.exact?.[row * width + type];
        values[to * width + type] = exact === undefined ? this.values.get(row * width + type) : Number(exact);
        if (exactValues !== null) exactValues[to * width + type] = exact ?? 0n;
      }
      const stack = this.stackOf.get(row);
      for (let frame = stacks.frameStart.get(stack); frame < stacks.frameStart.get(stack + 1); frame++)
        frames[frameTo++] = rowOf[stacks.frames.get(frame)] ?? 0;
      frameStart[to + 1] = frameTo;
    }
    this.kept?.trim();
    const setOf = (row: number): number => stacks.labelSet.get(this.stackOf.get(row));
    return {
      ...headerOf(this.headers, header, [...this.types]), ...time, sampleCount: rows.length, values, exactValues,
      frameStart, frames, ...tables,
      labels: stacks.labels.of(rows.map(setOf), Array.from({ length: this.stackOf.length }, (_, row) => setOf(row))),
    };
  }

  /** Returns the own row of each sample. */
  private rowsOf({ stacks }: Places, count: number): Uint32Array {
    if (this.rowOf.length < count) {
      const larger = new Uint32Array(Math.max(count, 2 * this.rowOf.length));
      larger.set(this.rowOf);
      this.rowOf = larger;
    }
    const { rowOf, stackOf } = this;
    const rows = new Uint32Array(stacks.length);
    for (let sample = 0; sample < stacks.length; sample++) {
      const stack = stacks[sample] ?? 0;
      let row = rowOf[stack] ?? 0;
      if (row === 0) {
        stackOf.push(stack);
        row = rowOf[stack] = stackOf.length;
        for (let type = 0; type < this.types.length; type++) {
          this.values.push(0);
          this.exact?.push(0n);
        }
      }
      rows[sample] = row - 1;
    }
    return rows;
  }

  /** Continues with its own stacks, which accept profiles of any process. */
  private leaveKept(): void {
    const [header] = this.headers;
    const soFar = header === undefined ? null : this.finish();
    this.stacks = new CommonStacks();
    this.places = [];
    this.values = new GrowingFloat64();
    this.stackOf = new GrowingUint32();
    this.rowOf = new Uint32Array();
    this.exact = this.exact === null ? null : [];
    if (soFar !== null) this.addValues(soFar, () => 1);
  }

  private makeExact(): void {
    this.exact ??= Array.from(this.values.toArray(), BigInt);
  }
}
