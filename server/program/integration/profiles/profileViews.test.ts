import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffSubsystemTable, LinesTable, ProfileInfo } from '../../../../core/contract/contract.ts';
import { profileBytes } from '../../../../testdata/profiles/oracles.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
const folder = mkdtempSync(join(tmpdir(), 'profile-views-'));
let scope: Tsdbscope;
let before: string;
let diff: string;

async function start(): Promise<void> {
  scope = await startTsdbscope(['http://127.0.0.1:9', '--config', join(folder, 'c.yml')], dataDir);
}

async function upload(side: string): Promise<string> {
  const body = new Uint8Array(profileBytes(`seed-wal/${side}.cpu.pb.gz`));
  const answer = await scope.fetch(`/api/v1/profiles?name=${side}`, { method: 'POST', body });
  const { data: [info] } = await answer.json() as { data: ProfileInfo[] };
  return info?.id ?? '';
}

beforeAll(async () => {
  mkdirSync(join(folder, 'src', 'runtime'), { recursive: true });
  writeFileSync(
    join(folder, 'src', 'runtime', 'mgcmark.go'), Array.from({ length: 2000 }, (_, i) => `line${i + 1}()`).join('\n')
  );
  writeFileSync(
    join(folder, 'c.yml'), "source_roots: [src]\nsubsystems:\n  - {name: Loader, functions: ['^main\\.']}\n"
  );
  await start();
  const id = await upload('before');
  before = `/profiles/${id}`;
  diff = `before=${id}&after=${await upload('after')}`;
});
afterAll(async () => {
  await scope.stop();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('views of a profile', () => {
  it('give a function\'s lines with text from a configured root', async () => {
    const table = await scope.get<LinesTable>(`${before}/lines?function=runtime.scanobject`);
    expect(table).toMatchObject({ flat: 8_990_000_000, cum: 17_890_000_000, files: [{ hasSource: true }] });
    expect(table.files[0]?.rows.find((row) => row.line === 1140))
      .toMatchObject({ flat: 6_590_000_000, text: 'line1140()' });
  });

  it('roll a diff up with rows of the configuration', async () => {
    const table = await scope.get<DiffSubsystemTable>(`/diff/subsystems?${diff}`);
    expect(table.sum).toEqual({ before: 75_160_000_000, after: 51_030_000_000, delta: -24_130_000_000 });
    expect(table.rows.reduce((sum, row) => sum + row.flat.before, 0)).toBe(75_160_000_000);
    expect(table.rows.map((row) => row.name)).toEqual(expect.arrayContaining(['Garbage collection', 'Loader']));
  });

  it('of a damaged file are refused once; it is set aside, gone from the list, and can be uploaded again', async () => {
    const id = before.slice('/profiles/'.length);
    await scope.stop();
    const file = join(dataDir, 'profiles', `${id}.pb.gz`);
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 1000, 2000);
    writeFileSync(file, damaged);
    await start();
    const answer = await scope.fetch(`/api/v1/diff/top?${diff}`);
    expect(answer.status).toBe(422);
    const { error } = await answer.json() as { error: string };
    expect(error).toContain('is damaged');
    expect(error).toContain(`set aside as ${id}.pb.gz.damaged; upload the profile again`);
    expect((await scope.get<ProfileInfo[]>('/profiles')).some((info) => info.id === id)).toBe(false);
    expect(readdirSync(join(dataDir, 'profiles'))).toContain(`${id}.pb.gz.damaged`);
    expect((await scope.fetch(`/api/v1${before}/top`)).status).toBe(404);
    expect(await upload('before')).toBe(id);
    expect((await scope.fetch(`/api/v1${before}/top`)).status).toBe(200);
  });
});
