/**
 * Combines several profiles into one: https://github.com/google/pprof/blob/main/profile/merge.go. Functions, locations
 * and mappings that are the same in two profiles become one row, so that stacks of both can be compared.
 */
import { LocationRows } from './locationRows.ts';
import { at, type FunctionRow, type Mapping, type Profile, type ValueType } from '../decode/profile.ts';
import { compatibleUnits, finestUnit, scaleUnit } from './units.ts';
import { roundHalfAway } from '../decode/values.ts';

export interface Combined {
  profile: Profile;
  /** First sample of each input; the last entry is the number of samples. */
  sampleStart: number[];
}

/**
 * Concatenates profiles. The sample types are those that all have, in the order of the first, each in its finest unit
 * (none if they have nothing in common, see `commonTypes`). Does not merge samples: `mergeSamples` does.
 */
export function combine(profiles: Profile[]): Combined {
  const first = profiles[0];
  if (first === undefined) throw new Error('combine needs a profile');
  const types = commonTypes(profiles);
  const tables = new Tables();
  const strings = [''];
  const stringRow = new Map([['', 0]]);
  const stringOf = (text: string): number => {
    let row = stringRow.get(text);
    if (row === undefined) { row = strings.push(text) - 1; stringRow.set(text, row); }
    return row;
  };

  const sampleCount = profiles.reduce((sum, each) => sum + each.sampleCount, 0);
  const values = new Float64Array(sampleCount * types.length);
  const exactValues = profiles.some((each) => each.exactValues !== null) ? new BigInt64Array(values.length) : null;
  const frameStart = new Uint32Array(sampleCount + 1);
  const frames = new Uint32Array(profiles.reduce((sum, each) => sum + each.frames.length, 0));
  const labelCount = profiles.reduce((sum, each) => sum + each.labels.text.length, 0);
  const labels = {
    start: new Uint32Array(sampleCount + 1), key: new Uint32Array(labelCount), text: new Int32Array(labelCount),
    number: new BigInt64Array(labelCount), unit: new Uint32Array(labelCount), strings,
  };
  const sampleStart = [0];
  let sampleAt = 0;
  let frameAt = 0;
  let labelAt = 0;

  for (const each of profiles) {
    const locationRow = tables.take(each);
    const sources = types.map((type) => {
      const index = each.sampleTypes.findIndex((own) => own.type === type.type);
      return { index, ratio: scaleUnit(1, each.sampleTypes[index]?.unit ?? '', type.unit).value };
    });
    const width = each.sampleTypes.length;
    const firstSample = sampleAt;
    const firstFrame = frameAt;
    sources.forEach(({ index, ratio }, type) => {
      for (let sample = 0; sample < each.sampleCount; sample++) {
        const from = sample * width + index;
        const to = (firstSample + sample) * types.length + type;
        const value = each.values[from] ?? 0;
        values[to] = ratio === 1 ? value : roundHalfAway(value * ratio);
        if (exactValues !== null) exactValues[to] = ratio === 1 ? (each.exactValues?.[from] ?? BigInt(value))
          : BigInt.asIntN(64, BigInt(values[to] ?? 0));
      }
    });
    // By index, not by `at`: there are millions of frames.
    for (let frame = 0; frame < each.frames.length; frame++)
      frames[frameAt++] = locationRow[each.frames[frame] ?? 0] ?? 0;
    for (let sample = 0; sample < each.sampleCount; sample++) {
      for (let label = each.labels.start[sample] ?? 0; label < (each.labels.start[sample + 1] ?? 0); label++) {
        const text = at(each.labels.text, label);
        labels.key[labelAt] = stringOf(each.labels.strings[at(each.labels.key, label)] ?? '');
        labels.text[labelAt] = text < 0 ? -1 : stringOf(each.labels.strings[text] ?? '');
        labels.number[labelAt] = each.labels.number[label] ?? 0n;
        labels.unit[labelAt++] = stringOf(each.labels.strings[at(each.labels.unit, label)] ?? '');
      }
      sampleAt++;
      frameStart[sampleAt] = firstFrame + (each.frameStart[sample + 1] ?? 0);
      labels.start[sampleAt] = labelAt;
    }
    sampleStart.push(sampleAt);
  }
  return {
    sampleStart,
    profile: {
      ...headerOf(profiles, first, types), sampleCount, values, exactValues, frameStart, frames, labels,
      ...tables.finish(),
    },
  };
}

/** Returns types that every profile has in a compatible unit, in the order of the first, each in its finest unit. */
export function commonTypes(profiles: readonly Pick<Profile, 'sampleTypes'>[]): ValueType[] {
  const [first, ...others] = profiles;
  const seen = new Set<string>();
  return (first?.sampleTypes ?? []).flatMap(({ type, unit }) => {
    const matching = others.map((other) => other.sampleTypes.find((own) => own.type === type));
    if (seen.has(type) || matching.some((own) => own === undefined || !compatibleUnits(own.unit, unit))) return [];
    seen.add(type);
    return [{ type, unit: finestUnit([unit, ...matching.map((own) => own?.unit ?? '')]) }];
  });
}

/** All fields except the samples and their tables. */
export type Header = Pick<
  Profile, 'sampleTypes' | 'defaultSampleType' | 'dropFrames' | 'keepFrames' | 'timeNanos' | 'durationNanos' | 'period'
    | 'periodType' | 'comments' | 'docUrl'
>;

export function headerOf(profiles: readonly Header[], first: Header, types: ValueType[]): Header {
  const times = profiles.map((each) => each.timeNanos).filter((time) => time !== 0n);
  // The first named default; if types were dropped, the reference makes the first remaining type a profile's default.
  const defaults = profiles.map(({ sampleTypes, defaultSampleType: own }) => {
    const isLeft = types.length === sampleTypes.length || types.some((type) => type.type === own);
    return isLeft ? own : (types[0]?.type ?? '');
  });
  return {
    sampleTypes: types,
    defaultSampleType: defaults.find((each) => each !== '') ?? '',
    dropFrames: first.dropFrames,
    keepFrames: first.keepFrames,
    timeNanos: times.reduce((least, time) => (time < least ? time : least), times[0] ?? 0n),
    durationNanos: profiles.reduce((sum, each) => sum + each.durationNanos, 0n),
    period: profiles.reduce((most, each) => (each.period > most ? each.period : most), 0n),
    periodType: first.periodType,
    comments: [...new Set(profiles.flatMap((each) => each.comments))],
    docUrl: profiles.find((each) => each.docUrl !== '')?.docUrl ?? '',
  };
}

const PAGE = 0x1000n;

/** Rows of one profile's tables within the combined tables. */
export interface TableRows { functions: Uint32Array; mappings: readonly number[]; locations: Uint32Array }

/** Combined tables of several profiles, filled one profile at a time. */
export class Tables {
  private readonly functions: FunctionRow[] = [];
  /** Rows of functions with the same name, nearly always one. */
  private readonly functionsOf = new Map<string, number[]>();
  private readonly mappings: Mapping[] = [];
  private readonly mappingRow = new Map<string, number>();
  private readonly locations = new LocationRows();

  /** Returns the row here of each location of `profile`. */
  take(profile: Profile): Uint32Array {
    return this.place(profile).locations;
  }

  place(profile: Profile): TableRows {
    const functions = Uint32Array.from(profile.functions, (each) => this.functionOf(each));
    const mappings = profile.mappings.map((each) => this.mappingOf(each));
    // If one binary is loaded at two addresses, compares offsets within it.
    const moved = mappings.map((row, own) => (this.mappings[row]?.start ?? 0n) - (profile.mappings[own]?.start ?? 0n));
    return { functions, mappings, locations: this.locations.take(profile.locations, functions, mappings, moved) };
  }

  finish(): Pick<Profile, 'locations' | 'functions' | 'mappings'> {
    return { functions: this.functions, mappings: this.mappings, locations: this.locations.finish() };
  }

  /** Returns the tables that these profiles alone would give; `rowOf`: row there of each location here. */
  finishOf(
    profiles: readonly TableRows[]
  ): Pick<Profile, 'locations' | 'functions' | 'mappings'> & { rowOf: Uint32Array } {
    const functions = chosenOf(this.functions.length, profiles.map((one) => one.functions));
    const mappings = chosenOf(this.mappings.length, profiles.map((one) => one.mappings));
    const locations = chosenOf(this.locations.count, profiles.map((one) => one.locations));
    return {
      functions: pick(this.functions, functions.rows), mappings: pick(this.mappings, mappings.rows),
      locations: this.locations.finishOf(locations.rows, functions.rowOf, mappings.rowOf), rowOf: locations.rowOf,
    };
  }

  private functionOf(row: FunctionRow): number {
    let known = this.functionsOf.get(row.name);
    if (known === undefined) {
      known = [];
      this.functionsOf.set(row.name, known);
    }
    for (const other of known) {
      const same = this.functions[other];
      if (same?.startLine === row.startLine && same.file === row.file && same.systemName === row.systemName)
        return other;
    }
    const added = this.functions.push(row) - 1;
    known.push(added);
    return added;
  }

  private mappingOf(row: Mapping): number {
    const size = ((row.limit - row.start + PAGE - 1n) / PAGE) * PAGE;
    return remember(
      this.mappingRow, JSON.stringify([String(size), String(row.offset), row.buildId === '' ? row.file : row.buildId]),
      this.mappings, row
    );
  }
}

interface Chosen { rows: Uint32Array; rowOf: Uint32Array }

/** Returns the rows named by the lists, of a table of `count`, each once, in order of appearance. */
function chosenOf(count: number, lists: readonly ArrayLike<number>[]): Chosen {
  const rows = new Uint32Array(count);
  const rowOf = new Uint32Array(count).fill(NOT_CHOSEN);
  let chosen = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const row = list[i] ?? 0;
      if (rowOf[row] !== NOT_CHOSEN) continue;
      rowOf[row] = chosen;
      rows[chosen++] = row;
    }
  }
  return { rows: rows.subarray(0, chosen), rowOf };
}

const NOT_CHOSEN = 2 ** 32 - 1;

function pick<T>(table: readonly T[], rows: Uint32Array): T[] {
  return Array.from(rows).flatMap((row) => table[row] ?? []);
}

function remember<T>(rows: Map<string, number>, key: string, table: T[], entry: T): number {
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row = table.push(entry) - 1;
  rows.set(key, row);
  return row;
}
