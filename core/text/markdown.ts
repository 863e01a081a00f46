/** Untrusted text as Markdown (CommonMark with GitHub's tables): shown literally and never as markup. Pure. */
import { plainText } from './plainText.ts';

/**
 * Characters that can start markup inside a line: `<` before a tag, `&` before an entity, `_` at a word's edge, the
 * others anywhere. Elsewhere they stay unescaped, so that the source is readable.
 */
const MARKUP = /[\\`*[\]|~$]|<(?=[a-z/!?])|&(?=[#a-z])|(?<![a-z0-9])_|_(?![a-z0-9])/gi;

/** Returns one line of text. Line ends become a space; `http://` and `www.` do not become links. */
export function mdText(text: string): string {
  return (plainText(text) ?? '').replace(/\s+/g, ' ').replace(MARKUP, '\\$&').replace(/:\/\//g, ':\\/\\/')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`);
}

/**
 * Returns one line at the start of a paragraph, where a dash, a hash or a number with a dot would start a list or a
 * heading.
 */
export function mdLine(text: string): string {
  return mdText(text).replace(/^[-+=#>]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/**
 * Returns names and other strings of the target as code, fenced by more backticks than it contains. `|` is escaped for
 * tables.
 */
export function mdCode(text: string): string {
  const line = (plainText(text) ?? '').replace(/\s+/g, ' ').replace(/\|/g, '\\|');
  if (line === '') return '(none)';
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Returns text of several lines as a quotation. */
export function mdQuote(text: string): string {
  return (plainText(text) ?? '').split('\n').map((line) => (line.trim() === '' ? '>' : `> ${mdLine(line)}  `))
    .join('\n');
}

/** Returns a link; `label` is Markdown, `url` an address made by tsdbscope. */
export function mdLink(label: string, url: string): string {
  const percent = (letter: string): string =>
    `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return `[${label}](${url.replace(/[()\s<>]/g, percent)})`;
}

/** Returns a table; cells are Markdown. */
export function mdTable(
  head: readonly string[], rows: readonly (readonly string[])[], right: readonly number[] = []
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(head), `|${head.map((_cell, i) => (right.includes(i) ? ' --: ' : ' --- ')).join('|')}|`, ...rows.map(line)
  ].join('\n');
}

export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 2)} …`;
}
