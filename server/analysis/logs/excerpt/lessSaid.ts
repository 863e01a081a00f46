/** Drops from an error that is too long what says least, step by step, until it is short enough. Pure; bounded. */
import { NOISE, withoutSamePaths } from './noise.ts';

/** What a program proposes in general, behind its reason. */
const SOLUTIONS = /[.;,]? {0,2}\b[Pp]ossible (?:solutions?|causes?|reasons?): [^\n]{1,2000}$/;
/** The place in the code before a message. */
const CODE_PLACE = /^[\w./@-]{1,200}\.(?:go|java|py|rs|cc?|cpp):\d{1,6}: /;
/** The same words again, such as "Permanent error: Permanent error: ". */
const SAME_WORDS = /(\b[A-Za-z][\w ]{2,60}: )\1{1,9}/g;
const HEADER = '(?:Accept(?:-[A-Z][a-z]{1,12})?|Cache-Control|Connection|Content-[A-Z][a-z]{1,12}|Host|Server'
  + String.raw`|User-Agent|Via|X-[\w-]{1,40}): [^;"\n]{0,200}`;
/** What a server of dskit logs of a request behind its answer, and other lists of headers. */
const HEADERS = new RegExp(String.raw`(?:(?:; )?(")? ?\bws: (?:true|false)|[;,])(?:; |\s)?`
  + String.raw`(?:${HEADER}(?:; ?|$)){2,40}`);
const TENANT = /\bX-Scope-OrgID: (?!fake\b|anonymous\b)[^;"\n]{1,100}/i;
/** The flag that says how often VictoriaMetrics logs errors of scrapes. */
const FLAG = / during -promscrape\.suppressScrapeErrorsDelay=\S{1,20}(?=;)/;
/** How Go prints that there is no error. */
const NO_ERROR = /; err = %!w\(<nil>\)/g;
/** When the sample of an entry was, before the reason why Loki refused it. */
const ENTRY = /\bentry with timestamp \d{4}-\d\d-\d\d [\d:.]{8,18} [+-]\d{4} [A-Z]{2,5} ignored/g;
const QUOTED_URL = /"(https?:\/\/[^\s"]{8,2000})"/g;
const MAX_URLS = 20;
const REQUEST_URI = /^(remoteAddr: "[^"\n]{1,200}"); requestURI: \S{1,300}; /;
const REMOTE = /^remoteAddr: "[^"\n]{1,200}"; /;

/** Drops "verb "URL": " of a URL that the text has named already. */
function withoutSameUrls(text: string): string {
  const known = new Set<string>();
  let rest = text;
  for (const [whole, url = ''] of [...text.matchAll(QUOTED_URL)].slice(0, MAX_URLS)) {
    const first = rest.indexOf(whole);
    if (known.has(url) || first < 0) continue;
    known.add(url);
    const behind = first + whole.length;
    const parts = rest.slice(behind).split(`${whole}: `);
    rest = rest.slice(0, behind) + parts
      .map((part, i) => (i === parts.length - 1 ? part : part.replace(/(^|[:;,.] )[A-Za-z ]{1,40} $/, '$1'))).join('');
  }
  return rest;
}

/** Returns an error without the URLs that the message before it names, and with the last name of its paths. */
export function withoutUrlsOf(message: string, error: string): string {
  const before = `${message}; `;
  const whole = withoutSamePaths(withoutSameUrls(`${before}${error}`));
  return whole.startsWith(before) ? whole.slice(before.length) : error;
}

/** Drops the headers of a request behind its answer, except the tenant. */
export function withoutHeaders(text: string): string {
  const tenant = TENANT.exec(text)?.[0];
  return text.replace(HEADERS, (_, mark: string | undefined) => `${mark ?? ''}${
    tenant === undefined ? '' : `; ${tenant}`}`);
}

/** Steps, those first that lose least. */
const EARLY: readonly ((text: string) => string)[] = [
  (text) => text.replace(SOLUTIONS, '.'), (text) => text.replace(SAME_WORDS, '$1'),
  (text) => text.replace(CODE_PLACE, ''), withoutHeaders, withoutSameUrls,
  (text) => text.replace(FLAG, ''), (text) => text.replace(NO_ERROR, ''), ...NOISE,
];
const LATE: readonly ((text: string) => string)[] = [
  (text) => text.replace(ENTRY, 'entry ignored'), (text) => text.replace(REQUEST_URI, '$1; '),
  (text) => text.replace(REMOTE, ''),
];

const taken = (steps: readonly ((text: string) => string)[]) => (text: string, maxLength: number): string =>
  steps.reduce((rest, step) => (rest.length <= maxLength ? rest : step(rest)), text);

/** Drops advice, repetitions, headers and positions in code. */
export const lessSaid = taken(EARLY);
/** Drops what tells of a request rather than of its error. */
export const leastSaid = taken(LATE);

/** What an error must not lose in its middle: a reason, and whom or what it is about. */
const REASON = new RegExp([
  /\bbecause [^.;,\n]{3,100}(?=[.;,\n]|$)/, /\b[Uu]ser "[^"\n]{1,120}"/,
  /\breason: {0,2}(?:'[^'\n]{3,100}'|"[^"\n]{3,100}"|[^.;,'"\n]{3,100}(?=[.;,\n]|$))/,
  /\bunhealthy (?:instances?|ingesters?): [^\s"\\]{3,100}/,
  /\bdial (?:tcp|udp|unix) [^\s"]{3,100}[^\s":]/, /\bin table '?[\w.]{3,100}(?: \([\w-]{1,40}\))?'?/,
  /\bx509: [^;,("\n]{5,100}[^\s;,("]/,
  /\bcalling webhook "[^"\n]{3,100}"/,
  // What the operating system says.
  /\b(?:no space left on device|disk quota exceeded|read-only file system|input\/output error|permission denied)\b/,
  /\b(?:cannot allocate memory|too many open files|operation not permitted|connection refused|no such host)\b/,
].map(({ source }) => source).join('|'), 'g');
const MAX_REASONS = 5;
/** A name that identifies what an error is about, by its digit or its joined words. */
const NAMED = new RegExp(String.raw`\b(?:user=|(?:tenant|org[_-]?id|metric|measurement|database|bucket|shard|segment)`
  + String.raw`(?:[=:] ?| ))["']?(?=[A-Za-z]{0,60}[\d_-])[\w.-]{1,100}["']?`, 'g');

const placesOf = (pattern: RegExp) => (text: string): { from: number; to: number }[] => [...text.matchAll(pattern)]
  .slice(0, MAX_REASONS).map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/** Returns the places of the reasons of a text. */
export const reasonsIn = placesOf(REASON);
/** Returns the places of names that a text gives beside the word for what they name. */
export const namesIn = placesOf(NAMED);

/** Labels by which one finds a target, the most telling first. */
const LABELS = ['job', 'instance', 'agent_type', 'service_name', 'pod', 'namespace', 'container', 'host'];
const SERIES = /\{(?=[A-Za-z_]\w{0,60}=")[^{}]{41,4000}\}/g;
const DROPPED = '{…}';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Returns those labels of a series by which one finds a target, each with a comma behind it. */
export function tellingLabels(series: string, maxLength: number): string {
  let inside = '';
  for (const label of LABELS) {
    const own = new RegExp(`[{,] ?(${label}="[^"\\\\{}]{1,100}")`).exec(series)?.[1] ?? '';
    if (own !== '' && !UUID.test(own) && inside.length + own.length + 2 <= maxLength) inside += `${own}, `;
  }
  return inside;
}

/** Returns a text of which a series was dropped with those of its labels for which there is room. */
export function withLabels(said: string, whole: string, maxLength: number): string {
  const [series, other] = whole.match(SERIES) ?? [];
  if (series === undefined || other !== undefined || said.split(DROPPED).length !== 2) return said;
  return said.replace(DROPPED, () => `{${tellingLabels(series, maxLength - said.length)}…}`);
}
