// Prints the fixes of a changelog that may become known issues (the tables below server/analysis/knownIssues/), for a
// person to read up on:
//   node scripts/changelogLines.mjs ~/prometheus/CHANGELOG.md --since 3.16.0
// Lines of releases after `since` that are about what tsdbscope watches, without the issues that the tables have.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { root } from './freshness.mjs';

/** What a server shows by itself: an end, a standstill, growth, an error that it logs. */
const SYMPTOM = new RegExp([
  'panic', 'crash', 'segfault', 'SIG[A-Z]{3,}', 'fatal', 'deadlock', 'stuck', 'hang', 'block(?:s|ed|ing)? ', 'wait',
  'leak', 'grow', 'memory', 'CPU', 'OOM', 'spin', 'loop', 'goroutine', 'file descriptor', 'corrupt', 'data loss',
  'lost', 'error', 'warning', 'fail', 'log', 'negative', 'slow', 'latency', 'stall',
].join('|'), 'i');
const AREA = new RegExp([
  'TSDB', 'WAL', 'WBL', 'head', 'chunk', 'checkpoint', 'compact', 'block', 'retention', 'replay', 'scrape', 'target',
  'discovery', 'SD', 'remote', 'queue', 'shard', 'agent', 'rule', 'alert', 'notif', 'query', 'PromQL', 'reload',
  'start', 'shutdown', 'runtime', 'GOGC', 'GOMEMLIMIT', 'GOMAXPROCS', 'storage', 'merge', 'indexdb', 'vmstorage',
  'store',
].map((word) => `\\b${word}`).join('|'), 'i');
/** Prometheus, VictoriaMetrics, and Thanos by its headings. */
const FIX = /^\s*[*-]\s*\[?(?:BUGFIX|SECURITY)\b/;
const THANOS = /^\s*- \[#\d+\]/;
const RELEASE = /^##+ (?:\[?)v?(\d+\.\d+\.\d+)(?![-.\w])/;

const numbersOf = (text) => text.split('.').map(Number);

/** @param {string} a @param {string} b */
function isAfter(a, b) {
  const [x, y] = [numbersOf(a), numbersOf(b)];
  const at = [0, 1, 2].find((i) => x[i] !== y[i]);
  return at !== undefined && (x[at] ?? 0) > (y[at] ?? 0);
}

/**
 * Releases after `since`, each with its fixes that may have a symptom. `known`: numbers that need no second look.
 *
 * @param {string} text @param {string} since @param {ReadonlySet<number>} known
 * @returns {{ release: string, lines: string[] }[]}
 */
export function fixesAfter(text, since, known) {
  /** @type {{ release: string, lines: string[] }[]} */
  const releases = [];
  let isFixed = false;
  for (const line of text.split('\n')) {
    const release = RELEASE.exec(line)?.[1];
    if (release !== undefined) releases.push({ release, lines: [] });
    if (/^###/.test(line)) isFixed = /Fixed/.test(line);
    const isFix = FIX.test(line) || (isFixed && THANOS.test(line));
    const own = releases.at(-1);
    if (own === undefined || !isFix || !SYMPTOM.test(line) || !AREA.test(line)) continue;
    const numbers = [...line.matchAll(/(?:#|\/(?:issues|pull)\/)(\d+)/g)].map(([, number]) => Number(number));
    if (!numbers.some((number) => known.has(number))) own.lines.push(line.trim());
  }
  return releases.filter(({ release, lines }) => lines.length > 0 && isAfter(release, since));
}

/** Numbers of issues that the tables have, and of those that their sources name. */
export function knownNumbers() {
  const folder = join(root, 'server/analysis/knownIssues/table');
  const entries = readdirSync(folder).flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')));
  return new Set(entries.flatMap(({ issue, sources }) => [
    issue, ...sources.flatMap((source) => [...source.matchAll(/#(\d+)/g)].map(([, number]) => Number(number))),
  ]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } });
  const [path] = positionals;
  if (path === undefined || !/^\d+\.\d+\.\d+$/.test(values.since ?? '')) {
    console.error('Usage: node scripts/changelogLines.mjs CHANGELOG.md --since 3.16.0');
    process.exit(2);
  }
  for (const { release, lines } of fixesAfter(readFileSync(path, 'utf8'), values.since ?? '', knownNumbers()))
    console.log(`${release}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
