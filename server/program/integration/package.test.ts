/** What is shipped: the packed package in an empty folder, and the files of deploy/. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, parse } from 'yaml';
import { installPackage, type InstalledPackage } from './lab/packedPackage.ts';
import { demoOpened, newDataDir, startCommand } from './lab/tsdbscopeProcess.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const MAX_BYTES = 6e6;
const ANALYZE = '/usr/bin/systemd-analyze';

const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('the package', () => {
  let folder: string;
  let installed: InstalledPackage;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tsdbscope-package-'));
    installed = installPackage(folder);
  });
  afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

  it('holds what runs, in 6 MB', () => {
    expect(statSync(installed.tarball).size).toBeLessThan(MAX_BYTES);
    const files = readdirSync(join(installed.folder, 'dist'), { recursive: true }).map(String);
    expect(files.filter((path) => /\.(?:map|ts|tsx)$|test/.test(path))).toEqual([]);
    expect(installed.packageJson.dependencies).not.toHaveProperty('react');
    expect(installed.packageJson.dependencies).not.toHaveProperty('@modelcontextprotocol/sdk');
    expect(readdirSync(join(installed.folder, 'node_modules'))).not.toContain('vite');
  });

  it('loads no package before it listens: each is hundreds of files', () => {
    const server = join(installed.folder, 'dist', 'server');
    const loaded = new Set(['main.js', ...readdirSync(server).filter((file) => file.startsWith('chunk-program-'))]);
    for (const file of loaded) {
      for (const [, path = ''] of text(server, file).matchAll(/^(?:import|export) (?:[^"';]*from )?"([^"]+)"/gm)) {
        if (path.startsWith('./')) loaded.add(path.slice(2));
        else expect(isBuiltin(path), `${path}, imported by ${file}`).toBe(true);
      }
    }
    expect(loaded.size).toBeGreaterThan(10);
  });

  it.each(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])(
    'is locked with the binaries for %s', (platform) => {
      const locked = text(root, 'pnpm-lock.yaml');
      expect(locked).toContain(`\n  '@duckdb/node-bindings-${platform}@`);
      expect(locked).toContain(`\n  '@resvg/resvg-js-${platform}`);
    }
  );

  it('has its checksum, and names every package that is installed with it', () => {
    const { tarball } = installed;
    const [sum] = text(`${tarball}.sha256`).split(' ');
    expect(createHash('sha256').update(readFileSync(tarball)).digest('hex')).toBe(sum);
    const spdx = JSON.parse(text(tarball.replace(/tgz$/, 'spdx.json'))) as {
      packages: { name: string; versionInfo: string; licenseDeclared: string }[];
    };
    const named = new Map(spdx.packages.map((each) => [each.name, each]));
    for (const [name, version] of Object.entries(installed.packageJson.dependencies)) {
      expect(named.get(name), name).toMatchObject({ versionInfo: version });
      expect(named.get(name)?.licenseDeclared, name).not.toBe('NOASSERTION');
    }
  });

  it('has the licences of what is inside the build', () => {
    const licences = text(installed.folder, 'THIRD_PARTY_LICENSES.txt');
    const { dependencies } = JSON.parse(text(root, 'package.json')) as { dependencies: Record<string, string> };
    for (const [name, version] of Object.entries(dependencies)) expect(licences).toContain(`${name} ${version}\n`);
    expect(licences).toContain('Permission is hereby granted, free of charge');
  });

  it('starts by its command, with pages, samples, profiles and pictures', async () => {
    const { dataDir, remove } = newDataDir();
    const { command } = installed;
    expect(statSync(command).mode & 0o111).toBe(0o111);
    const scope = await startCommand([command], ['--demo', '--listen', '127.0.0.1:0', '--data', dataDir]);
    try {
      await demoOpened(scope);
      const page = await scope.fetch('/');
      expect(await page.text()).toContain('<script');
      const [target] = await scope.get<{ name: string }[]>('/targets');
      const picture = await scope.fetch(`/api/v1/targets/${target?.name ?? ''}/panels/gc-cpu.png`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      const agent = new Client({ name: 'test', version: '1' });
      await agent.connect(new StdioClientTransport({ command, args: ['mcp', '--url', scope.url] }));
      const { content } = await agent.callTool({ name: 'list_targets', arguments: {} });
      expect(JSON.stringify(content)).toContain(target?.name);
      await agent.close();
      const { version } = installed.packageJson;
      expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toBe(`tsdbscope ${version}\n`);
    } finally {
      await scope.stop();
      remove();
    }
  });
});

describe('deploy/', () => {
  it.skipIf(!existsSync(ANALYZE))('has a unit that systemd accepts, with little exposure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-unit-'));
    const unit = join(folder, 'tsdbscope.service');
    writeFileSync(unit, text(root, 'deploy', 'tsdbscope.service').replace('/usr/local/bin/tsdbscope', '/bin/true'));
    const analyze = (...args: string[]): string => execFileSync(ANALYZE, [...args, unit], { encoding: 'utf8' });
    try {
      expect(analyze('verify')).toBe('');
      const exposure = analyze('security', '--offline=true', '--no-pager');
      expect(Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThan(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('runs without rights on a read-only root, with probes that exist', () => {
    const documents = parseAllDocuments(text(root, 'deploy', 'kubernetes.yaml'))
      .map((each) => each.toJS() as { kind: string; spec?: { template?: { spec: { containers: unknown[] } } } });
    expect(documents.map(({ kind }) => kind)).toEqual([
      'ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Deployment', 'Service', 'NetworkPolicy', 'ServiceMonitor',
    ]);
    expect(documents.find(({ kind }) => kind === 'Deployment')?.spec?.template?.spec.containers).toEqual([
      expect.objectContaining({
        livenessProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }) as unknown,
        readinessProbe: expect.objectContaining({ httpGet: { path: '/readyz', port: 'http' } }) as unknown,
        securityContext: {
          allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] },
        },
      }),
    ]);
    const compose = parse(text(root, 'deploy', 'compose.yaml')) as { services: Record<string, unknown> };
    expect(compose.services.tsdbscope).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(text(root, 'deploy', 'Dockerfile')).toMatch(/^USER 65532:65532$/m);
  });
});
