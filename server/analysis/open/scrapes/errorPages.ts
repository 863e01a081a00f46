/** Recognizes what a server or a proxy answered in place of a file: an error page, or its one line of text. Pure. */
import { firstIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';

/** The status with its text in the title or the heading of a page: `504 Gateway Time-out`, `Error 502 (Bad ...)`. */
const IN_PAGE = new RegExp(String.raw`<(?:title|h1)[^>]{0,200}>[^<\d]{0,60}\b([45]\d\d)\b[ :|(\u2013-]{0,4}`
  + String.raw`((?:gateway|bad|service|internal|forbidden|unauthorized|authorization|not|too|request|error|proxy|method`
  + String.raw`|origin|web server|payload|temporarily|access)\b[^<|)\n]{0,60})`, 'i');
const IS_PAGE = /^<(?:!doctype html|html|head|center|body|h1|\?xml)/i;
/** Servers that sign their pages. */
const SIGNED = new RegExp(String.raw`\b(nginx|openresty|Apache|cloudflare|envoy|Caddy|HAProxy|awselb|Varnish|Traefik`
  + String.raw`|Microsoft-IIS|Jetty|Tomcat)(?:[/ ](\d[\d.]{0,20}))?`, 'i');
/** Lines of proxies and of Go without a page around them, with the status that they stand for. */
const LINES: readonly (readonly [RegExp, number])[] = [
  [/^(?:upstream request timeout|stream timeout|gateway time-?out|504 gateway time-?out)\b/i, 504],
  [/^(?:no healthy upstream|upstream connect error|service unavailable|503 service unavailable)\b/i, 503],
  [/^(?:bad gateway|502 bad gateway)\b/i, 502], [/^(?:unauthorized|401 unauthorized)\b/i, 401],
  [/^(?:forbidden|403 forbidden)\b/i, 403],
];
const MAX_LINE_CHARS = 500;
/** Names of files that should hold a profile or an archive. */
const OF_PROFILE = new RegExp(String.raw`\.(?:pb|pprof|prof|gz|out|heap)(?:\.|$)`
  + String.raw`|(?:^|[\W_])(?:profile|heap|cpu|goroutine|allocs|mutex|block)`, 'i');
const SECONDS = /(?:^|[^a-z0-9])(?:seconds=)?(\d{1,4}) ?s(?:ec(?:onds)?)?(?=[^a-z0-9]|$)/i;

interface Answered { status: number; text: string; server: string | null }

/** Statuses by the message of an error in JSON that has none. */
const MEANT: readonly (readonly [RegExp, number])[] = [
  [/\btim(?:ed?|ing)[ -]?out\b|deadline exceeded/i, 504], [/unavailable|no healthy/i, 503],
  [/unauthori[sz]ed|unauthenticated|invalid token|credentials/i, 401], [/forbidden|permission|not allowed/i, 403],
  [/not found|no route|unknown path/i, 404],
];
const MAX_JSON_CHARS = 3000;

const JSON_MESSAGE = /"(?:message|error|error_description|detail|title|msg)"\s{0,10}:\s{0,10}"([^"\\]{1,200})"/;
const JSON_STATUS = /"(?:status|statusCode|status_code|code|error_code)"\s{0,10}:\s{0,10}"?([45]\d\d)\b/;

/** Reads the status and the message of an error in JSON; null for other documents. */
function jsonError(head: string): Answered | null {
  const text = JSON_MESSAGE.exec(head)?.[1];
  const stated = JSON_STATUS.exec(head)?.[1];
  if (text === undefined || head.length > MAX_JSON_CHARS) return null;
  const status = stated === undefined ? MEANT.find(([pattern]) => pattern.test(text))?.[1] : Number(stated);
  const words = stated === undefined ? text : `${stated} ${text}`;
  return status === undefined ? null : { status, text: words, server: null };
}

function answered({ head, isText, name: file }: Look): Answered | null {
  if (!isText) return null;
  // Elsewhere such a document is an answer, or a line of a log.
  if (/^\{\s{0,20}"/.test(head)) return OF_PROFILE.test(file) ? jsonError(head) : null;
  if (IS_PAGE.test(head)) {
    const [, status, text = ''] = firstIn(IN_PAGE, head) ?? [];
    const [, name, version] = firstIn(SIGNED, head) ?? [];
    return status === undefined ? null : {
      status: Number(status), text: `${status} ${text.trim()}`.trim(),
      server: name === undefined ? null : `${name}${version === undefined ? '' : `/${version}`}`,
    };
  }
  const line = head.length > MAX_LINE_CHARS ? '' : head.trim();
  const status = LINES.find(([pattern]) => pattern.test(line))?.[1];
  return status === undefined ? null : { status, text: line.slice(0, 100).replace(/\s+/g, ' '), server: null };
}

/** Statuses of a proxy or a server that waited for too long. */
const GAVE_UP: ReadonlySet<number> = new Set([504, 524, 408]);

function timeLimitWords(seconds: string | null): string {
  const limit = seconds === null ? '' : `: the name of the file says ${seconds} s, so its time limit is probably no `
    + 'longer than that';
  const fewer = seconds === null ? '' : `, for fewer seconds (seconds=${Math.ceil(Number(seconds) / 2)})`;
  return `The proxy gave up before the server had answered${limit}. That says nothing about the load of the server. `
    + `Fetch it past the proxy (kubectl port-forward, or on the host itself)${fewer}, or raise the time limit `
    + '(proxy_read_timeout of nginx).';
}

/** Returns what the status means, and the step. `seconds`: for how long the file should be, by its name. */
function meaningOf(status: number, seconds: string | null): string {
  if (GAVE_UP.has(status)) return timeLimitWords(seconds);
  if (status === 502 || status === 503) return 'The proxy had no server behind it that answered: see whether that runs '
    + 'and is ready, then fetch it past the proxy (kubectl port-forward, or on the host itself).';
  if (status === 401 || status === 403) return 'The server requires credentials: give them to the command (curl -u, or '
    + 'a token in -H "Authorization: ...").';
  if (status === 404) return 'The server has nothing at that address: check it, such as /debug/pprof/heap, and that '
    + 'the server has profiling enabled.';
  return status >= 500 ? 'The server failed while it answered: see its log at that time.'
    : 'The server refused the request: check its address and parameters.';
}

/** Pages of errors that were saved in place of what was asked for. */
export const ERROR_PAGE: Format = {
  id: 'error-answer', name: 'the error that a server or a proxy answered', door: null,
  remedy: 'With -f, curl fails instead of saving such an answer.',
  match: (look) => {
    const found = answered(look);
    return when(found !== null, () => ({
      ...(IS_PAGE.test(look.head) ? CERTAIN : LIKELY), ...(found?.server === null ? {} : { program: found?.server }),
    }));
  },
  interest: (look) => {
    const found = answered(look);
    if (found === null) return null;
    const isNamed = fits(OF_PROFILE, look.name);
    const seconds = firstIn(SECONDS, look.name)?.[1] ?? null;
    return `It is "${found.text}"${
      isNamed ? ', and no profile in spite of the name of the file' : ''}. ${meaningOf(found.status, seconds)}`;
  },
};
