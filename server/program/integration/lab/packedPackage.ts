import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');

export interface PackageJson { version: string; dependencies: Record<string, string>; bin: { tsdbscope: string } }

export interface InstalledPackage {
  tarball: string;
  folder: string;
  packageJson: PackageJson;
  /** What a user runs. */
  command: string;
}

/** Packs what is released and installs it below `folder`; not beside another that does the same. */
export function installPackage(folder: string): InstalledPackage {
  const out = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: root, encoding: 'utf8' });
  const tarball = out.trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['xzf', tarball, '-C', folder]);
  const installed = join(folder, 'package');
  // Production dependencies only, of the locked versions: what the tests have installed holds them all.
  copyFileSync(join(root, 'pnpm-lock.yaml'), join(installed, 'pnpm-lock.yaml'));
  execFileSync(
    'npx', ['--yes', 'pnpm@10', 'install', '--prod', '--prefer-offline', '--no-frozen-lockfile'],
    { cwd: installed, stdio: 'ignore' },
  );
  const packageJson = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as PackageJson;
  return { tarball, folder: installed, packageJson, command: join(installed, packageJson.bin.tsdbscope) };
}
