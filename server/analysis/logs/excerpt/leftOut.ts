/** Recognizes lines that a person put into a log: marks of left-out lines, fences of Markdown, sentences. Pure. */

/** The name that a container runtime puts before each line. */
const PREFIX = String.raw`^(?:[A-Za-z_][\w.@/-]{0,60}\s{0,40}\|\s?)?`;
const ELISIONS: readonly RegExp[] = [
  // Dots alone, in any brackets.
  new RegExp(PREFIX + String.raw`[\s>#/*;|\u2502-]{0,12}[[(<{]?\s?(?:\.{2,}|\u2026{1,3}|(?:\. ){2,}\.|\u22ee|:{3,})`
    + String.raw`\s?[\])>}]?\s*$`),
  // `[snip]`, `--- 300 lines omitted ---`
  new RegExp(PREFIX + String.raw`\s{0,12}[^\w\s"'{][^\w]{0,11}(?:[\w,' -]{0,60} )?(?:snip(?:ped)?|omitted|truncated|`
    + String.raw`elided|skipped|left out|removed|cut|redacted|more|etc)(?:[ .][\w,' -]{0,40})?[^\w"'}]{1,12}$`, 'i'),
  // `... 12 similar lines`
  new RegExp(PREFIX + String.raw`\s{0,12}(?:\.{3}|\u2026)\s{0,2}[\w(][^="]{0,80}$`),
];
const FENCE = /^\s*(?:>\s?)?(?:`{3,}|~{3,})[\w+-]{0,20}\s*$|^\s*<\/?(?:details|summary|pre|code)\b[^<]{0,80}>/;

/** Go itself leaves out frames of a long stack. */
const FRAMES = /frames elided/;

export const isElision = (line: string): boolean =>
  !FRAMES.test(line) && ELISIONS.some((pattern) => pattern.test(line));
export const isFence = (line: string): boolean => FENCE.test(line);

const MAX_PROSE_CHARS = 400;
const MIN_WORDS = 4;
/** Number of words from which a text needs no mark at its end to be a sentence. */
const LONG_WORDS = 8;
const MIN_SHARE = 0.7;
/** Characters of languages without blanks between words, and how many of them are a sentence. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const MIN_CJK = 6;
/** Marks of what a program writes. */
const TECHNICAL = /[={}\t]|\(0x|\.go:\d|\d\d:\d\d:\d\d|::|^\s*at \S/;
const OUTPUT = new RegExp([
  /^(?:panic|fatal|runtime|created by|goroutine|exit status|killed|error|warning|hint|note|usage)\b/,
  /^(?:failed|unable|cannot|attaching|starting|stopping|pulling|listening)\b/,
].map(({ source }) => source).join('|'), 'i');
const HEADING = /^#{1,6} \p{L}|^\*\*[^*]{2,80}\*\*:?$|^\p{L}[\p{L}' -]{2,60}:$/u;
const WORD = /^["'`(\u201c]?\p{L}[\p{L}'\u2019-]*["'`)\u201d.,:;!?]*$/u;
const BULLET = /^(?:[-*\u2022>]|\d{1,3}[.)])\s{1,3}/;

/** Returns whether a text is a sentence or a heading of a person, not of a program. */
export function isProse(line: string): boolean {
  const text = line.trim().slice(0, MAX_PROSE_CHARS).replace(BULLET, '');
  if (TECHNICAL.test(text)) return false;
  if ((text.match(CJK)?.length ?? 0) >= MIN_CJK) return true;
  if (OUTPUT.test(text)) return false;
  return HEADING.test(text)
    || (hasWords(text) && (text.split(/\s+/).length >= LONG_WORDS || /[.:?!,]["')\u201d]?$/.test(text)));
}

/** Returns whether the text before a line of a log is the beginning of a sentence that quotes the line. */
export function isQuoting(prefix: string): boolean {
  const text = prefix.trim().slice(-MAX_PROSE_CHARS);
  if (text.endsWith('`')) return true;
  return !TECHNICAL.test(text) && hasWords(text);
}

function hasWords(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= MIN_WORDS && words.filter((word) => WORD.test(word)).length >= MIN_SHARE * words.length;
}

/** A time in a line of a log. */
const CLOCK = /\d\d:\d\d:\d\d|"ts": ?\d{9}/;
const MAX_LINES = 5000;

/**
 * Returns whether a text shows only parts of a log: with elisions, a fence between lines, or sentences between lines.
 * For texts whose lines are not read one by one.
 */
export function isExcerpt(text: string): boolean {
  let [hasLine, isAfterMark] = [false, false];
  for (const line of text.split('\n', MAX_LINES)) {
    if (CLOCK.test(line.slice(0, 200))) {
      if (isAfterMark) return true;
      hasLine = true;
    } else if (line.length <= 120 && isElision(line)) return true;
    else if (hasLine && (isFence(line) || isProse(line))) isAfterMark = true;
  }
  return false;
}
