/**
 * Disassembles one function with an installed program: Go's, LLVM's or GNU's. Starts no shell: names and paths are
 * separate arguments, and those that begin with a dash are refused.
 */
import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../../core/result.ts';
import { systemClock, within } from '../../../core/time/clock.ts';
import type { CodeRange } from './goFunctions.ts';
import { readObjdump, type Disassembled } from './objdumpText.ts';

const TIME_LIMIT_MS = 20_000;
/** Limit for compiling `go tool objdump`, which takes 15 s of CPU on a free core. */
const BUILD_LIMIT_MS = 600_000;
const BUILDING = 'Go compiles its objdump at the first use, which may take minutes on a busy machine; try again in a '
  + 'minute';
const MAX_OUTPUT_BYTES = 8 * 2 ** 20;
const MAX_INSTRUCTIONS = 5_000;
const MAX_SYMBOL = 1_000;
const NO_CODE = 'no disassembler on the server finds code of this function in the binary: it may be stripped of its '
  + 'symbols; put one that has them into the folder of profiles.binaries';

/** `isWhole`: false if the program failed or was ended after it had printed these. */
export interface Disassembly { tool: string; instructions: Disassembled[]; leftOut: number; isWhole: boolean }

/** `byRange`: null if the program cannot read a stripped binary. */
interface Tool {
  name: string;
  command: string;
  bySymbol: (symbol: string) => string[];
  byRange: ((from: string, to: string) => string[]) | null;
}

const LISTING = ['-d', '-l', '--no-show-raw-insn'];
const inRange = (from: string, to: string): string[] => (
  [...LISTING, `--start-address=0x${from}`, `--stop-address=0x${to}`]);

const TOOLS: readonly Tool[] = [
  {
    // In the binary, assembly functions have their calling convention after the name.
    name: 'go tool objdump', command: 'go', byRange: null, bySymbol: (symbol) => (
      ['tool', 'objdump', '-s', `^${symbol.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(\\.abi0|\\.abiinternal)?$`]),
  },
  {
    name: 'llvm-objdump', command: 'llvm-objdump', byRange: inRange,
    bySymbol: (symbol) => [...LISTING, `--disassemble-symbols=${symbol}`],
  },
  {
    name: 'objdump', command: 'objdump', byRange: inRange,
    bySymbol: (symbol) => [...LISTING, `--disassemble=${symbol}`],
  },
];

/**
 * Uses the first installed program that knows the function or, for a range of addresses, the first that prints code.
 * `path`: absolute. Errors: `bad_data` for an invalid name, `not_found` if no program is installed or none finds the
 * function, `timeout`.
 */
export async function disassemble(
  what: string | CodeRange, path: string, timeLimitMs = TIME_LIMIT_MS
): Promise<Result<Disassembly>> {
  if (typeof what === 'string'
    && (what === '' || what.length > MAX_SYMBOL || /[\0\n\r]/.test(what) || what.startsWith('-')))
    return fail('bad_data', 'the name of the function is not one that a disassembler takes');
  let installed = 0;
  for (const { name, command, bySymbol, byRange } of TOOLS) {
    const args = typeof what === 'string' ? bySymbol(what) : byRange?.(what.start.toString(16), what.end.toString(16));
    if (args === undefined) continue;
    if (command === 'go' && !(await isGoToolBuilt(timeLimitMs))) return fail('timeout', BUILDING);
    const run = await outputOf(command, [...args, path], timeLimitMs);
    if (run.state === 'missing') continue;
    installed++;
    if (run.state === 'late')
      return fail('timeout', `${name} took longer than ${timeLimitMs / 1000} s and was ended; use a smaller binary`);
    const { instructions, leftOut } = readObjdump(run.output, MAX_INSTRUCTIONS);
    if (instructions.length > 0) return ok({ tool: name, instructions, leftOut, isWhole: run.isWhole });
  }
  if (installed > 0) return fail('not_found', NO_CODE);
  return fail(
    'not_found', typeof what === 'string'
      ? 'no disassembler is installed on the server: install Go, llvm-objdump or objdump (binutils)'
      : 'the binary is stripped of its symbols, and "go tool objdump" reads no such binary: install llvm-objdump or '
        + 'objdump (binutils) on the server'
  );
}

let building: Promise<Run> | null = null;

/**
 * Go 1.25 and later ship no objdump: `go tool` compiles and caches it. A killed compilation starts over, so it
 * continues after the query's limit, which returns false, and queries share it.
 */
async function isGoToolBuilt(timeLimitMs: number): Promise<boolean> {
  building ??= outputOf('go', ['tool', '-n', 'objdump'], BUILD_LIMIT_MS).finally(() => { building = null; });
  let isBuilt = false;
  await within(systemClock, timeLimitMs, building.then(() => { isBuilt = true; }));
  return isBuilt;
}

type Run = { state: 'missing' } | { state: 'late' } | { state: 'done'; output: string; isWhole: boolean };

/** Returns at most 8 MiB of output; drops the rest and ends the program and its child processes. */
function outputOf(command: string, args: string[], timeLimitMs: number): Promise<Run> {
  return new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, {
      // Its own process group: "go tool" starts another process, which would continue and keep the pipe open.
      stdio: ['ignore', 'pipe', 'ignore'], shell: false, detached: true,
      // Keeps Go from downloading, and lets it find its own folder.
      env: { PATH, HOME, LC_ALL: 'C', GOTOOLCHAIN: 'local', GOFLAGS: '', GOPROXY: 'off' },
    });
    const pieces: Buffer[] = [];
    let [bytes, isLate] = [0, false];
    const end = (): void => {
      if (child.pid !== undefined) endGroup(child.pid);
      child.stdout.destroy();
    };
    const cancel = systemClock.after(timeLimitMs, () => {
      isLate = true;
      end();
    });
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= MAX_OUTPUT_BYTES) pieces.push(piece);
      else end();
    });
    child.on('error', () => {
      cancel();
      resolve({ state: 'missing' });
    });
    // A program that crashes on a damaged binary also ends by a signal, but not ours.
    child.on('close', (code) => {
      cancel();
      resolve(isLate ? { state: 'late' }
        : { state: 'done', output: Buffer.concat(pieces).toString('utf8'), isWhole: code === 0 });
    });
  });
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Every process of the group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
