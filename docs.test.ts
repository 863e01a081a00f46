import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from './package.json' with { type: 'json' };
import { parseConfigText } from './server/kernel/config/configFile.ts';

const root = import.meta.dirname;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** As GitHub makes anchors of headings. */
const anchors = (page: string): string[] =>
  read(page)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

/** `{a,b}` is each of them, as a shell has it. */
function spelled(path: string): string[] {
  const braces = /\{([^}]+)\}/.exec(path);
  return braces === null
    ? [path]
    : (braces[1] ?? '').split(',').flatMap((part) => spelled(path.replace(braces[0], part)));
}

/**
 * Whether a file, or several where the name has a `*`, is there; a bench may be named as vitest filters it, by how its
 * name begins.
 */
function isThere(path: string): boolean {
  if (!path.includes('*') && existsSync(join(root, path))) return true;
  if (dirname(path).includes('*'))
    return readdirSync(join(root, dirname(path).split('*')[0] ?? ''), { recursive: true }).some((one) =>
      one.toString().endsWith(`/${basename(path)}`),
    );
  const folder = join(root, dirname(path));
  const name = new RegExp(`^${basename(path)
    .split('*')
    .map((part) => part.replace(/[.+]/g, '\\$&'))
    .join('.*')}`);
  return existsSync(folder) && readdirSync(folder).some((one) => name.test(one));
}

describe('the pages of documentation', () => {
  it('link to what is there, anchors included', () => {
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#');
          const linked = path === '' ? page : join(dirname(page), path);
          return !existsSync(join(root, linked)) || (anchor !== undefined && !anchors(linked).includes(anchor));
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('are each to be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const [, link = ''] of read(page).matchAll(/\]\(([^)\s#]+\.md)[)#]/g))
        if (!/^https?:/.test(link)) reached.add(join(dirname(page), link));
    }
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });

  it('name files of the code that are there', () => {
    const missing = PAGES.flatMap((page) =>
      [...read(page).matchAll(/(?<![\w/])((?:core|server|web|bench|scripts|public|testdata)\/[\w./*{},-]+[\w*}])/g)]
        .flatMap(([, path = '']) => spelled(path))
        .filter((path) => !isThere(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('name npm scripts that are there', () => {
    const scripts = Object.keys(packageJson.scripts);
    const unknown = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\bnpm (?:run )?(?!install)([a-z]+)(?= --|`|\n| \()/g)]
        .map(([, name = '']) => name)
        .filter((name) => !scripts.includes(name))
        .map((name) => `${page}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('show every picture that is there, and no others', () => {
    const shown = PAGES.flatMap((page) =>
      [...read(page).matchAll(/!\[[^\]]+\]\(([^)]*images\/[^)]+)\)/g)].map(([, path = '']) =>
        join(dirname(page), path),
      ),
    );
    const there = readdirSync(join(root, 'docs/images')).map((name) => `docs/images/${name}`);
    expect([...new Set(shown)].sort()).toEqual(there.sort());
    expect(/!\[[^\]]+\]\(docs\/images\//.test(read('README.md'))).toBe(true);
  });

  it('begin with a README of at most 900 words', () => {
    expect(
      read('README.md')
        .split(/\s+/)
        .filter((word) => word !== '').length,
    ).toBeLessThanOrEqual(900);
  });
});

describe('the configuration in docs/configuration.md', () => {
  const yaml = /```yaml\n(targets:[\s\S]*?)```/.exec(read('docs/configuration.md'))?.[1] ?? '';

  it('is one that starts, also with what is there as a comment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    try {
      for (const name of ['secret.txt', 'token', 'ca.pem', 'c.pem', 'k.pem', 'page-password.txt'])
        writeFileSync(join(folder, name), 'x');
      const file = join(folder, 'tsdbscope.yml');
      const plain = yaml.replace('/src/prometheus', folder).replace('/srv/binaries', folder);
      const withToken = plain.replace(/^.*basic_auth.*\n/m, '').replace(/# (?=authorization)/, '');
      for (const text of [plain, withToken]) {
        const config = parseConfigText(file, text);
        expect(config.targets).toMatchObject([
          { name: 'prom-eu-1', url: 'http://prom-eu-1:9090', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 },
        ]);
        expect(config.embed?.frameAncestors).toEqual(['https://wiki.example.org']);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('names every key of the reader, or a page of docs does', () => {
    const sources = ['configFile.ts', 'embedKeys.ts', 'nodeExporterKey.ts', 'profileKeys.ts']
      .map((name) => readFileSync(join(root, 'server/kernel/config', name), 'utf8'))
      .join('\n');
    const keys = new Set(
      [
        ...sources.matchAll(
          /\.(?:string|strings|boolean|durationMs|sizeBytes|section|sections|has|path|labels|file)\('([a-z_]+)'/g,
        ),
      ].map(([, key = '']) => key),
    );
    const pages = PAGES.map(read).join('\n');
    // Told not to exist yet.
    const notShown = ['remote_write'];
    expect(keys.size).toBeGreaterThan(20);
    expect(
      [...keys].filter((key) => !notShown.includes(key) && !new RegExp(`\\b${key}\\b`).test(pages)).sort(),
    ).toEqual([]);
  });
});
