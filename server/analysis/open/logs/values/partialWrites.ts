/** Adds up the points that the partial writes of InfluxDB dropped, by the lines of a text. Pure. */

const PARTIAL = /\bpartial write: [^\n]{0,600}?\bdropped=(\d{1,12})\b/;
const OF_SERIES = 'max-series-per-database limit exceeded';
const CARDINALITY = ' SHOW TAG VALUES CARDINALITY WITH KEY = "…" shows how many values a tag has.';

/** Returns how many points several partial writes dropped; null for fewer than two. */
export function partialWrites(text: string): string | null {
  if (!text.includes('partial write: ')) return null;
  const counts = text.split('\n').flatMap((line) => PARTIAL.exec(line)?.[1] ?? []).map(Number);
  const sum = counts.reduce((all, one) => all + one, 0);
  if (counts.length < 2 || sum === 0) return null;
  const min = counts.reduce((low, one) => Math.min(low, one), Infinity);
  const max = counts.reduce((high, one) => Math.max(high, one), 0);
  const each = min === max ? min.toLocaleString('en-US') : `${min.toLocaleString('en-US')} to ${
    max.toLocaleString('en-US')}`;
  return `By the ${counts.length.toLocaleString('en-US')} lines with a partial write, ${
    sum.toLocaleString('en-US')} points were dropped (${each} each); the other points of these writes were stored.${
    text.includes(OF_SERIES) ? CARDINALITY : ''}`;
}
