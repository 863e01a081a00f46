/** Explains the status with which a receiver answers what a sender writes: 404, 400, 413, 429 or 5xx. Pure. */
import { LOSS } from '../chains/droppedSamples.ts';

/** Words of a sender: its messages, and the paths at which receivers take writes. */
const WRITES = new RegExp([
  /non-recoverable error|failed to send batch|(?:final )?error sending batch|remote[- _]?write|exporting failed/,
  /send(?:ing)? a block|permanent error|not retryable error|\[outputs\.\w{1,40}\]|failed to write batch|dropping data/,
  /\[output:\w{1,40}:/,
  /\/api\/v1\/(?:write|push|receive|import|prom\/)|\/loki\/api\/v1\/push|\/v1\/(?:traces|metrics|logs)\b/,
  /\/api\/v2\/write|\/insert\/\d{1,9}|\/otlp\b|\/write\?db=/,
].map(({ source }) => source).join('|'), 'i');
const STATUS = new RegExp([
  /HTTP status(?: code)?:? "?(?:code )?([45]\d\d)\b/, /\bstatus(?:_?code| code received)?["']?[=: ]{1,3}"?([45]\d\d)\b/,
  /status code received[^\n]{0,160}?: ([45]\d\d)\b/, /responded with (?:HTTP )?(?:Status Code )?([45]\d\d)\b/,
  /\b(404) page not found/, /\((404)\) Not Found|\b(404) Not Found|\b(503) Service Unavailable|\b(502) Bad Gateway/,
  /\b(429) Too Many Requests|\b(413) (?:Request Entity Too Large|Payload Too Large|Content Too Large)/,
  /\b(400) Bad Request|\b(500) Internal Server Error|\b(504) Gateway Time-?out/,
].map(({ source }) => source).join('|'), 'i');
/** The error of a Prometheus whose receiver is off. */
const RECEIVER_OFF = /remote write receiver (?:needs to be enabled|is not enabled|not enabled)/i;
/** The sender says what it does with the data. */
const DROPS = /non-recoverable error|dropping data|permanent error|not retryable error|final error sending batch/i;

const MEANINGS: Readonly<Record<string, string>> = {
  404: 'The receiver, or a proxy before it, has nothing at that path: compare the path of the URL with a route prefix '
    + 'or a base path of the receiver',
  400: 'The receiver rejects what is in the request, and its answer says why',
  409: 'The receiver reports a conflict, as Thanos does for samples that are out of order, too old or there already: '
    + 'look for two senders of one series, such as replicas with the same external labels',
  413: 'The request is larger than the receiver, or a proxy before it, takes: send smaller batches, or raise that '
    + 'limit',
  429: 'The receiver takes no more at this rate, a limit: raise it, or send less',
  500: 'The receiver failed at the request: see its log',
  502: 'A proxy before the receiver got no good answer from it: see whether the receiver runs',
  503: 'The receiver, or a proxy before it, takes no requests for now: see its log',
  504: 'A proxy before the receiver waited too long for it: see the log of the receiver',
};

/** Returns what the status in an error of a sender means, and what becomes of the data; null for other errors. */
export function writeMeaning(text: string): string | null {
  if (!WRITES.test(text)) return null;
  if (RECEIVER_OFF.test(text))
    return 'The receiver of remote write is off: start that Prometheus with --web.enable-remote-write-receiver (since '
      + '2.33; before, --enable-feature=remote-write-receiver).';
  const status = STATUS.exec(text)?.slice(1).find((found) => found !== undefined);
  const meaning = status === undefined ? undefined
    : MEANINGS[status] ?? (status.startsWith('5') ? MEANINGS['500'] : '');
  if (meaning === undefined || meaning === '') return null;
  return withDropped(`${meaning}.`, text);
}

/** Returns where the status of an answer begins; infinite without one. */
export const statusAt = (text: string): number => STATUS.exec(text)?.index ?? Infinity;

/** Adds to a meaning of the error of a sender that the data are dropped, if the error says so. */
export const withDropped = (meaning: string, error: string): string =>
  (WRITES.test(error) && DROPS.test(error) ? `${meaning} ${LOSS}` : meaning);

const WHOLE = new Set(Object.values(MEANINGS).map((meaning) => `${meaning}.`));

/** Whether a sentence is such a meaning. */
export const isWriteMeaning = (sentence: string): boolean => WHOLE.has(sentence)
  || sentence === LOSS
  || sentence.startsWith('The receiver of remote write is off:');
