/** Shortens the maps of many numbers that a line has, as of shards, to how many there are and their values. Pure. */

const ENTRY = String.raw`\d{1,6}: [\w.-]{1,24}`;
/** Fewer entries are quoted as they are. */
const MIN_ENTRIES = 5;
/** A map without its end is of a line that was cut, and its number of entries is not known. */
const MAP = new RegExp(String.raw`\{(${ENTRY}(?:, ${ENTRY}){${MIN_ENTRIES - 1},2000})\}`, 'g');
const OF_SHARDS = /\bunfulfilled ranges: $/;
const MAX_VALUES = 3;

/** Returns a line whose maps of numbers are counted: `{64 shards, 0 to 63: 49h0m0s each}`. */
export const withCountedMaps = (line: string): string => (!line.includes('{') ? line
  : line.replace(MAP, (whole: string, inside: string, at: number) =>
    counted(inside, OF_SHARDS.test(line.slice(Math.max(0, at - 30), at)) ? 'shards' : 'keys') ?? whole));

function counted(inside: string, noun: string): string | null {
  const entries = inside.split(', ').map((entry) => entry.split(': '));
  const keys = entries.map(([key]) => Number(key));
  const byValue = new Map<string, number>();
  for (const [, value = ''] of entries) byValue.set(value, (byValue.get(value) ?? 0) + 1);
  const values = [...byValue].sort(([, a], [, b]) => b - a);
  const [first] = values;
  if (first === undefined || values.length > MAX_VALUES) return null;
  return `{${keys.length} ${noun}, ${Math.min(...keys)} to ${Math.max(...keys)}: ${
    values.length === 1 ? `${first[0]} each` : values.map(([value, times]) => `${value} (${times})`).join(', ')}}`;
}
