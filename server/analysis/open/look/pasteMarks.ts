/** Patterns of lines around pasted content: Markdown fences, prompts and commands. Pure. */

export const FENCE =
  /^\s*(?:`{3,8}|~{3,8})[\w+-]{0,20}\s*$|^\s*<\/?(?:details|summary|pre|code)\b[^<]{0,200}(?:<\/summary>)?>?\s*$/;
export const COMMAND = new RegExp([
  /^\s*(?:[\w.@:~/-]{1,80}[ ])?(?:\([\w./-]{1,60}\) )?[$#%>\u276f\u279c][ ]\s*\S/,
  /^\S{1,80}[:~][^\s]{0,80}[$#] ?\S/,
  /^\[[^\]\n]{1,80}\] ?[$#] /, /^\s*(?:curl|kubectl|go tool|promtool|cat|tsdb|oc|docker|ll) \S/,
  /^\s*(?:ls|du|df|ps|free|iostat|pidstat) -\w/,
].map(({ source }) => source).join('|'));
/** A root prompt with a known command; other text after `#` may be a comment. */
export const PROMPT = new RegExp(String.raw`^\s*# (?:(?:du|df|curl|ls|ll|cat|free|top|ps|promtool|kubectl|docker|iostat`
  + String.raw`|vmstat|pidstat|sar|ss|lsof|time|perf|strace|find|uptime|systemctl`
  + String.raw`|journalctl|go)\b(?! is | was )|\.?/\S+( -|$))`);

/** Marks of code in other markup: of Jira in braces, of HTML, and three back quotes with words behind them. */
const OPENS = new RegExp([
  /^\s{0,8}\{(?:code|noformat)(?::[^}\n]{0,120})?\}(.{0,4000})$/,
  /^\s{0,8}<pre\b[^<>]{0,200}>(?:<code\b[^<>]{0,200}>)?(.{0,4000})$/, /^\s{0,8}`{3}(?=\S{0,80}[\s=:{])(.{1,4000})$/,
].map(({ source }) => source).join('|'));
const CLOSES = /^(.{0,4000}?)(?:\{(?:code|noformat)\}|(?:<\/code>)?<\/pre>|`{3})\s{0,20}$/;
/** Three back quotes around a word of a sentence. */
const WITHIN = /`{3}(?!\s{0,20}$)/;
const LANGUAGE = /^[ \t]?[\w+-]{1,20}\s{0,20}$/;
const MARKED = /\{(?:code|noformat)[:}]|<\/?pre\b|`{3}/;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': '\'', nbsp: ' ' };
const FENCE_MARK = '```';

/** Writes the code of other markup between fences, and code that only its indentation marks. */
export function fenced(lines: readonly string[]): string[] {
  const marked = lines.some((line) => MARKED.test(line)) ? withFences(lines) : lines;
  return indented(marked.flatMap(quoted));
}

/** Turns single backticks around several lines, or around a line of JSON, into fences. */
function quoted(line: string): string[] {
  const json = /^`(\{[^`]{40,})`\s*$/.exec(line)?.[1];
  if (json !== undefined) return [FENCE_MARK, json, FENCE_MARK];
  return /^`[^`]+$/.test(line) ? [FENCE_MARK, line.slice(1)] : [/^`\s*$/.test(line) ? FENCE_MARK : line];
}

/** The first character of what ends the code that is open. */
type Mark = '{' | '<' | '`';

/** Turns marks of code in other markup into fences. */
function withFences(lines: readonly string[]): string[] {
  let open: Mark | null = null;
  const plain = (line: string): string => (open === '<'
    ? line.replaceAll(/&(lt|gt|quot|amp|#39|nbsp);/g, (all, name: string) => ENTITIES[name] ?? all) : line);
  return lines.flatMap((line): string[] => {
    if (open === null) {
      // A fence of Markdown has at most the name of a language behind it.
      if (FENCE.test(line) && /^\s*`{3}/.test(line)) {
        open = '`';
        return [line];
      }
      const rest = OPENS.exec(line)?.slice(1).find((one) => one !== undefined);
      if (rest === undefined || WITHIN.test(rest)) return [line];
      const mark: Mark = /^\s*\{/.test(line) ? '{' : /^\s*</.test(line) ? '<' : '`';
      open = mark;
      if (mark === '`' && LANGUAGE.test(rest)) return [FENCE_MARK];
      const [, last] = closed(rest, mark) ?? [];
      const own = plain(last ?? rest);
      if (last !== undefined) open = null;
      return [FENCE_MARK, ...own.trim() === '' ? [] : [own], ...last === undefined ? [] : [FENCE_MARK]];
    }
    const [, last] = open === '`' && FENCE.test(line) ? ['', ''] : closed(line, open) ?? [];
    const own = plain(last ?? line);
    if (last === undefined) return [own];
    open = null;
    return [...own.trim() === '' ? [] : [own], FENCE_MARK];
  });
}

/** Returns the match of a line that ends the open code. */
function closed(line: string, open: Mark): RegExpExecArray | null {
  const match = CLOSES.exec(line);
  return match?.[0].slice(match[1]?.length ?? 0).startsWith(open) === true ? match : null;
}

const CODE = /^(?: {4}|\t)/;
/** A sentence or a heading at the left margin, which no output of a command has. */
const SENTENCE = /^(?![-*+>|] |\d{1,3}[.)] )(?:#{1,6} \S|\S.{0,300}?\p{L}{2,}[,;:]? +[^\s\p{N}=]{0,3}\p{L}{2,})/u;
const OF_OUTPUT = /\d\d:\d\d:\d\d|\w=\S|\S {3,}\S|\t|^\s*[[{]|[;{]\s*$/;

/** Turns blocks that their indentation marks as code, below a sentence, into fences. */
function indented(lines: readonly string[]): string[] {
  if (!lines.some((line) => CODE.test(line))) return [...lines];
  const all: string[] = [];
  let [isInFence, above] = [false, ''];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line) && /```|~~~/.test(line)) isInFence = !isInFence;
    const isStart = !isInFence && CODE.test(line) && line.trim() !== '' && (lines[at - 1] ?? '').trim() === ''
      && SENTENCE.test(above) && !OF_OUTPUT.test(above);
    const end = isStart ? endOfCode(lines, at) : null;
    if (end === null) all.push(line);
    else {
      all.push(FENCE_MARK, ...lines.slice(at, end).map((one) => one.replace(CODE, '')), FENCE_MARK);
      at = end - 1;
    }
    if (line.trim() !== '') above = line.slice(0, MAX_LINE);
  }
  return all;
}
const MAX_LINE = 400;

/** Returns the line behind a block of indented code; null if other text follows it without a blank line. */
function endOfCode(lines: readonly string[], from: number): number | null {
  let [end, at, isDeeper] = [from, from, true];
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (!CODE.test(line)) break;
    isDeeper &&= /^(?: {5}|\t\s)/.test(line);
    end = at + 1;
  }
  // Columns of an output may be indented, too, but not by just as much.
  return isDeeper || (at < lines.length && end === at) ? null : end;
}
