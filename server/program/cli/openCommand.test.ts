import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOpenCommand } from './openCommand.ts';
import { runOpen } from './openRun.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-'));
const log = join(folder, 'server.log');
let server: Server;
let url = '';
const asked: { address: string | undefined; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  writeFileSync(log, 'level=info ts=2026-01-02T03:04:05Z caller=main.go:5 msg="Starting Prometheus Server"\n');
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ address: req.url, authorization: req.headers.authorization, body });
      const file = { name: 'server.log', sentence: 'A log.', outcome: 'opened', address: '/log?log=1' };
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ status: 'success', data: { files: [file], address: null } }));
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('tsdbscope open', () => {
  it('sends each file, and prints what it is and where it opens', async () => {
    const command = readOpenCommand([log, '--url', `${url}/`], { TSDBSCOPE_TOKEN: 'x' });
    if (command.kind !== 'open') throw new Error('not the command');
    expect(await runOpen(command)).toEqual({ output: `server.log: A log.\n  ${url}/log?log=1\n`, exitCode: 0 });
    expect(asked).toEqual([
      {
        address: '/api/v1/open?name=server.log', authorization: 'Bearer x',
        body: expect.stringContaining('Starting Prometheus') as string,
      },
    ]);
  });

  it('sends two files together, by their folders if their names are the same', async () => {
    const names = ['old', 'new'].map((name) => join(folder, name, 'bench.txt'));
    for (const name of names) {
      mkdirSync(dirname(name));
      writeFileSync(name, 'BenchmarkA-2 1 10 ns/op\n');
    }
    asked.length = 0;
    const command = readOpenCommand([...names, '--url', url], {});
    if (command.kind !== 'open') throw new Error('not the command');
    expect(await runOpen(command)).toMatchObject({ exitCode: 0 });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.address).toBe('/api/v1/open');
    expect(asked[0]?.body).toMatch(/filename="[^"]{0,200}old\/bench\.txt"[^]*filename="[^"]{0,200}new\/bench\.txt"/);
  });

  it('sends three files together, in their order', async () => {
    const names = ['1', '2', '3'].map((name) => join(folder, `heap.${name}`));
    for (const name of names) writeFileSync(name, `profile ${name}\n`);
    asked.length = 0;
    const command = readOpenCommand([...names, '--url', url], {});
    if (command.kind !== 'open') throw new Error('not the command');
    await runOpen(command);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatch(/filename="heap\.1"[^]*filename="heap\.2"[^]*filename="heap\.3"/);
  });

  it('says what the file is where no tsdbscope answers', async () => {
    const command = { kind: 'open', files: [log], url: 'http://127.0.0.1:1', format: 'text', token: null } as const;
    await expect(runOpen({ ...command, files: [...command.files] }))
      .rejects.toThrow(/no tsdbscope answers at .*server\.log is a log of Prometheus\.$/);
  });

  it('needs a file, and a known format', () => {
    expect(() => readOpenCommand([], {})).toThrow('open: no file named');
    expect(() => readOpenCommand(['x', '--format', 'yaml'], {})).toThrow('none of text, json');
    expect(readOpenCommand(['--help'], {})).toMatchObject({ kind: 'help' });
  });
});
