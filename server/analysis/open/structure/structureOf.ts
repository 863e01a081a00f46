/** Describes a text of unknown format by its structure (table, list of values, YAML) and its content. Pure. */
import { jsonPart } from './jsonPart.ts';
import { pairsOf, type Pair } from './pairs.ts';
import { listed, shapeOf } from './shape.ts';
import { tableFacts } from './tableFacts.ts';
import { MAX_LINES, tablesOf, type Table } from './tables.ts';
import { yamlKeys, yamlSettings } from './yamlKeys.ts';

export interface Structure {
  /** Description with its article. */
  name: string;
  fact: string | null;
}

const MAX_CHARS = 64 * 1024;
const MAX_PAIRS = 5;
const FEW_LINES = 25;
const SMALL_PART = 4;
const MAX_OTHER_TABLES = 2;

export function structureOf(text: string): Structure {
  const head = text.slice(0, MAX_CHARS);
  const shape = shapeOf(head);
  if (shape.startsWith('JSON')) return { name: shape, fact: null };
  // A truncated table gets no facts, because its maximum is unknown.
  const isCut = text.length > MAX_CHARS || head.split('\n', MAX_LINES + 1).length > MAX_LINES;
  const lineCount = head.split('\n').filter((line) => line.trim() !== '').length;
  // A table that is a small part of a long text belongs to a document, not to a paste.
  const isMost = (lines: number): boolean => lineCount <= FEW_LINES || lines * SMALL_PART >= lineCount;
  const tables = tablesOf(head).filter(({ rows }) => rows.length > 1);
  const [table, ...others] = tables;
  if (table !== undefined && isMost(tables.reduce((lines, { rows }) => lines + rows.length + 2, 0))) return {
    name: `a table with ${columnsOf(table)}`,
    fact: isCut ? null : [tableFacts(table), ...others.slice(0, MAX_OTHER_TABLES).map((other) =>
      tableFacts(other).replace(/^It has /, `Another table, with ${columnsOf(other)}, has `))].join(' '),
  };
  const { keys, lineCount: ofYaml } = yamlKeys(head);
  if (keys.length > 0 && isMost(ofYaml))
    return { name: `YAML with the keys ${listed(keys)}`, fact: yamlSettings(head) };
  const part = jsonPart(head);
  if (part !== null) {
    const name = shapeOf(part);
    if (name.startsWith('JSON')) return { name: `a part of ${name}`, fact: null };
  }
  const cells = [...head.matchAll(/<th>\s*([^<]{1,80}?)\s*<\/th>\s*<td>\s*([^<]{1,200}?)\s*<\/td>/g)]
    .map(([, title = '', value = '']) => ({ name: title, value }));
  if (cells.length > 1 && isMost(cells.length * 4)) return { name: 'a table in HTML', fact: pairFacts(cells) };
  const pairs = pairsOf(head);
  return pairs.length > 0 && isMost(pairs.length) && shape !== 'source code'
    ? { name: 'lines of names and values', fact: pairFacts(pairs) } : { name: shape, fact: null };
}

const columnsOf = ({ columns }: Table): string =>
  `the columns ${listed(columns.filter((title) => title !== ''))}`;

function pairFacts(pairs: readonly Pair[]): string {
  const some = pairs.slice(0, MAX_PAIRS).map(({ name, value }) => `${name} ${value}`).join(', ');
  return `It has ${some}${pairs.length > MAX_PAIRS ? ` and ${pairs.length - MAX_PAIRS} more` : ''}.`;
}
