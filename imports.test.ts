import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * One direction of imports: the first folder that fits a file says what it may import of ours, its own folder aside.
 * A name ending in `(types)` may be imported with `import type` only. Tests may import anything.
 */
const TABLE: [folder: string, may: string[]][] = [
  ['server/metrics', []],
  ['server/profile', ['server/result.ts', 'server/api/contract.ts (types)']],
  ['server/logs', []],
  ['server/benchmarks', ['server/result.ts', 'server/api/contract.ts (types)']],
  ['server/notes', ['server/result.ts', 'server/incident/redaction.ts', 'web/format.ts', 'server/api/contract.ts (types)']],
  ['server/analysis', ['server/metrics', 'server/logs', 'server/api/contract.ts (types)']],
  ['server/scrape', ['server/metrics', 'server/result.ts', 'server/config', 'server/configTypes.ts (types)', 'server/store (types)', 'server/api/contract.ts (types)']],
  ['server/incident', ['server/metrics (types)', 'server/api/contract.ts (types)']],
  ['server/archive', ['server/incident', 'server/result.ts', 'server/api/schemas.json', 'server/api/contract.ts (types)']],
  ['server/store', ['server/metrics', 'server/profile/regexMatcher.ts', 'server/incident', 'server/result.ts', 'server/api/contract.ts (types)', 'server/profile (types)']],
  // A picture is drawn from the page's own view models, so that the two cannot disagree: those are pure.
  ['server/pictures', ['server/api/contract.ts (types)', 'web/panels', 'web/charts', 'web/format.ts', 'web/tokens.css?raw', 'web/charts/FlameGraph.module.css?raw']],
  ['server/worker', ['server/benchmarks', 'server/archive', 'server/pictures', 'server/metrics', 'server/logs', 'server/analysis', 'server/profile', 'server/store', 'server/result.ts', 'server/api/contract.ts (types)']],
  ['server/embed', ['server/result.ts', 'server/worker/byteBoundedCache.ts', 'server/api/contract.ts (types)']],
  ['server/targets', ['server/incident', 'server/archive', 'server/notes (types)', 'server/result.ts', 'server/analysis', 'server/scrape', 'server/store (types)', 'server/configTypes.ts (types)', 'server/api/contract.ts (types)']],
  ['server/config', ['server/configTypes.ts (types)', 'server/api/contract.ts (types)']],
  ['server/api/contract.ts', ['server/metrics (types)']],
  ['server/api/panelContract.ts', ['server/metrics (types)']],
  ['server/api/incidentContract.ts', ['server/metrics (types)']],
  ['server/api', ['server/archive', 'server/config', 'server/benchmarks', 'server/embed', 'server/worker/byteBoundedCache.ts', 'server/notes', 'server/result.ts (types)', 'server/store (types)', 'server/targets (types)', 'server/pictures (types)', 'server/pictures/pictureService.ts', 'server/pictures/flameFinding.ts', 'server/configTypes.ts (types)']],
  ['server/result.ts', ['server/api/contract.ts (types)']],
  ['server/configTypes.ts', []],
  ['server', ['server']],
  ['web/api', ['server/api/contract.ts (types)', 'web/pathPrefix.ts', 'web/urlState.ts (types)', 'web/panelWindow.ts']],
  ['web/ui', ['web/api', 'web/pathPrefix.ts', 'web/format.ts', 'web/timeText.ts', 'web/panelWindow.ts', 'web/urlState.ts', 'web/useUrlState.ts', 'web/theme.ts', 'server/api/contract.ts (types)']],
  ['web/charts', ['web/ui', 'web/format.ts', 'web/timeText.ts', 'web/theme.ts', 'web/types', 'web/urlState.ts', 'web/useUrlState.ts', 'web/useCurrentTarget.ts', 'server/api/contract.ts (types)']],
  // Vanilla: pure view models and drawing only, no React.
  ['web/embed', ['web/api/backoff.ts', 'web/pathPrefix.ts', 'web/ui/timesInZone.ts', 'web/charts', 'web/panels', 'web/format.ts', 'web/urlState.ts', 'web/tokens.css', 'server/api/contract.ts (types)']],
  ['web/runbook', ['web/api', 'web/pathPrefix.ts', 'web/ui', 'web/format.ts', 'web/timeText.ts', 'web/panelWindow.ts', 'web/urlState.ts', 'web/useUrlState.ts', 'web/useCurrentTarget.ts', 'server/api/contract.ts (types)']],
  ['web/panels', ['web/api', 'web/pathPrefix.ts', 'web/runbook', 'web/charts', 'web/ui', 'web/format.ts', 'web/timeText.ts', 'web/panelWindow.ts', 'web/urlState.ts', 'web/useUrlState.ts', 'web/useCurrentTarget.ts', 'server/api/contract.ts (types)']],
  ['web/notes', ['web/api', 'web/charts', 'web/ui', 'web/format.ts', 'web/panelWindow.ts', 'web/urlState.ts', 'web/useUrlState.ts', 'web/useCurrentTarget.ts', 'server/api/contract.ts (types)']],
  ['web/pages', ['web/api', 'web/panels', 'web/charts', 'web/ui', 'web/format.ts', 'web/timeText.ts', 'web/panelWindow.ts', 'web/urlState.ts', 'web/useUrlState.ts', 'web/useCurrentTarget.ts', 'server/api/contract.ts (types)']],
  ['web', ['web', 'server/api/contract.ts (types)']],
];

const root = import.meta.dirname;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['testdata', 'integration', 'e2e'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : [];
  });
}

interface Import { from: string; to: string; typeOnly: boolean }

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import\s+'(\.[^']+)'/g;
  return [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), match[2] ?? match[3] ?? match[4] ?? '')),
    typeOnly: match[1] !== undefined,
  }));
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [folder, may] = TABLE.find(([name]) => within(from, name)) ?? ['', []];
  const bottom = folder.endsWith('.ts') ? dirname(folder) : folder;
  if (within(to, bottom) && dirname(to).startsWith(bottom)) return true;
  return may.some((rule) => {
    const typesOnly = rule.endsWith(' (types)');
    return within(to, rule.replace(' (types)', '')) && (typeOnly || !typesOnly);
  });
}

const all = [...sources('server'), ...sources('web')].flatMap(importsOf);

describe('imports', () => {
  it('go in one direction, as the table says', () => {
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((one) => !isAllowed(one)).map(({ from, to, typeOnly }) => `${from} ${typeOnly ? 'type ' : ''}-> ${to}`)).toEqual([]);
  });

  it('never go from one panel to another', () => {
    const panelOf = (path: string): string | undefined => /^web\/panels\/([^/]+)\//.exec(path)?.[1];
    const crossing = all.filter(({ from, to }) => panelOf(from) !== undefined && panelOf(to) !== undefined && panelOf(from) !== panelOf(to));
    expect(crossing).toEqual([]);
  });

  it('form no cycle of values', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, typeOnly } of all) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of next.get(file) ?? []) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });

  it('of a target\'s metric names stand in the role table only', () => {
    const pattern = /['"`](prometheus_|go_memstats_|go_gc_|process_(?!start_time_seconds')|vm_|cortex_|thanos_|otelcol_)[a-z_]+/;
    const elsewhere = sources('server')
      .filter((file) => !file.startsWith('server/metrics/') && file !== 'server/api/statusRoutes.ts')
      .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8').replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')));
    expect(elsewhere).toEqual([]);
  });
});
