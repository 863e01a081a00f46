// Writes server/analysis/knownIssues/knownIssues.json from the tables of known issues, which are YAML: reading that
// takes 0.1 s of CPU in every thread that needs them. Run by schemas.mjs and by each build of the server; not tracked.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './freshness.mjs';

const FOLDER = join(root, 'server', 'analysis', 'knownIssues');
const FILE = join(FOLDER, 'knownIssues.json');
/** In the order in which their entries are matched and listed. */
const TABLES = ['prometheus', 'prometheusPanics', 'go', 'others', 'mimir'];

/** The files of the tables. */
export function knownIssueTables() {
  const folder = join(FOLDER, 'table');
  const names = readdirSync(folder).map((name) => name.replace(/\.yaml$/, ''));
  const unlisted = names.filter((name) => !TABLES.includes(name));
  if (unlisted.length > 0) throw new Error(`scripts/knownIssues.mjs lists no table "${unlisted.join('", "')}".`);
  return TABLES.map((name) => join(folder, `${name}.yaml`));
}

/** All entries, one a line. */
export function knownIssuesJson() {
  const entries = knownIssueTables().flatMap((path) => parse(readFileSync(path, 'utf8')));
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`;
}

/** Leaves a file that is as it should be: a build that watches it would begin again. */
export function writeKnownIssues() {
  const text = knownIssuesJson();
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text);
}
