/** Removes the prompt of a shell before what a program in the background logs: it names no source. Pure. */

const FOLDER = String.raw`[\w.~/ -]{0,120}`;
const BODY = [
  // [root@host folder]#, user@host:~$, ~/folder $, bash-5.1$, or the mark alone.
  String.raw`\[[\w.-]{1,60}@[\w.-]{1,80}(?:[ :]${FOLDER})?\]`, String.raw`[\w.-]{1,60}@[\w.-]{1,80}(?:[ :]${FOLDER})?`,
  `[~/]${FOLDER}`, String.raw`(?:ba|z|k|a)?sh-\d[\d.]{0,8}`, '',
].join('|');
const PROMPT = new RegExp(
  // The environment of Python before it.
  String.raw`^\s{0,8}(?:\([\w./-]{1,60}\) )?(?:(?:${BODY}) ?[#$%\u276f\u2717]`
    + String.raw`|(?:PS )?[A-Za-z]:\\[^>\n]{0,200}>|\u279c {1,3}[\w.~/-]{1,80}(?: git:\([^)\n]{1,60}\))?(?: \u2717)?)`
    // The keys that a terminal prints when they are pressed, then the keys, the JSON or the time of a record.
    + String.raw` {0,2}(?:\^[CDZ\\]){0,3} {0,2}(?=(?:level|ts|time|caller|t|lvl)=\S|\{"|\d{4}-\d\d-\d\dT\d\d:)`
);
/** Beginnings of most lines of a log. */
const RECORD = /^(?:\d|\{|ts=|time=|level=)/;
/** Characters of the longest prompt. */
const MAX_PROMPT = 400;

export function withoutPrompt(line: string): string {
  if (RECORD.test(line)) return line;
  const found = PROMPT.exec(line.slice(0, MAX_PROMPT))?.[0];
  return found === undefined ? line : line.slice(found.length);
}
