/**
 * Values of instructions against `go tool pprof -disasm`: of programs linked in several ways, with their symbols and
 * stripped of them, by each disassembler that is installed.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssemblyTable } from '../../../../core/contract/contract.ts';
import { assemblyOf } from '../../../profile/binaries/assembly.ts';
import { BinaryFolder } from '../../../profile/binaries/binaryFolder.ts';
import { decodeExpanded } from '../../../profile/decode/decode.ts';
import { functionAddresses } from '../../../profile/views/addresses.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { newDataDir } from '../lab/tsdbscopeProcess.ts';

const GO = `package main

import (
	"os"
	"runtime/pprof"
	"time"
)

//go:noinline
func sum[T ~int | ~float64](xs []T) T {
	var s T
	for i, x := range xs {
		s += x * T(i%7)
	}
	return s
}

type walker struct{ xs []int }

//go:noinline
func (w *walker) walk(depth int) int {
	if depth == 0 {
		return sum(w.xs)
	}
	return w.walk(depth-1) + sum(w.xs)
}

func main() {
	f, _ := os.Create(os.Args[1])
	pprof.StartCPUProfile(f)
	w := &walker{make([]int, 20000)}
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		w.walk(3)
		other()
	}
	pprof.StopCPUProfile()
	f.Close()
}
`;
const NO_C = '//go:build !cgo\n\npackage main\n\nfunc other() {}\n';
const C = `package main

// static double work(int n) { double s = 0; for (int i = 1; i < n; i++) s += 1.0 / i; return s; }
import "C"

func other() { C.work(100000) }
`;
const KINDS = {
  'a fixed address': ['0', []], 'any address': ['0', ['-buildmode=pie']], cgo: ['1', []],
  'cgo at any address': ['1', ['-buildmode=pie']],
} as const;
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];
const NAMES = ['main.(*walker).walk', 'main.sum[go.shape.int]'];
const TOOLS = ['go', 'llvm-objdump', 'objdump'];

const { dataDir, remove } = newDataDir();
const path = process.env.PATH ?? '';
const placeOf = (command: string): string | null => (
  path.split(':').map((one) => join(one, command)).find((one) => existsSync(one)) ?? null);
const STRIP = placeOf('strip');
const folderOf = (kind: string): string => join(dataDir, kind.replaceAll(' ', '-'));

beforeAll(() => {
  writeFileSync(join(dataDir, 'go.mod'), 'module busy\n\ngo 1.21\n');
  for (const [file, text] of Object.entries({ 'main.go': GO, 'plain.go': NO_C, 'c.go': C }))
    writeFileSync(join(dataDir, file), text);
  KIND_NAMES.forEach((kind, i) => {
    const [cgo, flags] = KINDS[kind];
    for (const sub of ['whole', 'stripped']) mkdirSync(join(folderOf(kind), sub), { recursive: true });
    const program = join(folderOf(kind), 'whole', 'program');
    execFileSync('go', ['build', ...flags, `-ldflags=-B=0x112233445566770${i}`, '-o', program, '.'], {
      cwd: dataDir, env: { ...process.env, CGO_ENABLED: cgo, GOTOOLCHAIN: 'local', GOPROXY: 'off' },
    });
    execFileSync(program, [join(folderOf(kind), 'cpu.pb.gz')]);
    const stripped = join(folderOf(kind), 'stripped', 'program');
    copyFileSync(program, stripped);
    if (STRIP !== null) execFileSync(STRIP, ['--strip-all', stripped]);
  });
  for (const tool of TOOLS) {
    mkdirSync(join(dataDir, 'only', tool), { recursive: true });
    const place = placeOf(tool);
    if (place !== null) symlinkSync(place, join(dataDir, 'only', tool, tool));
  }
}, 240_000);
afterAll(remove);

/** `     10ms       20ms     4c4934: MOVQ ...`: the addresses that have a value. */
function oracle(kind: string, name: string): string[] {
  const expression = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const printed = execFileSync('go', [
    'tool', 'pprof', '-unit=ms', `-disasm=${expression}`, join(folderOf(kind), 'whole', 'program'),
    join(folderOf(kind), 'cpu.pb.gz'),
  ], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return printed.split('\n').flatMap((row) => {
    const match = /^\s*(\S+)\s+(\S+)\s+([0-9a-f]+): /.exec(row);
    const [flat, cum] = [ms(match?.[1]), ms(match?.[2])];
    return match === null || (flat === 0 && cum === 0) ? [] : [`${match[3]} ${flat} ${cum}`];
  });
}

function ms(text = '.'): number {
  return text === '.' ? 0 : Number(text.replace('ms', ''));
}

async function assembly(
  kind: string, state: 'whole' | 'stripped', tool: string, name: string
): Promise<AssemblyTable> {
  const profile = unwrap(decodeExpanded(gunzipSync(readFileSync(join(folderOf(kind), 'cpu.pb.gz')))));
  process.env.PATH = join(dataDir, 'only', tool);
  try {
    const addresses = unwrap(functionAddresses(profile, name, { sampleType: 'cpu' }));
    return await assemblyOf(addresses, new BinaryFolder(join(folderOf(kind), state)));
  } finally {
    process.env.PATH = path;
  }
}

describe.each(KIND_NAMES)('a Go program linked with %s', (kind) => {
  it.each(TOOLS)('by %s', async (tool) => {
    for (const name of NAMES) {
      const table = await assembly(kind, 'whole', tool, name);
      if (placeOf(tool) === null) {
        expect(table.note).toContain('No disassembler is installed');
        continue;
      }
      expect(valuesOf(table)).toEqual(oracle(kind, name));
      expect(table).toMatchObject({ binary: 'program', note: '', unplaced: { flat: 0, cum: 0 } });
    }
  });

  it.runIf(STRIP !== null).each(TOOLS)('stripped, by %s', async (tool) => {
    for (const name of NAMES) {
      const table = await assembly(kind, 'stripped', tool, name);
      if (tool === 'go' || placeOf(tool) === null) {
        expect(table.note).toContain('install llvm-objdump or objdump');
        continue;
      }
      expect(valuesOf(table)).toEqual(oracle(kind, name));
      expect(table).toMatchObject({ binary: 'program', note: '', unplaced: { flat: 0, cum: 0 } });
    }
  });
});

function valuesOf({ instructions }: AssemblyTable): string[] {
  return instructions.filter(({ flat, cum }) => flat > 0 || cum > 0)
    .map(({ address, flat, cum }) => `${address} ${flat / 1e6} ${cum / 1e6}`);
}
