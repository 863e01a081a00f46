/** Recognizes a session of go tool pprof without a table: what it fetched, and why it shows nothing. Pure. */
import { emptyReason } from '../../../../../../core/profile/emptyProfiles.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, wordOf, type Format } from '../../../look/format.ts';
import { joined } from '../../../look/factTools.ts';
import { namelessFacts } from './namelessRows.ts';

const SESSION = new RegExp([
  /^[ \t>]{0,40}(?:Fetching profile (?:over HTTP )?from \S|Saved profile in \S)/,
  /^[ \t>]{0,40}Entering interactive mode \(type "help"/, /^[ \t>]{0,40}\(pprof\) /,
].map(({ source }) => source).join('|'), 'm');
const SAVED = /^[ \t>]{0,40}Saved profile in (\S{1,400})[ \t]*\r?$/m;
const TYPE = /^[ \t>]{0,40}Type: (\S{1,60})/m;
const FILE = /^[ \t>]{0,40}File: (\S{1,200})/m;
const TIME = /^[ \t>]{0,40}Time: (\S[^\n]{1,60}?)[ \t]*\r?$/m;
/** A failure of pprof, whose last line only says that it failed. */
const FAILED = new RegExp(String.raw`^[ \t>]{0,40}(?:\S{1,400}: )?((?:parsing profile: |unrecognized profile format`
  + String.raw`|server response: |Get "?http|http fetch: |fetching https?:|could not enable CPU profiling)`
  + String.raw`[^\n]{0,300})`, 'mi');
const GAVE_UP = /^[ \t>]{0,40}(?:pprof: )?failed to fetch any source profiles/m;
const EMPTY = /^[ \t>]{0,40}(?:\(pprof\) )?(?:profile is empty|no samples|Total samples = 0)\b/mi;
const NO_TOTAL = /^[ \t>]{0,40}Showing nodes accounting for 0[a-zA-Z]{0,2}, .{1,20} of 0[a-zA-Z]{0,2} total/m;

/** What a failure of a fetch means. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/unrecognized profile format|parsing profile/i, 'The answer is no profile, but a page, an error or another file: '
    + 'fetch the address with curl and look at it. It must end in /debug/pprof/profile, /heap or the like.'],
  [/\b404\b/, 'The address has no such profile: the program does not serve net/http/pprof there.'],
  [/\b40[13]\b/, 'The server refuses it: give pprof the credentials of the address.'],
  [/already in use|Could not enable CPU profiling/i, 'Another CPU profile is being recorded: wait until it ends.'],
  [/connection refused/i, 'Nothing listens at that address: check host and port.'],
  [/deadline exceeded|timeout/i, 'It took too long: ask for fewer seconds, or raise -timeout.'],
];

/** Says of a table whose total is 0 why; null for another text. */
function emptyTotal(head: string): string | null {
  if (!fits(NO_TOTAL, head) && !fits(EMPTY, head)) return null;
  const type = wordOf(TYPE, head);
  return joined([
    `The profile is empty${type === undefined ? '' : `: it has no sample of ${type}`}.`,
    type === undefined ? null : emptyReason(type),
  ]);
}

/** Says of a table that it shows no code: its rows have no names, or there are none. */
export const withoutCode = (head: string): string | null => namelessFacts(head) ?? emptyTotal(head);

function sessionFacts(head: string): string | null {
  const empty = emptyTotal(head);
  if (empty !== null) return empty;
  const failure = FAILED.exec(head)?.[1]?.trim();
  const meaning = failure === undefined ? null : MEANINGS.find(([pattern]) => pattern.test(failure))?.[1] ?? null;
  if (failure !== undefined || fits(GAVE_UP, head)) return joined([
    `pprof could not fetch the profile${failure === undefined ? '' : `: "${failure}"`}.`, meaning,
  ]);
  const [saved, type, file, time] = [SAVED, TYPE, FILE, TIME].map((pattern) => pattern.exec(head)?.[1]);
  const what = `${type === undefined ? 'a profile' : `a profile of ${type}`}${file === undefined ? '' : ` of ${file}`}`;
  return `It fetched ${what}${time === undefined ? '' : `, taken ${time}`}, and prints no table of it.${
    saved === undefined ? '' : ` Open the saved file: ${saved}.`}`;
}

export const PPROF_SESSION: Format = {
  id: 'pprof-session', name: 'a session of go tool pprof without a table', door: null,
  match: ({ head }) => when(fits(SESSION, head), { ...CERTAIN, program: 'Go' }),
  interest: ({ head }) => sessionFacts(head),
  remedy: ({ head }) => (fits(SAVED, head) || emptyTotal(head) !== null || fits(GAVE_UP, head) ? null
    : 'Print its functions (go tool pprof -top FILE), or open the profile itself (.pb.gz).'),
};
