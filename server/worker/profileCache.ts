/** Decoded profiles, the least recently used out first, bounded by the memory they take. */
import type { Profile } from '../profile/profile.ts';

export class ProfileCache {
  /** A Map keeps its order of insertion: the first is the one not used for longest. */
  private readonly profiles = new Map<string, { profile: Profile; bytes: number }>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(id: string): Profile | undefined {
    const found = this.profiles.get(id);
    if (found === undefined) return undefined;
    this.profiles.delete(id);
    this.profiles.set(id, found);
    return found.profile;
  }

  put(id: string, profile: Profile): void {
    const bytes = sizeOf(profile);
    if (bytes > this.maxBytes || this.profiles.has(id)) return;
    this.profiles.set(id, { profile, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.profiles) {
      if (this.bytes <= this.maxBytes) break;
      this.profiles.delete(oldest);
      this.bytes -= entry.bytes;
    }
  }
}

/** What a row of a table of objects takes in V8, near enough for a bound. */
const ROW_BYTES = 100;

function sizeOf(profile: Profile): number {
  const { locations, labels } = profile;
  const arrays = [
    profile.values, profile.exactValues, profile.frameStart, profile.frames, labels.start, labels.key, labels.text, labels.number, labels.unit,
    locations.mapping, locations.address, locations.folded, locations.lineStart, locations.lineFunction, locations.lineNumber, locations.lineColumn,
  ].reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
  const strings = labels.strings.reduce((sum, text) => sum + 2 * text.length + 32, 0);
  return arrays + strings + ROW_BYTES * (profile.functions.length + profile.mappings.length);
}
