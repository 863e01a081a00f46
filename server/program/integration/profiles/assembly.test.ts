/** The machine code of a Go program with values of its CPU profile, against `-disasm`, `-weblist` of go tool pprof. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssemblyTable, ProfileInfo } from '../../../../core/contract/contract.ts';
import { assemblyBlocks } from '../../../../core/views/profile/assemblyView.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const PROGRAM = `package main

import (
	"os"
	"runtime/pprof"
	"syscall"
)

func square(x int) int { return x*x + 3 }

//go:noinline
func busy(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		sum += square(i) % 7
	}
	return sum
}

//go:noinline
func walk(depth, n int) int {
	if depth == 0 {
		return busy(n)
	}
	return walk(depth-1, n) + busy(n/4)
}

func cpuMs() int64 {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return (used.Utime.Nano() + used.Stime.Nano()) / 1e6
}

func main() {
	f, _ := os.Create(os.Args[1])
	pprof.StartCPUProfile(f)
	for cpuMs() < 1000 {
		walk(3, 20000)
	}
	pprof.StopCPUProfile()
	f.Close()
}
`;

// Not the synchronous one: a test that blocks does not see how its connections end.
const run = promisify(execFile);

const { dataDir, remove } = newDataDir();
const work = join(dataDir, 'program');
const binaries = join(dataDir, 'binaries');
let scope: Tsdbscope;
let id = '';

beforeAll(async () => {
  for (const folder of [work, join(binaries, 'deep')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(work, 'main.go'), PROGRAM);
  writeFileSync(join(work, 'go.mod'), 'module busy\n\ngo 1.21\n');
  // A build id of its own: Go before 1.24 writes none for the profile.
  await run('go', ['build', '-ldflags=-B=0x1122334455667788', '-o', 'busy', '.'], {
    cwd: work, env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off' },
  });
  await run(join(work, 'busy'), [join(work, 'cpu.pb.gz')]);
  // Go 1.25 and later compile them first.
  for (const tool of ['pprof', 'objdump']) await run('go', ['tool', '-n', tool]);
  copyFileSync(join(work, 'busy'), join(binaries, 'deep', 'renamed'));
  writeFileSync(join(binaries, 'damaged'), Buffer.from('7f454c460201010000', 'hex'));
  const config = join(dataDir, 'config.yml');
  writeFileSync(config, `profiles:\n  binaries: binaries\nsource_roots: [program]\n`);
  scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
  const answer = await scope.fetch('/api/v1/profiles?name=cpu.pb.gz', {
    method: 'POST', body: readFileSync(join(work, 'cpu.pb.gz')),
  });
  const { data: [info] } = await answer.json() as { data: ProfileInfo[] };
  id = info?.id ?? '';
}, 240_000);
afterAll(async () => {
  await scope.stop();
  remove();
});

/** `     10ms       20ms     4c4934: MOVQ ...`: what each address has, in ms. */
async function oracle(name: string): Promise<string[]> {
  const args = ['tool', 'pprof', '-unit=ms', `-disasm=${name}`, join(work, 'busy'), join(work, 'cpu.pb.gz')];
  const { stdout } = await run('go', args);
  return stdout.split('\n').flatMap((row) => {
    const match = /^\s*(\S+)\s+(\S+)\s+([0-9a-f]+): (.*?)(?:\s+;.*)?$/.exec(row);
    return match === null ? [] : [`${match[3]} ${ms(match[1])} ${ms(match[2])} ${match[4]}`];
  });
}

interface Listed { line: number; flat: number; cum: number }

/** Of `-weblist`, in ms: the total of the function (as line 0), then the source lines that have a value. */
async function listed(name: string): Promise<Listed[]> {
  const page = join(work, 'list.html');
  const args = ['-unit=ms', `-output=${page}`, `-weblist=^${name.replace('.', '\\.')}$`];
  await run('go', ['tool', 'pprof', ...args, join(work, 'busy'), join(work, 'cpu.pb.gz')]);
  const html = readFileSync(page, 'utf8');
  const total = /^ *Total: +(\S+) +(\S+) \(flat, cum\)/m.exec(html);
  const lines = [...html.matchAll(/<span class=line> *(\d+)<\/span> <span class=\w+> *(\S+) +(\S+)/g)]
    .map(([, line, flat, cum]) => ({ line: Number(line), flat: ms(flat), cum: ms(cum) }));
  const whole = { line: 0, flat: ms(total?.[1]), cum: ms(total?.[2]) };
  return [whole, ...lines.filter(({ flat, cum }) => flat !== 0 || cum !== 0)];
}

function ms(text = '.'): number {
  return text === '.' || text === '0' ? 0 : Number(text.replace('ms', ''));
}

const assemblyOf = (name: string): Promise<AssemblyTable> =>
  scope.get(`/profiles/${id}/assembly?sampleType=cpu&function=${encodeURIComponent(name)}`);

describe('assembly', () => {
  it.each(['main.busy', 'main.walk'])('of %s is that of go tool pprof -disasm', async (name) => {
    const table = await assemblyOf(name);
    expect(table).toMatchObject({ binary: 'renamed', tool: 'go tool objdump', unplaced: { flat: 0, cum: 0 } });
    const own = table.instructions.map(
      ({ address, flat, cum, text }) => `${address} ${flat / 1e6} ${cum / 1e6} ${text}`
    );
    // The reference cuts off the last instruction, or drops it.
    const expected = (await oracle(name)).slice(0, table.instructions.length - 1);
    expect(expected.length).toBeGreaterThan(10);
    expect(own.slice(0, -1)).toEqual(expected);
    expect(table.instructions.some(({ cum }) => cum > 0)).toBe(true);
  });

  async function ownLines(name: string): Promise<Listed[]> {
    const sums = new Map<number, Listed>([[0, { line: 0, flat: 0, cum: 0 }]]);
    for (const { line, flat, cum } of assemblyBlocks(await assemblyOf(name), [])) {
      for (const place of [0, line]) {
        const known = sums.get(place) ?? { line: place, flat: 0, cum: 0 };
        sums.set(place, { line: place, flat: known.flat + flat / 1e6, cum: known.cum + cum / 1e6 });
      }
    }
    return [...sums.values()].filter(({ line, flat, cum }) => line === 0 || flat !== 0 || cum !== 0)
      .sort((one, other) => one.line - other.line);
  }

  it('has the lines and totals of go tool pprof -weblist', async () => {
    expect(await ownLines('main.busy')).toEqual(await listed('main.busy'));
  });

  it('of a recursive function too, but a sample counts once at an address, as in -disasm', async () => {
    const [own, reference] = [await ownLines('main.walk'), await listed('main.walk')];
    expect(own.map(({ line, flat }) => [line, flat])).toEqual(reference.map(({ line, flat }) => [line, flat]));
    own.forEach(({ cum }, row) => { expect(cum).toBeLessThanOrEqual(reference[row]?.cum ?? NaN); });
  });

  it('says which build id is not there; a link out of the folder is not followed', async () => {
    const elsewhere = join(dataDir, 'data2');
    const empty = join(dataDir, 'empty');
    mkdirSync(empty);
    symlinkSync(join(work, 'busy'), join(empty, 'busy'));
    const config = join(dataDir, 'other.yml');
    writeFileSync(config, `profiles:\n  binaries: empty\n`);
    const other = await startTsdbscope(['--config', config], elsewhere);
    try {
      await other.fetch('/api/v1/profiles?name=a', { method: 'POST', body: readFileSync(join(work, 'cpu.pb.gz')) });
      const table = await other.get<AssemblyTable>(`/profiles/${id}/assembly?function=main.busy`);
      expect(table).toMatchObject({ binary: null, tool: null, instructions: [] });
      expect(table.note).toContain('No binary with the build id 1122334455667788 is in the folder');
    } finally {
      await other.stop();
    }
  });
});
