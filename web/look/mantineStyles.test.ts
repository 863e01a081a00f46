import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const components = join(web, '..', 'node_modules', '@mantine', 'core', 'esm', 'components');

function namesImported(): Set<string> {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const imports = files.flatMap((file) => [...readFileSync(join(web, file), 'utf8')
    .matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]);
  return new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
}

const folders = new Set(readdirSync(components));

/**
 * Returns the style modules imported by a component, itself and others in its folders; does not read `seen` files
 * again.
 */
function stylesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const own = /\/(\w+)\.module\.mjs$/.exec(file)?.[1];
  const paths = [
    ...readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)
  ].map(([, path = '']) => resolve(dirname(file), path));
  return [...(own === undefined ? [] : [own]), ...paths.flatMap((path) => stylesOf(path, seen))];
}

it('has the styles of every component that the page imports', () => {
  const names = [...namesImported()].filter((name) => folders.has(name));
  expect(names.length).toBeGreaterThan(15);
  const seen = new Set<string>();
  const wanted = names.flatMap((name) => stylesOf(join(components, name, `${name}.mjs`), seen));
  const kept = readFileSync(join(import.meta.dirname, 'mantineStyles.ts'), 'utf8');
  // Parts of a checkbox and of a menu that no page shows.
  const unused = ['CheckboxCard', 'CheckboxIndicator'];
  expect(wanted.filter((name) => !kept.includes(`/${name}.layer.css`) && !unused.includes(name))).toEqual([]);
});
