/** Finds the path of the program to which most memory of a table of pprof belongs. Pure. */
import { isOfGo, shortName } from '../../../logs/crashes/crashPlace.ts';

interface Row { share: string; cum: string; cumShare: string; name: string }

/** Percent from which a path has most, and the factor by which it has more than its largest function. */
const MOST = 60;
const MUCH_MORE = 1.2;
/** Functions that only pass a request on, or start what works. */
const PASSES_ON = new RegExp(String.raw`(?:\.ServeHTTP|HandlerFunc\S{0,40}|[fF]ilter|[mM]iddleware|\.func[\d.]{1,20}`
  + String.raw`|[.)](?:run|Run|main|Group\.Go))$`);

const percent = (text: string): number => Number.parseFloat(text);

/** Returns `With what it calls, httpd.(*Handler).serveWrite has 27GB (79.60%).`; null without such a function. */
export function pathWords(rows: readonly Row[], most: Row): string | null {
  const [deepest] = rows.filter(({ name, cumShare }) => name.includes('/') && !isOfGo(name) && !PASSES_ON.test(name)
    && percent(cumShare) >= MOST && percent(cumShare) > MUCH_MORE * percent(most.cumShare))
    .toSorted((a, b) => percent(a.cumShare) - percent(b.cumShare));
  return deepest === undefined ? null
    : `With what it calls, ${shortName(deepest.name)} has ${deepest.cum} (${deepest.cumShare}).`;
}
