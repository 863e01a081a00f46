/** Explains samples that the storage refuses because it no longer has the series that a scrape refers to. Pure. */

const NOT_FOUND = new RegExp(/\bmsg"?[=:] ?"?(?:appending scrape report|(?:scrape )?(?:append|commit)) failed/.source
  + /\b[^\n]{0,600}?\berr"?[=:] ?"?(?:unknown series: )?not found(?=["\s,}]|$)/.source, 'i');
const AGENT = /\bmsg"?[=:] ?"?Agent WAL storage started|\bmode"?[=:] ?"?agent\b/;
const VERSION = /\bversion="?\(?version=v?(\d{1,3})\.(\d{1,4})\.(\d{1,4})(-[\w.]{1,20})?/;
/** The first version of Prometheus whose agent takes such a reference. */
const FIXED = [2, 32, 0] as const;
const MAX_LINE = 2000;

const MEANS = 'What is not found is the series that a scrape refers to, which the storage no longer has: neither a '
  + 'target nor a path is missing, and the samples of these scrapes are lost.';
const OF_AGENT = 'Before 2.32.0 the agent of Prometheus refuses samples of series that its series GC has removed, '
  + 'until it is started again: update to 2.32.0 or later. A restart helps only until a later series GC.';

/** Whether a version is older than the fixed one, or a preview of it; null without a version. */
function isOlder(lines: readonly string[]): boolean | null {
  const found = lines.flatMap((line) => VERSION.exec(line) ?? []).slice(0, 5);
  const [, major, minor, patch, preview] = found;
  if (major === undefined) return null;
  const parts = [major, minor, patch].map(Number);
  const at = FIXED.findIndex((number, i) => number !== parts[i]);
  return at < 0 ? preview !== undefined : (parts[at] ?? 0) < (FIXED[at] ?? 0);
}

/** Returns what such errors mean, and for an old agent how they end; null without them. */
export function lostReferences(all: readonly string[]): string | null {
  const lines = all.map((line) => line.slice(0, MAX_LINE));
  if (!lines.some((line) => NOT_FOUND.test(line))) return null;
  const isAgent = lines.some((line) => AGENT.test(line));
  return isAgent && isOlder(lines) !== false ? `It runs as an agent. ${MEANS} ${OF_AGENT}` : MEANS;
}
