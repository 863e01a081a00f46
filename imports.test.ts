import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawArchitecture } from './imports.picture.ts';
import { allImports, rowOf, sources, within, type Import } from './imports.scan.ts';
import { IMPORTS } from './imports.table.ts';

const root = import.meta.dirname;

/** Each circle found once, as `a -> b -> a`. */
function circles(next: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, path: string[]): void => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' -> '));
    if (done.has(node) || path.includes(node)) return;
    for (const target of next.get(node) ?? []) walk(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) walk(node, []);
  return found;
}

const floorOf = (name: string): number => IMPORTS.findIndex(([folder]) => folder === name);

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [folder, may] = rowOf(from);
  const [target] = rowOf(to);
  if (target === folder) return true;
  return may.some((rule) => {
    const typesOnly = rule.endsWith(' (types)');
    const name = rule.replace(' (types)', '');
    // A row covers what is below it in the tree, as far as that stands above the importing row in the table.
    return within(target, name) && floorOf(target) < floorOf(folder) && (typeOnly || !typesOnly);
  });
}

const all = allImports();

/** Types of a feature that others name, beside those of its feature.ts. */
const CONTRACT_FILES = [
  'server/features/notes/noteStore.ts',
  'server/features/object-store/objectStore.ts',
  'server/features/shards/shards.ts',
  'server/features/targets/answers/targetDirectory.ts',
  'server/features/targets/current/currentAnswer.ts',
  'server/features/targets/current/currentFindings.ts',
];

describe('imports', () => {
  it('go in one direction, as the table says', () => {
    expect(all.length).toBeGreaterThan(50);
    expect(
      all.filter((one) => !isAllowed(one))
        .map(({ from, to, typeOnly }) => `${from} ${typeOnly ? 'type ' : ''}-> ${to}`)
    ).toEqual([]);
  });

  it('are those of the picture in docs/architecture.md; npm run architecture draws it again', async () => {
    const drawn = await drawArchitecture(all);
    expect(drawn).toBe(readFileSync(join(root, 'docs/images/architecture.svg'), 'utf8'));
    // More than a reader takes in at a glance is an index.
    expect(drawn.split('class="node"').length - 1).toBeLessThanOrEqual(20);
  });

  it('run down alone: a row names rows above it, and every name is a folder', () => {
    const up = IMPORTS.flatMap(([folder, may]) => may.map((rule) => rule.replace(' (types)', ''))
      .filter((name) => !existsSync(join(root, name))
        || !IMPORTS.some(([row], floor) => within(row, name) && floor < floorOf(folder)))
      .map((name) => `${folder} -> ${name}`));
    expect(up).toEqual([]);
    expect(IMPORTS.filter(([folder]) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it('kernel imports no feature', () => {
    const up = all.filter(({ from, to }) => within(from, 'server/kernel')
      && !within(to, 'server/kernel') && !within(to, 'core'));
    expect(up).toEqual([]);
  });

  it('a feature imports another only through its feature.ts, or a file of its that is listed', () => {
    const featureOf = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1];
    const crossing = all.filter(({ from, to }) => (
      featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to)
    ));
    // What another made comes as an argument: only its types are imported.
    expect(crossing.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
    const inside = crossing.filter(({ to }) => !to.endsWith('/feature.ts') && !CONTRACT_FILES.includes(to));
    expect(inside.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
    expect(CONTRACT_FILES.filter((file) => !crossing.some(({ to }) => to === file))).toEqual([]);
  });

  it('form no circle between folders, types included', () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to } of all) {
      if (dirname(from) !== dirname(to))
        next.set(dirname(from), (next.get(dirname(from)) ?? new Set()).add(dirname(to)));
    }
    expect(circles(next)).toEqual([]);
  });

  it('never go from one panel to another', () => {
    const panelOf = (path: string): string
      | undefined => /^(?:server\/analysis|web)\/panels\/(?!shared|profile-views|overview)([^/]+)\//.exec(path)?.[1];
    const crossing = all.filter(
      ({ from, to }) => panelOf(from) !== undefined && panelOf(to) !== undefined && panelOf(from) !== panelOf(to)
    );
    expect(crossing).toEqual([]);
  });

  it('of time come from core/time/clock.ts alone, also where oxlint has no rule for it', () => {
    const raw = /\bnew Date\(\)|\b(?:globalThis|window|self)\.(?:setTimeout|setInterval|Date|performance)\b/;
    const files = ['core', 'server', 'web'].flatMap(sources).filter((path) => path !== 'core/time/clock.ts');
    expect(files.filter((path) => raw.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('bring no schema into the page: of the questions it knows the types alone', () => {
    const schemas = all.filter(
      ({ from, to, typeOnly }) => from.startsWith('web/') && to.startsWith('core/contract/questions/') && !typeOnly
    );
    expect(schemas).toEqual([]);
  });

  it('form no circle between files, types included', () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to } of all) next.set(from, (next.get(from) ?? new Set()).add(to));
    expect(circles(next)).toEqual([]);
  });

  it('bring no framework and nothing of Node into core', () => {
    const packages = sources('core').flatMap((path) => {
      const names = /^(?:import|export)\b[^;'=]*?\bfrom '([^.'][^']*)'/gm;
      return [...readFileSync(join(root, path), 'utf8').matchAll(names)].map(([, name]) => name);
    });
    expect([...new Set(packages)].sort()).toEqual(['ajv', 're2js', 'typebox', 'uplot']);
  });

  it('use the field\'s names, not those that were replaced', () => {
    const replaced = new RegExp(String.raw`\b(?:onBehalfOf|toTheEnd|AskerLeft|Asker|LastingPart|Lasting|Watching|`
      + String.raw`WorkRest|groupTest|firstInAWhile|MAX_HERD|(?:MOST|LEAST)_[A-Z_]+)\b`);
    const files = ['core', 'server', 'web'].flatMap(sources);
    expect(files.filter((path) => replaced.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('of a target\'s metric names stand in the role table only', () => {
    // One is a key of the configuration.
    const pattern = new RegExp(
      '[\'"`](prometheus_(?!sd\')|go_memstats_|go_gc_|process_(?!start_time_seconds\')|vm_|cortex_|thanos_'
        + '|otelcol_)[a-z_]+'
    );
    const elsewhere = sources('server')
      .filter((file) => !file.startsWith('server/data/metrics/') && file !== 'server/program/api/http/statusRoutes.ts')
      .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8').replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')));
    expect(elsewhere).toEqual([]);
  });
});
