import { describe, expect, it } from 'vitest';
import { profileFinding } from '../../../core/views/profile/profileFinding.ts';
import { statements } from '../../../core/finding.ts';
import { decodeAny } from '../foreign/decodeAny.ts';
import { profileFacts } from './profileFacts.ts';
import { top } from './top.ts';

/** Returns what a text of another tool is said to be. */
async function told(...lines: string[]): Promise<string[]> {
  const read = await decodeAny(new TextEncoder().encode(lines.join('\n')));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'x');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return statements(profileFinding(table.value, { info: facts }));
}

const sample = (command: string, at: { pid?: number; cpu?: number; time: number }, ...frames: string[]): string[] => [
  `${command} ${at.pid ?? 9} [${String(at.cpu ?? 0).padStart(3, '0')}] ${at.time.toFixed(6)}: 1000000 cpu-clock: `,
  ...frames.map((frame, i) => `\t${(0x1000 + i).toString(16)} ${frame}`), '',
];
const IDLE = ['[unknown] ([kernel.kallsyms])', '[unknown] ([kernel.kallsyms])'];
const IN_LOOP = ['do_IRQ+0x58 ([kernel.kallsyms])', 'do_idle+0x1b8 ([kernel.kallsyms])'];

describe('the largest function of perf script', () => {
  it('has its caller and its process; idle processors are no load', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => sample(
      'forks', { cpu: i % 3, time: 10 + Math.floor(i / 3) / 1000 },
      '_Z5alphav (/app)', i < 8 ? '_Z3runv (/app)' : '_Z4backv (/app)'
    )).flat();
    const idle = Array.from({ length: 4 }, (_, i) =>
      sample('swapper', { pid: 0, cpu: 3, time: 10 + i / 1000 }, ...IDLE));
    expect(await told(...lines, ...idle.flat())).toEqual([
      'alpha() has the highest self value: 100 % of CPU, 12 ms of 12 ms.',
      '12 ms of CPU in 4 ms: 3 cores.',
      'alpha() is called by run() (66.7 % of it) and back() (33.3 %), in process forks.',
      'Samples of idle processors are left out: 4 ms of CPU.',
    ]);
  });

  it('is an interrupt of the idle task, in a single sample without a share', async () => {
    const frames = ['bpf_prog_1_xdp (bpf_prog)', 'net_rx_action (k)', ...IN_LOOP];
    expect(await told(...sample('swapper', { pid: 0, time: 1 }, ...frames)))
      .toEqual(['Only 1 sample, too few for a share: it is in bpf_prog_1_xdp, 1 ms of CPU, called by net_rx_action, '
        + 'in an interrupt of the idle task (swapper).']);
  });

  it('has no share with fewer than ten samples', async () => {
    const lines = Array.from({ length: 3 }, (_, i) => sample('app', { time: 1 + i }, 'work (/app)', 'main (/app)'));
    expect((await told(...lines.flat()))[0])
      .toBe('Only 3 samples, too few for shares: 3 in work, 3 ms of CPU, in process app.');
  });

  it('ran on no more processors than those seen', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => sample('app', { time: 1 + i / 1e6 }, 'work (/app)'));
    expect((await told(...lines.flat())).join(' ')).not.toContain('cores');
  });
});

describe('the largest function of collapsed stacks', () => {
  it('is told with the caller that differs, and the process that the stacks begin with', async () => {
    expect(await told('[ 0] cat;sys_read;urandom_read;unlock;unlock 136', '[ 0] cat 8')).toEqual([
      'unlock has the highest self value: 94.4 % of samples, 136 of 144.',
      'unlock is called by urandom_read, below cat.',
    ]);
  });

  it('leaves out idle processors there too', async () => {
    expect((await told('swapper/1;start_secondary;do_idle;intel_idle 900', 'app;run;work 100'))[0])
      .toBe('work has the highest self value: 100 % of samples, 100 of 100.');
  });

  it('is the compiler and the collector of a Java VM by sum', async () => {
    const thread = 'start_thread;java_start(Thread*);';
    expect(await told(
      `${thread}JavaThread::run();CompileBroker::compiler_thread_loop();Compile::Optimize();a(Node*) const 400`,
      `${thread}JavaThread::run();CompileBroker::compiler_thread_loop();Compile::Code_Gen();b(Node*) 200`,
      `${thread}GCTaskThread::run();PSPromotionManager::drain_stacks_depth(bool) 300`,
    )).toEqual([
      'The Java VM itself takes 100 % of samples: JIT compiler 66.7 %, garbage collection 33.3 %.',
      'No Java code is in it.', 'a(Node*) const has the highest self value: 44.4 % of samples, 400 of 900.',
      'a(Node*) const is called by Compile::Optimize().', 'PSPromotionManager::drain_stacks_depth(bool) has 33.3 %, '
        + 'b(Node*) 22.2 %: 100 % with a(Node*) const.',
    ]);
  });
});

it('own code is told where a library function has the most', async () => {
  expect(await told(
    'heap profile: 1: 24 [100000: 2400000] @ heap/1048576', '1: 24 [60000: 1440000] @ 0x1 0x2',
    '#\t0x1\tsyscall.Setenv+0x1\t/go/e.go:1', '#\t0x2\tmain.isSquare+0x1\t/m.go:1', '#\t0x3\tmain.main+0x1\t/m.go:9',
    '0: 0 [40000: 960000] @ 0x4 0x2', '#\t0x4\tos.Getenv+0x1\t/go/e.go:1', '#\t0x2\tmain.isSquare+0x1\t/m.go:1',
    '#\t0x3\tmain.main+0x1\t/m.go:9',
  )).toEqual([
    'main.isSquare has 100 % of allocated bytes with the library functions that it calls.',
    'syscall.Setenv has the highest self value: 60 % of allocated bytes, 29.3 GiB of 48.8 GiB.',
    'Values add up since the process started, or since the profile was enabled; 512 KiB are in use.',
    'syscall.Setenv is called by main.isSquare.', 'os.Getenv has 40 %: 100 % with syscall.Setenv.',
  ]);
});

it('locks of Java are told by the code that waits', async () => {
  const stack = (nanos: number, samples: number, caller: string): string[] => [
    `--- ${nanos} ns (50.00%), ${samples} samples`, '  [ 0] java.util.Properties', '  [ 1] java.util.Hashtable.get',
    '  [ 2] com.a.Props.value', `  [ 3] ${caller}`, '  [ 4] java.lang.Thread.run', '',
  ];
  const stacks = [...stack(6e6, 20, 'com.a.Exec.run'), ...stack(4e6, 10, 'com.a.Mode.is')];
  expect(await told('Started [lock] profiling', ...stacks))
    .toEqual([
      'java.util.Properties has the highest self value: 100 % of time waiting for locks, 10 ms of 10 ms.',
      'Threads wait for locks of java.util.Properties in Hashtable.get.',
      'Props.value has 100 % with the library functions that it calls, called by Exec.run (60 %) and Mode.is (40 %).',
    ]);
});

describe('frames without names', () => {
  it('of perf script are no function, and little CPU is no high load', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => sample(
      'store', { cpu: i % 2, time: 10 + i / 10 }, i < 30 ? '[unknown] (/usr/bin/store)' : 'futex_wake (/usr/bin/store)'
    )).flat();
    const facts = await told(...lines);
    expect(facts[0]).toBe('No symbols for 75 %, 30 ms, of store: functions are unknown. Record again with an '
      + 'unstripped store, or with its debug symbols; a program in Go that serves /debug/pprof gives a profile with '
      + 'names by itself (/debug/pprof/profile).');
    expect(facts.join(' ')).not.toContain('[store]');
    expect(facts.join(' ')).toContain('cores. That is no high load: if there is one at other times, record then.');
  });

  it('are not blamed on the program if only some lack a name', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => sample(
      'store', { cpu: i % 2, time: 10 + i / 1000 }, i < 10 ? '[unknown] (/usr/bin/store)' : 'work (/usr/bin/store)'
    )).flat();
    const facts = await told(...lines);
    expect(facts[0]).toMatch(/^work has the highest self value: 75 % /);
    expect(facts.join(' ')).not.toContain('no high load');
  });
});

describe('a heap', () => {
  const heap = (inUse: number, allocated: number): string[] => [
    `heap profile: ${inUse + 1}: ${inUse * 2048 + 67108864} [${allocated + 1}: ${allocated * 2048 + 67108864}] `
      + '@ heap/1048576',
    '1: 67108864 [1: 67108864] @ 0x9', '#\t0x9\tshop/ballastextension.(*memoryBallast).Start+0xa5\t/b.go:49',
    `${inUse}: ${inUse * 2048} [${allocated}: ${allocated * 2048}] @ 0x1`, '#\t0x1\tshop/trace.newSpan+0x1\t/t.go:1',
  ];

  it('says what of the allocated is still in use, and that a ballast is none', async () => {
    const facts = await told(...heap(180, 200));
    expect(facts[0]).toMatch(/^trace\.newSpan has the highest self value: /);
    expect(facts.join(' ')).toContain('Of all objects allocated there, 90 % are still in use: they are kept. ');
    expect(facts.join(' ')).toMatch(/ are a ballast, by the name of ballastextension\.\(\*memoryBallast\)\.Start: /);
  });

  it('keeps little of what it frees', async () => {
    expect((await told(...heap(180, 2000))).join(' ')).not.toContain('still in use');
  });
});
