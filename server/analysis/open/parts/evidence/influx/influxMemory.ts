/** Says which settings of InfluxDB 1 bear on memory that ran out, and which work the text names. Pure; bounded. */

const NO_MEMORY = /\bout of memory\b|\bOOMKilled\b|\bmemory of the (?:machine|node) ran out|exceeded its memory limit/i;
/** The index of series on disk, which version 1 does not have by default. */
const ON_DISK = /\bindex[-_]version["']?[ \t]{0,3}[=:][ \t]{0,3}["']?tsi1\b/i;
const AT_MOST_ONE = /\bmax-concurrent-compactions["']?[ \t]{0,3}[=:][ \t]{0,3}1\b/;
const COMPACTS = new RegExp(String.raw`\b((?:TSM |full |level \d )?compactions? (?:is |was )?`
  + String.raw`(?:starts?|started|begins?|began|runs?|running|kicks? in|triggers?|triggered))\b`, 'i');
/** A compaction that was not there, or that is only asked for. */
const UNREAL = /\b(?:no|not|never|without|if|whether|before)\b[^\n.]{0,40}$/i;
const MAX_CHARS = 128 * 1024;

/** Returns the steps for a program named InfluxDB of version 1; null for others, and without memory that ran out. */
export function influxMemory(
  facts: string, text: string, { program, version }: { program: string | null; version: string | null }
): string | null {
  if (program !== 'InfluxDB' || version?.startsWith('1.') !== true || !NO_MEMORY.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const found = COMPACTS.exec(head);
  const isReal = found !== null && !UNREAL.test(head.slice(Math.max(0, found.index - 60), found.index));
  const named = isReal ? found[1] : undefined;
  const steps = [
    ...named === undefined || AT_MOST_ONE.test(head) ? [] : ['max-concurrent-compactions = 1'],
    ...ON_DISK.test(head) ? [] : ['index-version = "tsi1" (the index of series on disk; convert it with influx_inspect '
      + 'buildtsi)'],
  ];
  const said = named === undefined ? '' : `The text says "${named}". `;
  const shards = openedIndexes(head);
  const many = shards === null ? '' : ` The log opened an index ${shards.toLocaleString('en-US')} times, once for each `
    + 'shard at a start: many shards take memory, so make them longer (shard duration) or keep fewer.';
  if (steps.length === 0) return `${said}To see what takes it, fetch /debug/pprof/heap while it grows, and compare `
    + `with the queries and compactions of that time.${many}`;
  return `${said}If the host has no more memory to give, set ${steps.join(', and ')}, or keep fewer series.${many}`;
}

/** A count of such lines by uniq -c. */
const COUNTED = /^[ \t]{0,12}(\d{1,9})[ \t]+index_version=(?:tsi1|inmem)[ \t]*$/m;
const MANY = 500;

/** Returns how often an index was opened, as a text counts it; null if that is not often. */
function openedIndexes(text: string): number | null {
  const count = Number(COUNTED.exec(text)?.[1] ?? NaN);
  return count >= MANY ? count : null;
}
