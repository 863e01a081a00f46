/** Takes Markdown, HTML and the marks of chats off a notification, so that each label or annotation is a line. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';

const MAX_CHARS = 1024 * 1024;
const MAX_LINES = 100_000;
const MAX_LINE = 2000;

/** Parts of a page that are not shown. */
const HIDDEN: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/<!--/g, /-->/g], [/<script\b/gi, /<\/script>/gi], [/<style\b/gi, /<\/style>/gi],
];
const CELL_BREAK = /<\/t[hd]>\s{0,60}<t[hd]\b[^<>]{0,2000}>/gi;
const LINE_TAG = /<(?:br|\/?tr|\/?p|\/?div|\/?li|\/?ul|\/?table|\/?h[1-6]|hr|\/?strong|\/?title)\b[^<>]{0,2000}>/gi;
const TAG = /<\/?[a-z][a-z\d]{0,15}\b[^<>]{0,2000}>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#34': '"', '#39': '\'', '#43': '+', '#61': '=',
};

/** Returns a text without what stands between two marks, also if the second is missing. */
function without(text: string, open: RegExp, close: RegExp): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    open.lastIndex = from;
    const start = open.exec(text);
    if (start === null) return kept.length === 0 ? text : [...kept, text.slice(from)].join(' ');
    kept.push(text.slice(from, start.index));
    close.lastIndex = start.index;
    const end = close.exec(text);
    if (end === null) return kept.join(' ');
    from = end.index + end[0].length;
  }
}

function withoutTags(text: string): string {
  const shown = HIDDEN.reduce((rest, [open, close]) => without(rest, open, close), text);
  return shown.replaceAll(CELL_BREAK, '\t').replaceAll(LINE_TAG, '\n').replaceAll(TAG, '')
    .replaceAll(/&(\w{2,5}|#\d{2});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}

/** A list that was pasted in one line: each item or heading begins a line. */
const ITEM = / (?=- [A-Za-z_]\w{0,80} = )/g;
const HEADING = /[ \t](?=(?:Labels|Annotations|Source|Silence|Value|Alerts (?:Firing|Resolved)):(?:[ \t]|$))/gm;
const AFTER_HEADING = /^((?:Labels|Annotations|Alerts (?:Firing|Resolved)):)[ \t]{1,9}(?=\S)/gm;

const MARKS = /^[\s>]{0,40}(?:(?:[-*+\u2022\u25cf] |#{1,6} |:\w{1,40}: |\p{Extended_Pictographic}\ufe0f? ?){0,4})/u;

/** Returns the lines of the first MiB without their marks, at most one blank line in a row. */
export function notificationLines(text: string): string[] {
  const head = text.slice(0, MAX_CHARS);
  const plain = fits(/<(?:t[hd]|br|p|div|html|li)\b/i, head) ? withoutTags(head) : head;
  const split = plain.replaceAll(ITEM, '\n').replaceAll(HEADING, '\n').replaceAll(AFTER_HEADING, '$1\n');
  let wasBlank = true;
  return split.split('\n', MAX_LINES).flatMap((raw) => {
    const line = raw.slice(0, MAX_LINE).replace(MARKS, '').replaceAll(/\*\*|`/g, '')
      .replaceAll(/(?<![\w*])\*(?=[\w:])|(?<=[\w:.)])\*(?![\w*])/g, '').trim();
    const isSecond = line === '' && wasBlank;
    wasBlank = line === '';
    return isSecond ? [] : [line];
  });
}
