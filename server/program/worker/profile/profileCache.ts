/** Cache of decoded profiles bounded by their memory; evicts the least recently used first. */
import type { Profile } from '../../../profile/decode/profile.ts';
import { ByteBoundedCache } from '../../../kernel/threads/byteBoundedCache.ts';

export class ProfileCache {
  private readonly profiles: ByteBoundedCache<Profile>;

  constructor(maxBytes: number) { this.profiles = new ByteBoundedCache(maxBytes); }

  get(id: string): Profile | undefined { return this.profiles.get(id); }
  put(id: string, profile: Profile): void { this.profiles.put(id, profile, sizeOf(profile)); }
}

/** Approximate size of a row of a table of objects in V8. */
const ROW_BYTES = 100;

function sizeOf(profile: Profile): number {
  const { locations, labels } = profile;
  const arrays = [
    profile.values, profile.exactValues, profile.frameStart, profile.frames,
    labels.start, labels.key, labels.text, labels.number, labels.unit,
    locations.mapping, locations.address, locations.folded,
    locations.lineStart, locations.lineFunction, locations.lineNumber, locations.lineColumn,
  ].reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
  const strings = labels.strings.reduce((sum, text) => sum + 2 * text.length + 32, 0);
  return arrays + strings + ROW_BYTES * (profile.functions.length + profile.mappings.length);
}
