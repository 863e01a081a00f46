/**
 * Adds the values of labels as frames, outermost or innermost: `tagroot` and `tagleaf` of `go tool pprof`.
 * https://github.com/google/pprof/blob/main/internal/driver/tagroot.go
 *
 * ```
 *   tagroot=tenant,code       acme  200  main  serve  (leaf)
 *   tagleaf=tenant            main  serve  acme
 * ```
 */
import type { ProfileFilters } from '../../../core/contract/contract.ts';
import { at, type FunctionRow, type Labels, type Locations, type Profile } from '../decode/profile.ts';
import { linesOf, type StackView } from '../decode/stackView.ts';
import { prunedProfile } from '../query/prune.ts';
import { scaledLabel } from '../query/units.ts';

type Keys = Pick<ProfileFilters, 'tagroot' | 'tagleaf'>;

/** The last result for each profile. */
const lastMade = new WeakMap<Profile, { key: string; made: Profile }>();

/**
 * Returns the profile with a frame per label key and sample: `tagroot` outermost, its first key first; `tagleaf`
 * innermost, its last key last. Several values of a key are one frame, `a,b`; a sample without the key gets a frame
 * without a name, in a file named as the key. Frames that the profile itself declares uninteresting are removed first.
 * Without keys: the profile.
 */
export function withLabelFrames(profile: Profile, { tagroot = '', tagleaf = '' }: Keys): Profile {
  const roots = keysOf(tagroot);
  const leaves = keysOf(tagleaf);
  if (roots.length + leaves.length === 0) return profile;
  const key = JSON.stringify([roots, leaves]);
  const last = lastMade.get(profile);
  if (last?.key === key) return last.made;
  const made = extended(profile, roots, leaves);
  lastMade.set(profile, { key, made });
  return made;
}

function keysOf(text: string): string[] {
  return text.split(',').filter((key) => key !== '');
}

function extended(profile: Profile, roots: string[], leaves: string[]): Profile {
  const view = prunedProfile(profile);
  const labels = new LabelFrames(profile);
  const added = roots.length + leaves.length;
  const frames = new Uint32Array(profile.frames.length + profile.sampleCount * added);
  const frameStart = new Uint32Array(profile.sampleCount + 1);
  let end = 0;
  // From the leaf on: the last key is the innermost of those added there, and the first one the outermost.
  const [fromLeaf, fromRoot] = [leaves.toReversed(), roots.toReversed()];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    for (const label of fromLeaf) frames[end++] = labels.locationOf(sample, label);
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      if (view.hidden[location] === 0) frames[end++] = location;
    }
    for (const label of fromRoot) frames[end++] = labels.locationOf(sample, label);
    frameStart[sample + 1] = end;
  }
  return {
    ...profile, frameStart, frames: frames.slice(0, end), dropFrames: '', keepFrames: '',
    functions: [...profile.functions, ...labels.functions],
    locations: locationsWith(profile, view, labels.functions.length),
  };
}

/** Returns the profile's locations with the lines that the view keeps, then one for each added function. */
export function locationsWith(profile: Profile, view: StackView, added: number): Locations {
  const { locations } = profile;
  const count = locations.count + added;
  const lineStart = new Uint32Array(count + 1);
  const rows: number[] = [];
  for (let location = 0; location < locations.count; location++) {
    for (const line of linesOf(profile, view, location)) rows.push(line);
    lineStart[location + 1] = rows.length;
  }
  const lines = rows.length + added;
  const grown = {
    count, lineStart, mapping: new Int32Array(count).fill(-1), address: new BigUint64Array(count),
    folded: new Uint8Array(count), lineFunction: new Uint32Array(lines), lineNumber: new Float64Array(lines),
    lineColumn: new Float64Array(lines),
  };
  for (const table of ['mapping', 'folded'] as const) grown[table].set(locations[table]);
  grown.address.set(locations.address);
  for (const table of ['lineFunction', 'lineNumber', 'lineColumn'] as const)
    grown[table].set(rows.map((row) => at(locations[table], row)));
  for (let i = 0; i < added; i++) {
    grown.lineFunction[rows.length + i] = profile.functions.length + i;
    lineStart[locations.count + i + 1] = rows.length + i + 1;
  }
  return grown;
}

/** Creates a location and a function per key and value, when a sample first has it. */
class LabelFrames {
  readonly functions: FunctionRow[] = [];
  private readonly rows = new Map<string, number>();

  constructor(private readonly profile: Pick<Profile, 'labels' | 'locations'>) {}

  locationOf(sample: number, key: string): number {
    const name = valuesOf(this.profile.labels, sample, key).join(',');
    const id = `${key}\0${name}`;
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    const row = this.profile.locations.count + this.functions.length;
    this.functions.push({ name, systemName: '', file: key, startLine: 0 });
    this.rows.set(id, row);
    return row;
  }
}

/** Returns text values, then numbers: with units if any of them has one, otherwise as plain numbers. */
function valuesOf({ start, key, text, number, unit, strings }: Labels, sample: number, wanted: string): string[] {
  const texts: string[] = [];
  const numbers: { value: number; unit: string }[] = [];
  for (let label = at(start, sample); label < at(start, sample + 1); label++) {
    if (strings[at(key, label)] !== wanted) continue;
    const row = at(text, label);
    if (row >= 0) texts.push(strings[row] ?? '');
    else numbers.push({ value: Number(number[label] ?? 0n), unit: strings[at(unit, label)] ?? '' });
  }
  return [...texts, ...numbers.map((one) => scaledLabel(one.value, one.unit))];
}
