/** Finds the version of a program that the sentences, labels and tables of a report state. Pure; bounded. */
import { isHere, OTHERS, PROGRAMS } from './versionWords.ts';

const NUMBER = String.raw`(\d{1,3}\.\d{1,4}(?:\.\d{1,4})?(?:-(?:rc|beta|alpha)\.?\d{1,3})?)`;
const UNITS = [
  '%', 'percent', '[KMGTkmgt]i?B?\\b', '[mµn]?s\\b', 'sec', 'min', 'hour', 'day', 'week', 'month', 'year', 'times?\\b',
  'x\\b', 'cores?\\b', 'v?cpus?\\b', 'samples', 'series', 'requests', 'million', 'billion', 'thousand', 'per\\b',
].join('|');
/** Neither an address, a wildcard (`2.x`), a figure with its unit, nor a part of a longer word. */
const WHOLE = String.raw`(?![\w.]{0,40}\d)(?!\.[xX*])(?![-\w/])(?!\s{0,2}(?:${UNITS}))`;
const WORD = '(?:version|ver\\.?|release|versión|versão|versione|versie'
  + '|версия|версии|версию|版本号?|バージョン|버전)';
/** Blanks and marks between a name, the word version and the number. */
const GAP = String.raw`[\s:=@,|("'\uff1a\uff08\u2013#-]{0,8}`;
const FILLER = String.raw`(?:${WORD}|servers?|cluster|instances?|replicas?|pods?|database|oss|enterprise|image|tag`
  + String.raw`|build|binary|single-node|single|is|used?|running|currently|we use|i use`
  + String.raw`|receiver?|sidecar|store(?:-gateway)?|compact(?:or)?|querier|ruler|ingester|distributor|gateway)`;
/** A program of a longer name, such as the operator or an exporter of a server. */
const LONGER = String.raw`(?![-\w/]|\.\w)`;

const MAX_LINES = 3000;
const MAX_LINE = 1000;
/** Maximum number of lines with numbers that are read. */
const MAX_NUMBERED = 400;
/** Number of lines before a label without a name that tell of what it is. */
const MAX_ABOVE = 3;
/** Lines of a log, whose versions its own readers know. */
const LOGGED = /\b(?:level|lvl|msg|caller|ts)=|"(?:level|msg|ts|caller)":|\d\d:\d\d:\d\d/;
/** Addresses and targets of links. */
const ADDRESS = /(?:\bhttps?:\/\/|\bwww\.)[^\s)>\]]{1,500}|\]\([^)\s]{1,500}\)/g;

/** `above`: the last lines before it and its heading. `isCode`: within a fence. */
interface Line { text: string; before: string; above: readonly string[]; isCode: boolean }

/** Returns the only version that the words of a text give a program; null without one, or with several. */
export function versionInProse(program: string, text: string): string | null {
  const known = PROGRAMS[program];
  if (known === undefined) return null;
  const [names, majors] = known;
  const patterns = patternsOf(names.source);
  const own = new RegExp(`(?<![\\w./@-])(?:${names.source})${LONGER}`, 'gi');
  const found = linesOf(text).filter((line) => /\d\.\d/.test(line.text)).slice(0, MAX_NUMBERED)
    .flatMap((line) => [...ofName(line.text, patterns), ...ofLabel(line, own)]);
  return onlyOf(found.filter((version) => majors.test(version)));
}

/** Returns the version that all of them agree with, as 2.15 does with 2.15.2; null without one. */
export function onlyOf(versions: readonly string[]): string | null {
  const [longest, ...others] = [...new Set(versions)].sort((a, b) => b.length - a.length);
  return longest !== undefined && others.every((one) => longest.startsWith(`${one}.`)) ? longest : null;
}

/** Returns a text without marks of Markdown and addresses: what it links to is not what it is about. */
const withoutMarkup = (text: string): string => text.replace(ADDRESS, ' ')
  .replaceAll(/\\[_*]/g, (pair) => pair.slice(1)).replaceAll(/[`*]{1,3}|<\/?(?:b|code|td|th|tr|strong|li)>/g, ' ');

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let [heading, isCode] = ['', false];
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE);
    const isFence = /^[ \t>]{0,8}(?:```|~~~)/.test(line);
    isCode = isFence ? !isCode : isCode;
    if (isFence || /^[|\s:-]{0,1000}$/.test(line) || LOGGED.test(line)) continue;
    const own = withoutMarkup(line);
    const last = lines.slice(-MAX_ABOVE).map((one) => one.text);
    lines.push({ text: own, before: last.at(-1) ?? '', above: [heading, ...last], isCode });
    if (/^[ \t>]{0,8}#|[:\uff1a]\s{0,8}$/.test(own)) heading = own;
  }
  return lines;
}

interface Patterns { direct: RegExp; reversed: RegExp; named: RegExp }

function patternsOf(names: string): Patterns {
  const name = String.raw`(?<![\w./@-])(?:${names})(?:[_-](?=v\d|version)|${LONGER})`;
  return {
    // `Prometheus 2.15.2`, `etcd v 3.4.9`, `Prometheus server (version: 2.15)`
    direct: new RegExp(String.raw`${name}((?:${GAP}${FILLER}(?![a-z])){0,3}${GAP})(v ?)?${NUMBER}${WHOLE}`, 'gi'),
    // `3.4.9 of etcd`
    reversed: new RegExp(String.raw`(?<![\w.])(${WORD}?)\s{0,3}(v ?)?${NUMBER}${WHOLE} of (?:the )?${name}`, 'gi'),
    // `version of Prometheus: 2.15.2`
    named: new RegExp(
      String.raw`${WORD} of (?:the |our )?${name}((?: [a-z]{1,12}){0,3}${GAP})(v ?)?${NUMBER}${WHOLE}`, 'gi'
    ),
  };
}

const IS_VERSION = new RegExp(WORD, 'i');
const NUMBERS_OF_ROW = /\d\.\d{1,4}(?:\.\d|(?=\s{0,40}\|))/g;

function ofName(text: string, { direct, reversed, named }: Patterns): string[] {
  // The columns of a row may be of a chart and of the program.
  if (text.trimStart().startsWith('|') && (text.match(NUMBERS_OF_ROW)?.length ?? 0) > 1) return [];
  return [direct, reversed, named].flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, gap = '', mark, version = ''] = match;
    const to = match.index + whole.length;
    // Of two numbers, only a word or a place that no figure has tells that they are a version.
    const isSure = version.split('.').length > 2 || pattern === named || mark !== undefined || IS_VERSION.test(gap)
      || (pattern === direct && /^\s{1,3}$/.test(gap) && /^(?:[.,;:)!?\s]|$)/.test(text.slice(to)));
    return isSure && isHere(text, match.index, to) ? [version] : [];
  }));
}

/** `Version: 2.33.1`, `We are on version 2.33.1.`: nothing else in the sentence. */
const LABEL = new RegExp([
  String.raw`(?:^[^\p{L}\p{N}]{0,12}|[.!?] {1,3})(?:we(?: a|['\u2019])re |i(?: a|['\u2019])m |this is |it is )?`,
  String.raw`(?:on |using |running |with )?${WORD}${GAP}v? ?${NUMBER}${WHOLE}(?=[^\p{L}\p{N}]{0,6}$|[.,;!?]\s)`,
].join(''), 'iu');
/** The version of a file's own form, as in YAML and JSON; of three numbers alone, unless another key is above it. */
const OF_FILE = /^\s{0,12}["']?version["']?\s?:/;
const OF_THREE = /^version: v?\d{1,3}\.\d{1,4}\.\d{1,4}\s{0,8}$/;
const KEY = /^\s{0,40}["']?[a-z][\w-]{0,40}["']?:(?:\s|$)/;
/** A number alone below a heading such as `Prometheus version:`. */
const ALONE = new RegExp(String.raw`^[\s>|]{0,12}v?${NUMBER}${WHOLE}[\s|.]{0,8}$`, 'i');
const HEADING = new RegExp(String.raw`^[^\p{L}]{0,12}(?:what |which )?[\p{L}_ -]{0,40}?${WORD}[^\d]{0,80}$`, 'iu');

/** `own`: the names of the program, which are no others. */
function ofLabel({ text, before, above, isCode }: Line, own: RegExp): string[] {
  const isOfOther = (line: string): boolean => OTHERS.test(line.replace(own, ' '));
  const isOfFile = OF_FILE.test(text) && (!OF_THREE.test(text) || KEY.test(before));
  const label = isCode || isOfFile ? undefined : LABEL.exec(text)?.[1];
  // Of what a label without a name is, the lines above it may say.
  if (label !== undefined) return isOfOther(text) || above.some(isOfOther) ? [] : [label];
  const alone = ALONE.exec(text)?.[1];
  if (alone === undefined || !HEADING.test(before) || isOfOther(before)) return [];
  return before.replace(own, '') === before && above.some(isOfOther) ? [] : [alone];
}
