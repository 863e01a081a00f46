/** Says of a table of go tool pprof that its functions have no names, why, and how to get them. Pure. */
import { formatNumber } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import { wordOf } from '../../../look/format.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';

const HEADER = /^[ \t>]{0,40}flat\s+flat%\s+sum%\s+cum\s+cum%[ \t]*\r?$/m;
const VALUE = String.raw`[\d.]{1,20}[a-zA-Z\u00b5]{0,4}`;
const ROW = new RegExp(String.raw`^[ \t>]{0,40}(${VALUE})[ \t]{1,20}([\d.]{1,8})%[ \t]{1,20}[\d.]{1,8}%[ \t]{1,20}`
  + String.raw`${VALUE}[ \t]{1,20}[\d.]{1,8}%(?:[ \t]{1,20}(\S.{0,300}?))?[ \t]*\r?$`, 'gm');
/** What stands for a name that is not known. */
const NAMELESS = /^(?:<unknown>|\[unknown\]|<prog>|\?\?|0x[0-9a-f]{1,16})(?: |$)/;
const TOTAL = new RegExp(String.raw`^[ \t>]{0,40}(?:Showing nodes accounting for .{1,60} of (\S{1,30}) total`
  + String.raw`|\S{1,30} of (\S{1,30}) total \()`, 'm');
/** What pprof prints if it finds no symbols. */
const REASON = new RegExp(String.raw`^[ \t>]{0,40}((?:Main binary filename not available|Some binary filenames not `
  + String.raw`available|Local symbolization failed for|Symbolization may be incomplete|Couldn't find local symbols`
  + String.raw`|could not find symbols)[^\n]{0,200}?)\.?[ \t]*\r?$`, 'mi');
const BUILD_ID = /^[ \t>]{0,40}Build ID: ([0-9a-f][\w/+=-]{5,120})/m;
const FILE = /^[ \t>]{0,40}File: (\S{1,200})[ \t]*\r?$/m;
/** The seconds that pprof asks the program for. */
const ASKED = /^[^\n]{0,200}?(?:Please wait\.{0,3} \((\d{1,6})s\)|[?&]seconds=(\d{1,6})\b)/m;
const DURATION = /^[ \t>]{0,40}Duration: \S{1,20}, Total samples = /m;
const MAX_ROWS = 500;
/** Share of the self values from which the table says nothing of the code. */
const MOST = 50;
const NEARLY_ALL = 99;

/** Returns null for a table whose functions have names. */
export function namelessFacts(head: string): string | null {
  const at = HEADER.exec(head);
  if (at === null) return null;
  const rows = [...head.slice(at.index).matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, flat = '', share = '', name = '']) => ({ flat, share: Number(share), name }));
  const nameless = rows.filter(({ name }) => name === '' || NAMELESS.test(name));
  const percent = nameless.reduce((sum, { share }) => sum + share, 0);
  const [first] = nameless;
  if (first === undefined || percent < MOST) return null;
  const total = TOTAL.exec(head)?.slice(1).find((one) => one !== undefined) ?? first.flat;
  const named = rows.find(({ name }) => name !== '' && !NAMELESS.test(name));
  const reason = REASON.exec(head)?.[1];
  return joined([
    percent >= NEARLY_ALL ? `Its functions have no names: the code of its ${total} is unknown.`
      : `${formatNumber(percent)} % of its ${total} are in functions without a name, so most of the code is unknown${
        named === undefined ? '' : `; of the named, ${named.name} has the most: ${named.flat} (${named.share}%)`}.`,
    reason === undefined ? 'The profile was printed without its program, or the program has no symbols.'
      : `pprof says why: "${reason}".`,
    coresOf(head, total), stepOf(head),
  ]);
}

/** Returns the cores of a CPU profile whose seconds are those that were asked for. */
function coresOf(head: string, total: string): string | null {
  const [, waited, asked] = ASKED.exec(head) ?? [];
  const seconds = Number(waited ?? asked);
  const type = wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, head) ?? 'cpu';
  return !(seconds > 0) || type !== 'cpu' || pprofUnit(total) !== 'seconds' || DURATION.test(head) ? null
    : `${total} in the ${seconds}s that were asked for are about ${formatNumber(pprofAmount(total) / seconds)} cores.`;
}

function stepOf(head: string): string {
  const [file, build] = [FILE.exec(head)?.[1], BUILD_ID.exec(head)?.[1]];
  return `Give pprof the program that ran${build === undefined ? ', of the same build' : ` (Build ID ${build})`}: `
    + `go tool pprof ${file ?? 'PROGRAM'} PROFILE. The saved profile alone has no more names than this table, unless a `
    + 'program built with Go 1.9 or later wrote it.';
}
