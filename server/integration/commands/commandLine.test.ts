import { createServer } from 'node:http';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newDataDir, runToEnd, startTsdbscope } from '../lab/tsdbscopeProcess.ts';

const folder = newDataDir();
afterAll(folder.remove);

/** One sentence, no stack trace. */
function expectOneSentence(stderr: string): void {
  expect(stderr).toMatch(/^tsdbscope: [^\n]+\n$/);
  expect(stderr).not.toContain(' at ');
}

describe('the command line', () => {
  it.each([
    ['an unknown flag', ['--nope'], 2],
    ['a bad target', ['localhost:9090'], 2],
    ['a bad address', ['--listen', 'nowhere'], 2],
    ['an open address without password', ['--listen', '0.0.0.0:0'], 2],
    ['a configuration that is not there', ['--config', '/nowhere.yml'], 2],
  ])('refuses %s in one sentence', async (_name, args, code) => {
    const ended = await runToEnd([...args, '--data', join(folder.dataDir, 'unused')]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(/^tsdbscope: [^\n]+\n$/);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it('checks a configuration and ends', async () => {
    const file = join(folder.dataDir, 'good.yml');
    writeFileSync(file, 'targets:\n- url: http://localhost:1\n');
    expect(await runToEnd(['--config', file, '--check-config']))
      .toMatchObject({ code: 0, stdout: 'The configuration is good: 1 target(s).\n' });
    writeFileSync(file, 'targets:\n- url: http://localhost:1\n  colour: red\n');
    const bad = await runToEnd(['--config', file, '--check-config']);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('good.yml:3: targets[0].colour: unknown key');
  });

  it('says so when the port is in use, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ended = await runToEnd(['--demo', '--listen', `127.0.0.1:${port}`, '--data', join(folder.dataDir, 'port')]);
    other.close();
    expect(ended.code).toBe(1);
    expectOneSentence(ended.stderr);
    expect(ended.stderr).toContain('in use');
  });

  it('says so when the data folder cannot be written, and ends with 1', async () => {
    const ended = await runToEnd(['--demo', '--listen', '127.0.0.1:0', '--data', '/dev/null/data']);
    expect(ended.code).toBe(1);
    expectOneSentence(ended.stderr);
    expect(ended.stderr).toContain('/dev/null/data');
  });

  it('refuses a data folder that another one uses, and ends at SIGTERM within 5 s', async () => {
    const { dataDir, remove } = newDataDir();
    const first = await startTsdbscope(['--demo'], dataDir);
    const second = await runToEnd(['--demo', '--listen', '127.0.0.1:0', '--data', dataDir]);
    expect(second.code).toBe(1);
    expectOneSentence(second.stderr);
    expect(second.stderr).toContain(String(first.pid));
    expect(await first.stop()).toBeLessThan(5000);
    remove();
  });
});
