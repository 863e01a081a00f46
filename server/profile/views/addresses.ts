/** Sums values by address in a function's machine code: the figures of `go tool pprof -disasm`. */
import type { ProfileHead } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { at, type Mapping, type Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { unknownFunction } from './callers.ts';
import { cellSums, isCounted, subjectOf } from './subject.ts';

export interface FunctionAddresses extends ProfileHead {
  function: string;
  /** Name in the binary. */
  symbol: string;
  /** Binary that contains most of the addresses; null: the profile names none. */
  mapping: Pick<Mapping, 'file' | 'buildId'> | null;
  /** `offset`: in the file, decimal, ascending. */
  rows: { offset: string; flat: number; cum: number }[];
}

/**
 * Counts samples within the filters, at addresses whose outermost frame is the function, so that code inlined into it
 * counts and code that it was inlined into does not. A sample counts once at each address. Errors like `lines`.
 */
export function functionAddresses(profile: Profile, name: string, question: Question): Result<FunctionAddresses> {
  const subject = subjectOf(profile, { ...question, granularity: 'functions' });
  if (!subject.ok) return subject;
  const { view, names, head } = subject.value;
  const target = names.names.indexOf(name);
  if (target < 0) return unknownFunction(name);
  const { locations, functions, mappings } = profile;
  const symbols = new Map<string, number>();
  const slots = new Int32Array(locations.count).fill(-1);
  const places: { mapping: number; offset: bigint }[] = [];
  for (let location = 0; location < locations.count; location++) {
    const [start, end] = [at(names.start, location), at(names.start, location + 1)];
    if (end === start || names.slots[end - 1] !== target) continue;
    const outermost = functions[at(locations.lineFunction, at(locations.lineStart, location + 1) - 1)];
    const symbol = outermost === undefined || outermost.systemName === '' ? name : outermost.systemName;
    symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
    const mapping = at(locations.mapping, location);
    const within = mappings[mapping];
    const address = locations.address[location] ?? 0n;
    slots[location] = places.push({ mapping, offset: within === undefined ? address
      : address - within.start + within.offset }) - 1;
  }
  const [flats, cums] = [cellSums(subject.value, places.length), cellSums(subject.value, places.length)];
  const lastSample = new Int32Array(places.length).fill(-1);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject.value, sample)) continue;
    const from = at(view.from, sample);
    for (let frame = from; frame < at(view.to, sample); frame++) {
      const slot = slots[at(profile.frames, frame)] ?? -1;
      if (slot < 0) continue;
      if (frame === from) flats.add(slot, sample);
      if (lastSample[slot] !== sample) cums.add(slot, sample);
      lastSample[slot] = sample;
    }
  }
  const main = mostOften(places.filter((_, slot) => (lastSample[slot] ?? -1) >= 0).map(({ mapping }) => mapping));
  const rows = places.flatMap(({ mapping, offset }, slot) => (
    mapping === main && (lastSample[slot] ?? -1) >= 0 ? [{ offset, flat: flats.cell(slot), cum: cums.cell(slot) }] : []
  )).sort((a, b) => (a.offset < b.offset ? -1 : 1)).map((row) => ({ ...row, offset: String(row.offset) }));
  const [symbol = name] = [...symbols].sort(([, a], [, b]) => b - a)[0] ?? [];
  const used = main === null ? undefined : mappings[main];
  return ok({
    ...head, function: name, symbol,
    mapping: used === undefined ? null : { file: used.file, buildId: used.buildId }, rows,
  });
}

function mostOften(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
