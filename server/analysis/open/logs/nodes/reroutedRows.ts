/** Says what became of the rows that vminsert could not send to one storage node. Pure; bounded. */

const UNSENT = /\bcannot send \d{1,12} bytes with (\d{1,12}) rows to -storageNode="[^"]{1,200}"/;
const REROUTED = /\bre-routing this data to (?:healthy|the remaining) storage nodes/;
const COPY = new RegExp(/\bcannot make a copy #(\d{1,3}) out of (\d{1,3}) copies .{0,80}?/.source
  + /\bfor \d{1,12} bytes with (\d{1,12}) rows\b/.source);

const whole = (value: number): string => value.toLocaleString('en-US');
const times = (count: number): string => (count === 1 ? 'once' : `${whole(count)} times`);
const sumOf = (rows: readonly string[]): number => rows.reduce((sum, row) => sum + Number(row), 0);

/** Returns that the rows went to other nodes, and how many lack a copy; null if the lines say neither. */
export function reroutedRows(lines: readonly string[]): string | null {
  const unsent = lines.filter((line) => UNSENT.test(line));
  const rows = sumOf(unsent.flatMap((line) => UNSENT.exec(line)?.[1] ?? []));
  const isRerouted = rows > 0 && unsent.every((line) => REROUTED.test(line));
  const copies = lines.flatMap((line) => {
    const [, copy = '', of = '', missing = ''] = COPY.exec(line) ?? [];
    return missing === '' ? [] : [{ copy, of, missing }];
  });
  const [first] = copies;
  const isOne = first !== undefined && copies.every(({ copy, of }) => copy === first.copy && of === first.of);
  const said = [
    ...isRerouted ? [`The ${whole(rows)} rows of these sends are re-routed to the other storage nodes, so these lines `
      + 'show no loss.'] : [],
    ...isOne ? [`Copy #${first.copy} of ${first.of} could not be made ${times(copies.length)} (${
      whole(sumOf(copies.map(({ missing }) => missing)))} rows): they are stored with fewer copies.`] : [],
  ];
  return said.length === 0 ? null : said.join(' ');
}
