/** Shortens an error for a sentence: drops its stack, counts its blocks, and keeps its end, which has the cause. */

const ULID = /[0-9A-HJKMNP-TV-Z]{26}/;
const BRACKETS = /\[([^[\]]{53,16000})\]/g;
/** Matches what pkg/errors prints between its messages: functions, and files after a tab. */
const FRAME = /^(?:\t|\\t|\s{2,}\/|[\w./()*@-]{1,200}\.[\w.()*]{1,200}$)/;
/** Matches the beginning of such a stack if its line ends are lost. */
const STACK = /\s(?:[\w-]{1,60}\.[a-z]{2,5}\/\S{1,200}|(?:main|runtime)\.\w{1,60})\s{1,3}\/\S{1,300}\.go:\d/;
/** Maximum number of blocks that are listed rather than counted. */
const MAX_NAMED = 3;
const MAX_MESSAGES = 4;
const MAX_INPUT = 16 * 1024;

/** Returns at most `maxLength` characters: the beginning and the end of a longer error. */
export function shortError(text: string, maxLength: number): string {
  const said = withoutStack(text.slice(0, MAX_INPUT)).replace(BRACKETS, (whole, inside: string) => {
    const words = inside.trim().split(/[\s,]{1,4}/);
    return words.length > MAX_NAMED && words.every((word) => ULID.test(word)) ? `[${words.length} blocks]` : whole;
  });
  if (said.length <= maxLength) return said;
  const half = Math.floor((maxLength - 3) / 2);
  return `${said.slice(0, half).trimEnd()} … ${said.slice(-half).trimStart()}`;
}

function withoutStack(text: string): string {
  const lines = text.split(/\n|\\n/);
  if (lines.length === 1) return text.slice(0, STACK.exec(text)?.index).trim();
  return lines.filter((line) => line.trim() !== '' && !FRAME.test(line)).slice(0, MAX_MESSAGES)
    .map((line) => line.trim()).join('; ');
}
