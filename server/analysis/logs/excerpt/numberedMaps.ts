/** Shortens the maps of many numbers that a line has, as of shards, to how many there are and their values. Pure. */

const ENTRY = String.raw`\d{1,6}: [\w.-]{1,24}`;
/** Fewer entries are quoted as they are. */
const MIN_ENTRIES = 5;
/** A map, which a cut line has without its end. */
const MAP = new RegExp(String.raw`\{(${ENTRY}(?:, ${ENTRY}){${MIN_ENTRIES - 1},2000})`
  + String.raw`(\}|(?:, ?[\w.: -]{0,34})?$)`, 'g');
const OF_SHARDS = /\bunfulfilled ranges: $/;
const MAX_VALUES = 3;

/** Returns a line whose maps of numbers are counted: `{64 shards, 0 to 63: 49h0m0s each}`. */
export const withCountedMaps = (line: string): string => (!line.includes('{') ? line
  : line.replace(MAP, (whole: string, inside: string, end: string, at: number) =>
    counted(inside, end, OF_SHARDS.test(line.slice(Math.max(0, at - 30), at)) ? 'shards' : 'keys') ?? whole));

/** `end`: what stands behind the entries; without any, the last of them may be cut. */
function counted(inside: string, end: string, noun: string): string | null {
  const entries = inside.split(', ').slice(0, end === '' ? -1 : undefined).map((entry) => entry.split(': '));
  const keys = entries.map(([key]) => Number(key));
  const byValue = new Map<string, number>();
  for (const [, value = ''] of entries) byValue.set(value, (byValue.get(value) ?? 0) + 1);
  const values = [...byValue].sort(([, a], [, b]) => b - a);
  const [first] = values;
  if (first === undefined || entries.length < MIN_ENTRIES || values.length > MAX_VALUES) return null;
  return `{${end === '}' ? '' : 'at least '}${keys.length} ${noun}, ${Math.min(...keys)} to ${Math.max(...keys)}: ${
    values.length === 1 ? `${first[0]} each` : values.map(([value, times]) => `${value} (${times})`).join(', ')}}`;
}
