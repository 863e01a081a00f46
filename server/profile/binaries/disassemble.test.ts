/** Real programs in the place of the disassembler: those that crash, hang, or print without end. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { disassemble } from './disassemble.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-disassemble-'));
const asked = join(folder, 'asked');
const path = process.env.PATH;
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });
beforeEach(() => { process.env.PATH = folder; });
afterEach(() => {
  process.env.PATH = path;
  for (const name of ['go', 'objdump', 'llvm-objdump', 'asked']) rmSync(join(folder, name), { force: true });
});

const INSTRUCTION = String.raw`printf '  a.go:7\t\t0x10\t\t90\t\tNOPL\n'`;

/** `build`: how Go compiles its own disassembler, where it is not compiled yet. */
function install(name: string, script: string, build = ':'): void {
  const steps = name === 'go' ? `if [ "$2" = -n ]; then ${build}; exit 0; fi\n${script}` : script;
  writeFileSync(join(folder, name), `#!/bin/sh\n${steps}\n`);
  chmodSync(join(folder, name), 0o755);
}

it('one that crashes gives way to the next, and alone says what to do', async () => {
  install('go', 'kill -SEGV $$');
  expect(await disassemble('main.f', '/b')).toMatchObject({ error: { errorType: 'not_found' } });
  install('objdump', String.raw`printf '  10:\tnop\n'`);
  expect(await disassemble('main.f', '/b')).toMatchObject({ value: {
    tool: 'objdump', instructions: [{ text: 'nop' }], isWhole: true,
  } });
  install('objdump', String.raw`printf '  10:\tnop\n'; kill -SEGV $$`);
  expect(await disassemble('main.f', '/b')).toMatchObject({ value: { isWhole: false } });
});

it('a compilation of objdump goes on when its question gives up, and serves the next ones', async () => {
  const [builds, go] = [join(folder, 'builds'), join(folder, 'go-on')];
  install('go', INSTRUCTION, `echo built >> ${builds}; until [ -e ${go} ]; do /bin/sleep 0.05; done`);
  const first = await Promise.all([disassemble('main.f', '/b', 500), disassemble('main.g', '/b', 500)]);
  const told = { error: { errorType: 'timeout', message: expect.stringContaining('try again in a minute') as string } };
  expect(first).toMatchObject([told, told]);
  const next = disassemble('main.f', '/b', 60_000);
  writeFileSync(go, '');
  expect(await next).toMatchObject({ value: { tool: 'go tool objdump', isWhole: true } });
  expect(readFileSync(builds, 'utf8')).toBe('built\n');
});

it.each([
  ['itself', 'while :; do :; done'],
  ['by a process that it starts', '/bin/sleep 600 & wait'],
  ['by a process that keeps its output open', '/bin/sleep 600 & exit 0'],
])('one that hangs %s is ended, with all that it started', async (_how, script) => {
  install('go', `${INSTRUCTION}; echo $$ > ${asked}; ${script}`);
  expect(await disassemble('main.f', '/b', 2_000)).toMatchObject({ error: { errorType: 'timeout' } });
  const leader = Number(readFileSync(asked, 'utf8'));
  await expect.poll(() => isGone(leader), { timeout: 30_000 }).toBe(true);
}, 60_000);

function isGone(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return false;
  } catch {
    return true;
  }
}

it.each([
  ['lines', '/usr/bin/yes "  a.go:7\t\t0x10\t\t90\t\tNOPL" | /usr/bin/head -c 1000000000', 1],
  ['one line', '/usr/bin/head -c 1000000000 /dev/zero', 0],
])('of 1 GB of %s 8 MiB are read', async (_what, script, count) => {
  install('go', script);
  const result = await disassemble('main.f', '/b', 600_000);
  if (count === 0) expect(result).toMatchObject({ error: { errorType: 'not_found' } });
  else expect(result.ok && result.value.instructions.length + result.value.leftOut).toBeLessThan(8 * 2 ** 20 / 24);
}, 120_000);

it.each<[string, string | null]>([
  ['main.(*walker).walk', String.raw`^main\.\(\*walker\)\.walk(\.abi0|\.abiinternal)?$`],
  ['main.F[go.shape.int,string]', String.raw`^main\.F\[go\.shape\.int,string\](\.abi0|\.abiinternal)?$`],
  ['memmove.abi0', String.raw`^memmove\.abi0(\.abi0|\.abiinternal)?$`],
  ['a"b\'c`d', '^a"b\'c`d(\\.abi0|\\.abiinternal)?$'],
  ['$(touch x); rm -rf / & | > <', String.raw`^\$\(touch x\); rm -rf / & \| > <(\.abi0|\.abiinternal)?$`],
  ['(a+)+$^|[', String.raw`^\(a\+\)\+\$\^\|\[(\.abi0|\.abiinternal)?$`],
  ['\u202eevil\t\x1b[31m', '^\u202eevil\t\x1b\\[31m(\\.abi0|\\.abiinternal)?$'],
  ['a\nb', null], ['a\rb', null], ['a\0b', null], ['', null], ['--help', null], ['-', null], ['x'.repeat(10_000), null],
])('the name %j is one argument, or refused', async (symbol, expected) => {
  install('go', `for one; do printf '%s\\n' "$one"; done > ${asked}`);
  const result = await disassemble(symbol, '/some folder/$(b)');
  if (expected === null) {
    expect(result).toMatchObject({ error: { errorType: 'bad_data' } });
    return;
  }
  expect(result.ok).toBe(false);
  expect(readFileSync(asked, 'utf8').split('\n'))
    .toEqual(['tool', 'objdump', '-s', expected, '/some folder/$(b)', '']);
});

it('none installed says so, also of a stripped binary', async () => {
  expect(await disassemble('main.f', '/b')).toMatchObject({
    error: { message: expect.stringContaining('no disassembler is installed') as string },
  });
  expect(await disassemble({ start: 16n, end: 32n }, '/b')).toMatchObject({
    error: { message: expect.stringContaining('install llvm-objdump or objdump') as string },
  });
});
