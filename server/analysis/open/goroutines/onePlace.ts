/** Tells that goroutines of a dump stand in one place and were started in one place, as by a loop. Pure. */

/** The first frame with its place, behind the header. */
const FIRST_FRAME = new RegExp(String.raw`^goroutine [^\n]{1,400}\n([^\n]{1,2000})\((?:[^\n()]{0,2000})\)[ \t]*\n`
  + String.raw`[ \t]{1,16}(\S[^\n]{0,1000}?):(\d{1,9})(?:[ \t]|\n|$)`);
const CREATED = new RegExp(String.raw`^created by ([^\n]{1,2000}?)(?: in goroutine \d{1,20})?[ \t]{0,8}\n`
  + String.raw`[ \t]{1,16}(\S[^\n]{0,1000}?):(\d{1,9})(?:[ \t]|\n|$)`, 'm');
const ID = /^goroutine (\d{1,18}) /;
/** Share of the goroutines that stand in one place from which they are said to. */
const NEARLY_ALL = 0.9;
/** Ids from which they say that many goroutines were started; Go does not use an id again. */
const MANY_STARTED = 10_000;

const MAX_NAME = 120;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, MAX_NAME);

/**
 * `goroutines`: the text of each, with its header. Returns "" if they stand in several places or are one, and for the
 * few that a pool of workers has: they wait, and few were started. `isTold`: another sentence names the place.
 */
export function onePlaceFacts(
  goroutines: readonly string[], { isReady, isTold }: { isReady: boolean; isTold: boolean }
): string {
  const most = goroutines.reduce((max, text) => Math.max(max, Number(ID.exec(text)?.[1] ?? 0)), 0);
  if (goroutines.length < 2 || (!isReady && most < MANY_STARTED)) return '';
  const counts = new Map<string, number>();
  for (const text of goroutines) {
    const [, name, file = '', line = ''] = FIRST_FRAME.exec(text) ?? [];
    const [, creator, where = '', at = ''] = CREATED.exec(text) ?? [];
    if (name === undefined || creator === undefined || creator.startsWith('runtime.')) continue;
    const by = `started by ${lastPart(creator)} (${lastPart(where)}:${at})`;
    const place = isTold ? by : `in ${lastPart(name)} (${lastPart(file)}:${line}), ${by}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const [place, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (place === undefined || count === undefined || count < 2 || count < NEARLY_ALL * goroutines.length) return '';
  const started = most < MANY_STARTED ? '' : ` By the highest id, about ${most.toLocaleString('en-US')} goroutines `
    + `were started since the program began; ${goroutines.length.toLocaleString('en-US')} are in the text.`;
  return ` ${count === goroutines.length ? 'All' : count.toLocaleString('en-US')} are ${place}: one statement `
    + `starts them, and nothing in the text limits their number.${
      isReady ? ' They are ready to run: nothing in the text blocks them.' : ''}${started} Count them in a `
    + 'whole dump, twice, some time apart.';
}
