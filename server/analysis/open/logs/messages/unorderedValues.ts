/** Explains the panic of InfluxDB at values of a series that are not in the order of their times. Pure. */

const PANIC = /^panic: not ordered: (\d{1,12}) (\d{16,19}) >= (\d{16,19})\b/;
const OF_TSM = /\btsm1\.\w{0,20}Values\.assertOrdered\b/;
const COMPACTS = /\btsm1\.\(\*(?:tsmKeyIterator|tsmBatchKeyIterator|Compactor)\)/;

/** Returns a time in nanoseconds since 1970, with its fraction of a second if it has one. */
function timeOf(nanoseconds: string): string {
  const seconds = nanoseconds.slice(0, -9);
  const fraction = nanoseconds.slice(-9).replace(/0{1,9}$/, '');
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Returns what the values are, what it means and the next step; null for other panics. */
export function unorderedValues(functions: readonly string[], said: string): string | null {
  const [, index, before = '', own = ''] = PANIC.exec(said) ?? [];
  if (index === undefined || !functions.some((name) => OF_TSM.test(name))) return null;
  const isSame = before === own;
  const what = isSame ? `have the same time, ${timeOf(own)}`
    : `are not in order: ${timeOf(before)} stands before ${timeOf(own)}`;
  const when = functions.some((name) => COMPACTS.test(name)) ? 'While InfluxDB compacted TSM files, two' : 'Two';
  return `${when} values of one series (at place ${index}) ${what}, as a damaged or badly written TSM file has them; `
    + 'the stack names neither the series nor the file. The log before it names the files of that compaction: stop '
    + 'InfluxDB, copy its data folder, check them with influx_inspect (verify, dumptsm), move the bad one away, and '
    + 'start a newer version.';
}
