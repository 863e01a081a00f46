/** Leaves out what others than the writer of a report say: in comments below it, in a chat, in quoted mail. Pure. */
import { FENCE } from './pasteMarks.ts';

const NAME = String.raw`@?([\w.-]{1,40})`;
/** The head of a comment, as on an issue. */
const COMMENT = new RegExp([
  String.raw`^\s{0,8}(?:#{1,6} )?\*\*${NAME}\*\*:? {0,4}(?:\(\w{1,20}\) {1,2})?`
    + String.raw`(?:commented|replied|wrote|answered)\b.{0,80}$`,
  String.raw`^\s{0,8}(?:#{1,6} )?${NAME}(?: \(\w{1,20}\))? `
    + String.raw`commented(?: (?:on|last|yesterday|\d|an?)\b.{0,60})?:?\s{0,8}$`,
].join('|'), 'i');
/** The head of a message of a chat, on a line of its own or before its text. */
const MESSAGE = new RegExp([
  String.raw`^\s{0,8}\*\*${NAME}\*\*:? {1,4}[([]?\d{1,2}:\d\d(?: ?[AP]M)?[)\]]?\s{0,8}$`,
  String.raw`^\s{0,4}\[\d{1,2}:\d\d(?: ?[AP]M)?\] {1,4}<?${NAME}>?: {1,4}(?=\S)`,
].join('|'), 'i');
/** What a report calls its own writer. */
const IS_WRITER = /^(?:reporter|author|op|opener)$/i;
const QUOTED = /^ {0,3}> {0,4}\S/;
const HAS_TEXT = /\p{L}{2}/u;

interface Head { name: string; isChat: boolean }

function headOf(line: string): Head | null {
  const [comment, message] = [COMMENT.exec(line), MESSAGE.exec(line)];
  const name = [...comment?.slice(1) ?? [], ...message?.slice(1) ?? []].find((one) => one !== undefined);
  return name === undefined ? null : { name: name.toLowerCase(), isChat: comment === null };
}

/** Returns the lines, with empty ones for the words of others; what stands between fences is kept. */
export function writersLines(lines: readonly string[]): string[] {
  let isInFence = false;
  const isCode = lines.map((line) => {
    const isFence = FENCE.test(line) && /```|~~~/.test(line);
    if (isFence) isInFence = !isInFence;
    return isFence || isInFence;
  });
  const heads = lines.map((line, i) => (isCode[i] === true ? null : headOf(line)));
  const at = heads.findIndex((head) => head !== null);
  const first = heads[at] ?? null;
  // A report above the comments is of its writer, and the first message of a chat, too.
  const hasReport = lines.slice(0, Math.max(0, at)).some((line) => HAS_TEXT.test(line));
  const writer = first !== null && (first.isChat || !hasReport) ? first.name : null;
  const isQuotation = quotations(lines, isCode);
  let isOther = false;
  return lines.map((line, i) => {
    const head = heads[i] ?? null;
    if (head !== null) isOther = !IS_WRITER.test(head.name) && head.name !== writer;
    if (isCode[i] !== true && (isOther || (isQuotation && QUOTED.test(line)))) return '';
    return head === null ? line : head.isChat ? line.replace(MESSAGE, '') : '';
  });
}

/** Whether the quoted lines are few, as those that a mail answers; a text may be quoted as a whole. */
function quotations(lines: readonly string[], isCode: readonly boolean[]): boolean {
  const prose = lines.filter((line, i) => isCode[i] !== true && HAS_TEXT.test(line));
  const quoted = prose.filter((line) => QUOTED.test(line)).length;
  return quoted > 0 && quoted * 3 < prose.length;
}
