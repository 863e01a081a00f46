/** The accuracy tables of docs/reference/wal-replay.md, of the recorded replays; UPDATE_REFERENCE=1 writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accuracyTables } from './accuracyBench.ts';

const FILE = new URL('../../docs/reference/wal-replay.md', import.meta.url);
const BEGIN = '<!-- accuracy by share: npm run bench -- bench/replay/accuracy -->\n';
const END = '\n<!-- end of accuracy by share -->';

it('the tables of the docs are those of the recorded replays', () => {
  const text = readFileSync(FILE, 'utf8');
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  const tables = accuracyTables();
  console.log(tables);
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(FILE, text.slice(0, from) + tables + text.slice(to));
  else expect(text.slice(from, to)).toBe(tables);
});
