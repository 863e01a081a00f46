/** Reads what vmagent says of a block that it could not send, and the receiver of a request it could not read. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ends } from '../../look/factTools.ts';
import { knownMeaning } from '../messages/knownMessages.ts';
import { meaningBeside } from '../said/meanings.ts';

const SENT = new RegExp(String.raw`couldn't send a block with size (\d{1,12}) bytes to "([^"\n]{1,200})": ?`
  + String.raw`(?:(?:Post|Put) "([^"\n]{1,400})": ?)?([^\n]{1,600}?)(?:; re-sending the block in (\d[\d.]{0,12}) ?s|$)`,
'm');
const STATUS = new RegExp(String.raw`unexpected status code received after sending a block with size (\d{1,12}) bytes `
  + String.raw`to "([^"\n]{1,200})"[^\n]{0,80}?: (\d{3})(?:; response body="([^\n]{0,300}?)")?`
  + String.raw`(?:; re-sending the block in (\d[\d.]{0,12}) ?s|$|;)`, 'm');
const READ = new RegExp(String.raw`cannot read (?:compressed )?request in (\d[\d.]{0,9}) seconds: ([^\n]{1,300}?)`
  + String.raw`(?=; |\. |$|\s\d{4}-\d\d)`, 'm');
const TIMED_OUT = /Client\.Timeout|deadline exceeded|i\/o timeout/;
const REFUSED = /connection refused|actively refused/;
const LATE_SECONDS = 30;
/** Reasons for which the rest of a request is missing. */
const UNREAD = /\bEOF\b|i\/o timeout|deadline exceeded|connection reset|closed network connection/;

/** Returns sentences on failed sends of vmagent; none without such a message. `flat`: a line for each paragraph. */
export function failedSends(flat: string): string[] {
  const [sent, status, read] = [SENT.exec(flat), STATUS.exec(flat), READ.exec(flat)];
  return [
    ...sent === null ? [] : [`${sentFact(sent)}${extentOf(flat, SENT_SIZE)}`],
    ...status === null ? [] : [`${statusFact(status)}${extentOf(flat, STATUS_SIZE)}`],
    ...read === null ? [] : [`${readFact(read)}${extentOf(flat, READ_SECONDS)}`],
  ];
}

const SENT_SIZE = /couldn't send a block with size (\d{1,12}) (bytes)/g;
const STATUS_SIZE = /status code received after sending a block with size (\d{1,12}) (bytes)/g;
const READ_SECONDS = /cannot read (?:compressed )?request in [\d.]{1,10} seconds/g;
/** Fewer such errors need no count. */
const MIN_ERRORS = 3;

/** Returns how many such errors a text has and the sum of their bytes; "" for few. */
function extentOf(flat: string, pattern: RegExp): string {
  const sizes = [...flat.matchAll(pattern)].map(([, size, unit]) => (unit === undefined ? 0 : Number(size)));
  const sum = sizes.reduce((all, size) => all + size, 0);
  return sizes.length < MIN_ERRORS ? '' : ` The text has ${sizes.length.toLocaleString('en-US')} such errors${
    sum === 0 ? '' : `, of ${sum.toLocaleString('en-US')} bytes in all`}.`;
}

const bytes = (text: string): string => Number(text).toLocaleString('en-US');
const again = (seconds: string | undefined): string =>
  (seconds === undefined ? '' : `; it sends the block again after ${formatSeconds(Number(seconds))}`);

/** Returns what the words of another reason mean, after a blank; '' if they are not known. */
function stepOf(reason: string): string {
  const meaning = meaningBeside(reason);
  return meaning === null ? '' : ` ${meaning}`;
}

function sentFact([, size = '', name = '', url, reason = '', wait]: RegExpExecArray): string {
  const why = TIMED_OUT.test(reason) ? ' The receiver did not answer in time: look at it, and at the network '
    + 'between them.'
    : REFUSED.test(reason) ? ' Nothing listens at that address: see whether the receiver runs.' : stepOf(reason);
  return `It has the error "couldn't send a block" of vmagent: ${bytes(size)} bytes to ${url ?? name}: ${
    ends(reason.trim())}${again(wait)}.${why}`;
}

function statusFact([, size = '', name = '', status = '', body = '', wait]: RegExpExecArray): string {
  const known = body === '' ? null : knownMeaning(body);
  // What the receiver says of itself is more than its status.
  const why = known !== null ? ` ${known}`
    : status === '404' ? ' The receiver runs, but has nothing at that path: compare the path of -remoteWrite.url with '
      + 'a prefix of the receiver.'
    : status.startsWith('5') ? ' The receiver, or a proxy before it, failed: see its log.'
      : status === '429' ? ' A limit of the receiver is reached: raise it, or send less.' : stepOf(`status: ${status}`);
  return `It has the error "unexpected status code" of vmagent: the answer to ${bytes(size)} bytes to ${name} was ${
    status}${body.trim() === '' ? '' : ` (${ends(body.trim())})`}${again(wait)}.${why}`;
}

function readFact([, seconds = '', reason = '']: RegExpExecArray): string {
  const took = Number(seconds);
  return `The receiver has the error "cannot read compressed request": ${formatSeconds(took)}, then ${
    ends(reason.trim())}.${took < LATE_SECONDS || !UNREAD.test(reason) ? ''
    : ' The rest of the request did not come: the sender was too slow, or the network between them lost it.'}`;
}
