import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { newDataDir, runToEnd, startTsdbscope } from '../lab/tsdbscopeProcess.ts';

const data = (name: string): string => fileURLToPath(new URL(`../../../../testdata/${name}`, import.meta.url));
const folder = newDataDir();
afterAll(folder.remove);

/** One sentence, no stack trace. */
function expectOneSentence(stderr: string): void {
  expect(stderr).toMatch(/^tsdbscope: [^\n]+\n$/);
  expect(stderr).not.toContain(' at ');
}

describe('the command line', () => {
  it.each([
    ['an unknown flag', ['--nope']],
    ['an open address without password', ['--listen', '0.0.0.0:0']],
    ['a configuration that is not there', ['--config', '/nowhere.yml']],
    ['a command with a bad flag', ['mcp', '--listen', 'nowhere']],
  ])('refuses %s in one sentence', async (_name, args) => {
    const ended = await runToEnd([...args, ...(args[0] === 'mcp' ? [] : ['--data', join(folder.dataDir, 'unused')])]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expectOneSentence(ended.stderr);
  });

  // Sentences, tables and verdicts of these commands: the unit tests of cli/.
  it('ends with the verdict of a command as its code, and reads its standard input', async () => {
    const diff = await runToEnd(
      ['diff', data('profiles/seed-wal/before.cpu.pb.gz'), '-'], {},
      readFileSync(data('profiles/seed-wal/after.cpu.pb.gz'))
    );
    expect(diff).toMatchObject({ code: 0, stderr: '' });
    expect(diff.stdout).toContain('after:  standard input (51 s)');
    const bench = await runToEnd(
      ['bench', data('benchmarks/new.txt'), '-'], {}, readFileSync(data('benchmarks/old.txt'))
    );
    expect(bench).toMatchObject({ code: 3, stderr: '' });
    expect(bench.stdout).toContain('regression: ');
    const replay = await runToEnd(
      ['replay', '-', '--budget', '1m'], {}, readFileSync(data('logs/prom-2.42-restart.log'))
    );
    expect(replay).toMatchObject({ code: 3, stderr: '' });
    expect(replay.stdout).toContain('It took 64.7 s, longer than the budget of 60 s.');
    const none = await runToEnd(['replay', data('benchmarks/old.txt')]);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expectOneSentence(none.stderr);
  });

  it('says how a command is used', async () => {
    expect(await runToEnd(['diff', '--help']))
      .toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: tsdbscope diff BEFORE AFTER/) as string });
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
    const ended = await runToEnd(
      ['http://127.0.0.1:9', '--listen', `127.0.0.1:${port}`, '--data', join(folder.dataDir, 'port')]
    );
    other.close();
    expect(ended.code).toBe(1);
    expectOneSentence(ended.stderr);
    expect(ended.stderr).toContain('in use');
  });

  it('says so when the data folder cannot be written, and ends with 1', async () => {
    const ended = await runToEnd(['http://127.0.0.1:9', '--listen', '127.0.0.1:0', '--data', '/dev/null/data']);
    expect(ended.code).toBe(1);
    expectOneSentence(ended.stderr);
    expect(ended.stderr).toContain('/dev/null/data');
  });

  it('refuses a data folder that another one uses, and ends at SIGTERM', async () => {
    const { dataDir, remove } = newDataDir();
    const first = await startTsdbscope(['http://127.0.0.1:9'], dataDir);
    const second = await runToEnd(['http://127.0.0.1:9', '--listen', '127.0.0.1:0', '--data', dataDir]);
    expect(second.code).toBe(1);
    expectOneSentence(second.stderr);
    expect(second.stderr).toContain(String(first.pid));
    await first.stop();
    expect(first.exitCode()).toBe(0);
    remove();
  });
});
