// npm run release -- 0.2.0: sets the version, turns the changelog's "Unreleased" into it, and packs (npm run package).
// Commits, tags and publishes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';

const [version = ''] = process.argv.slice(2);
const packageFile = join(root, 'package.json');
const changelogFile = join(root, 'CHANGELOG.md');
const own = JSON.parse(readFileSync(packageFile, 'utf8'));
const changelog = readFileSync(changelogFile, 'utf8');
const heading = '## [Unreleased]\n';
if (!/^\d+\.\d+\.\d+$/.test(version) || !isLater(version, own.version)) {
  console.error(`Name a version later than ${own.version}, e.g. npm run release -- 1.2.3; "${version}" is none.`);
  process.exit(2);
}
if (!changelog.includes(heading)) {
  console.error(`CHANGELOG.md has no section "${heading.trim()}"; write what changed below that heading first.`);
  process.exit(2);
}
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelogFile, changelog.replace(heading, `${heading}\n## [${version}] - ${today}\n`));
writeFileSync(packageFile, `${JSON.stringify({ ...own, version }, null, 2)}\n`);
await import('./package.mjs');

/** By number, part by part. */
function isLater(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] > b[at];
}
