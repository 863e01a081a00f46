import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { MeasuredLog } from '../../../core/contract/contract.ts';
import type { FailedStart } from './replayRun.ts';
import { asPrometheus3, later, part, restartLog } from '../../../testdata/logs/replayLogs.ts';
import { commandEnd } from '../../../testdata/commandEnd.ts';

const folder = mkdtempSync(join(tmpdir(), 'replay-command-'));
afterAll(() => { rmSync(folder, { recursive: true }); });
const log = fileURLToPath(new URL('../../../testdata/logs/prom-2.42-restart.log', import.meta.url));

function made(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** A start of the log cut in its replay, then a whole one ten minutes later: as after a kill -9. */
const killed = `${part(restartLog, null, 'segment=20 ')}\n${later(restartLog, 600_000)}`;

describe('tsdbscope replay', () => {
  it('prints phases and the slowest segments of a start that became ready', async () => {
    const ended = await commandEnd(['replay', log, '--budget', '15m']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^The start became ready within 15m\.\nThe start took 64\.7 s/);
    expect(ended.stdout).toMatch(/WAL segments +\+422 ms +63\.8 s +35\n/);
    expect(ended.stdout).toContain('Slowest segments: 18 (4.67 s)');
  });

  it('ends with 3 when it took longer than the budget', async () => {
    const ended = await commandEnd(['replay', log, '--budget', '1m']);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('It took 64.7 s, longer than the budget of 60 s.');
  });

  it('ends with 3 when a start was killed, and names it', async () => {
    const ended = await commandEnd(['replay', made('killed.log', killed), '--format', 'json']);
    expect(ended.code).toBe(3);
    const found = JSON.parse(ended.stdout) as MeasuredLog & { failed: FailedStart[] };
    expect(found.replays.map(({ outcome }) => outcome)).toEqual(['killed', 'finished']);
    expect(found.failed)
      .toEqual([{ start: found.replays[0]?.start, sentence: expect.stringContaining('kill -9') as string }]);
  });

  it('ends with 3 when the process crashed after its start', async () => {
    const crashed = `${part(restartLog, null, 'Received SIGTERM')}\npanic: close of closed channel\n`;
    const ended = await commandEnd(['replay', made('crashed.log', crashed)]);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(/^The start did not stay ready\.\n.*panic: close of closed channel/);
  });

  it('does not judge a log that ends within a start, unless that has outlived the budget', async () => {
    const cut = made('cut.log', part(restartLog, null, 'segment=20 '));
    expect(await commandEnd(['replay', cut])).toMatchObject(
      { code: 0, stdout: expect.stringMatching(/^Not judged: the log ends before the start became ready/) as string }
    );
    const late = await commandEnd(['replay', cut, '--budget', '5s']);
    expect(late.code).toBe(3);
    expect(late.stdout).toContain('It took at least');
  });

  it('reads gzip, in the form of Prometheus 3, and answers in Markdown', async () => {
    const ended = await commandEnd(
      ['replay', made('slog.gz', gzipSync(asPrometheus3(restartLog))), '--format', 'markdown']
    );
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^## The start became ready\./);
    expect(ended.stdout).toContain('### Start of 2026-11-20');
    expect(ended.stdout).toMatch(/\| WAL segments \| \+\d+ ms \| [\d.]+ s \| 35 \|/);
  });

  it('lets nothing in a log become markup or steer the terminal', async () => {
    const file = made('hostile.log', restartLog.replace(/version=2\.42\.0\+ds/g, 'version=<img>\u001b[31m|x|'));
    expect((await commandEnd(['replay', file])).stdout).not.toContain('\u001b');
    expect((await commandEnd(['replay', file, '--format', 'markdown'])).stdout).not.toMatch(/(?<!\\)<img/);
  });

  it.each([
    ['no file', ['replay'], 2, '0 files named'],
    ['a budget that is none', ['replay', log, '--budget', 'soon'], 2, 'is not a duration'],
    ['a file that is not there', ['replay', '/nowhere.log'], 2, 'there is no such file'],
    [
      'a file that is not a log',
      ['replay', fileURLToPath(new URL('../../../testdata/benchmarks/old.txt', import.meta.url))],
      1, 'has a time and a message',
    ],
    [
      'a log without a start',
      [
        'replay',
        made(
          'quiet.log',
          'ts=2026-11-20T10:00:00.000Z caller=compact.go:519 level=info component=tsdb msg="write block" duration=1s\n'
        ),
      ],
      1, 'holds no line of a start',
    ],
  ])('refuses %s in one sentence', async (_, args, code, said) => {
    const ended = await commandEnd(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(/^tsdbscope: replay: [^\n]+\n$/);
    expect(ended.stderr).toContain(said);
  });

  it('says how it is used', async () => {
    expect((await commandEnd(['replay', '--help'])).stdout).toMatch(/^Usage: tsdbscope replay LOG/);
  });
});
