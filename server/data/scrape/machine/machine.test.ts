import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { endianness, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readGroup } from './controlGroup.ts';
import { LocalGroup, localGroupOf } from './localGroup.ts';
import { LocalProcesses } from './localProcess.ts';
import { groupPath, groupTrees, listenersOn, processStat } from './procText.ts';

const BOOT = 1_700_000_000;
const clock = { nowMs: 0 };
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tsdbscope-machine-'));
  clock.nowMs = 1e12;
});
afterEach(() => { rmSync(root, { recursive: true }); });

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const V2 = '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n';
const V1 = '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n'
  + '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n'
  + '41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n';

/** Of the kernel's own order of bytes, as it prints addresses. */
const printed = (address: string): string => (endianness() === 'BE' ? address
  : (address.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join('')).join('')).toUpperCase();
const socket = (address: string, port: number, { uid = 990, inode = 77, state = '0A' } = {}): string =>
  `   0: ${printed(address)}:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 ${state} `
  + `00000000:00000000 00:00000000 00000000   ${uid}        0 ${inode} 1 0 100 0 0 10 0\n`;

function process(pid: number, { started, uid = 990, name = 'prometheus' }: {
  started: number; uid?: number; name?: string
}): void {
  const ticks = Math.round((started - BOOT) * 100);
  put(`/proc/${pid}/stat`, `${pid} (${name}) S 1 1 1 0 -1 4194560 0 0 0 0 50 10 0 0 20 0 9 0 ${ticks} 1 1 1\n`);
  put(`/proc/${pid}/status`, `Name:\t${name}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\n`);
}

function machine(sockets: { tcp?: string; tcp6?: string }): LocalProcesses {
  put('/proc/stat', `cpu  1 2 3\nbtime ${BOOT}\n`);
  put('/proc/net/tcp', `  sl  local_address ...\n${sockets.tcp ?? ''}`);
  put('/proc/net/tcp6', `  sl  local_address ...\n${sockets.tcp6 ?? ''}`);
  return new LocalProcesses(root, () => clock.nowMs);
}

const LOOPBACK = '7f000001';
const ALL_V6 = '0'.repeat(32);

describe('which process a target is', () => {
  test('the one that has the user of the socket and its own start time, whatever else started then', async () => {
    const here = machine({ tcp: socket(LOOPBACK, 9090) });
    process(10, { started: BOOT + 50.21 });
    process(11, { started: BOOT + 50.21, uid: 0, name: 'a (b) c' });
    process(12, { started: BOOT + 50.4 });
    expect(await here.find('127.0.0.1', 9090, BOOT + 50.21)).toEqual({ pid: 10 });
    // VictoriaMetrics states a whole second.
    clock.nowMs += 6000;
    process(10, { started: BOOT + 80.7 });
    expect(await here.find('localhost', 9090, BOOT + 81)).toEqual({ pid: 10 });
  });

  test.each([
    ['all addresses', { tcp6: socket(ALL_V6, 9090) }, '127.0.0.1', true],
    ['all of IPv4', { tcp: socket('00000000', 9090) }, '127.0.0.1', true],
    ['IPv4 in IPv6', { tcp6: socket(`${'0'.repeat(20)}ffff${LOOPBACK}`, 9090) }, '127.0.0.1', true],
    ['::1', { tcp6: socket(`${'0'.repeat(31)}1`, 9090) }, '::1', true],
    ['::1 is not 127.0.0.1', { tcp6: socket(`${'0'.repeat(31)}1`, 9090) }, '127.0.0.1', false],
    ['another address of loopback', { tcp: socket('7f000002', 9090) }, '127.0.0.1', false],
    ['another port', { tcp: socket(LOOPBACK, 9091) }, '127.0.0.1', false],
    ['a connection, not a listener', { tcp: socket(LOOPBACK, 9090, { state: '01' }) }, '127.0.0.1', false],
  ] as const)('a socket on %s', async (_, sockets, host, isFound) => {
    const here = machine(sockets);
    process(10, { started: BOOT + 1 });
    expect(await here.find(host, 9090, BOOT + 1)).toEqual(
      isFound ? { pid: 10 } : 'no socket listens on port 9090 by /proc/net/tcp'
    );
  });

  test('of two alike the one that holds the socket, where that may be read; else none', async () => {
    const here = machine({ tcp: socket(LOOPBACK, 9090, { inode: 4711 }) });
    process(10, { started: BOOT + 1 });
    process(11, { started: BOOT + 1 });
    expect(await here.find('127.0.0.1', 9090, BOOT + 1)).toBe('2 processes have its user and its start time');
    mkdirSync(join(root, '/proc/11/fd'));
    symlinkSync('socket:[4711]', join(root, '/proc/11/fd/7'));
    expect(await here.find('127.0.0.1', 9090, BOOT + 1)).toEqual({ pid: 11 });
  });

  test('what forwards to a container is not its process', async () => {
    const here = machine({ tcp: socket(LOOPBACK, 9090, { uid: 0 }) });
    process(10, { started: BOOT + 1, uid: 0, name: 'docker-proxy' });
    expect(await here.find('127.0.0.1', 9090, BOOT + 1))
      .toBe('no process that is visible here has its user and its start time');
  });

  test('a machine without /proc', async () => {
    expect(await new LocalProcesses(join(root, 'none'), Date.now).find('127.0.0.1', 9090, 1))
      .toBe('no socket listens on port 9090 by /proc/net/tcp');
  });
});

describe('its control group', () => {
  test('version 2: the lowest limit of itself and those above, and that one’s counters', () => {
    put('/proc/self/mountinfo', V2);
    put('/proc/10/cgroup', '0::/kubepods/pod1/c1\n');
    const at = '/sys/fs/cgroup/kubepods/pod1';
    put(`${at}/c1/cpu.stat`, 'usage_usec 9\nnr_periods 100\nnr_throttled 25\nthrottled_usec 1500000\n');
    put(`${at}/c1/cpu.max`, '50000 100000\n');
    put(`${at}/c1/memory.max`, 'max\n');
    put(`${at}/cpu.max`, 'max 100000\n');
    put(`${at}/memory.max`, '1073741824\n');
    expect(readGroup(root, { pid: 10 })).toEqual({
      path: '/kubepods/pod1/c1', abovePath: null, limitCores: 0.5, memoryLimitBytes: 2 ** 30,
      counters: { periods: 100, throttledPeriods: 25, throttledSeconds: 1.5 },
    });
    put(`${at}/cpu.max`, '20000 100000\n');
    put(`${at}/cpu.stat`, 'nr_periods 7\nnr_throttled 3\nthrottled_usec 10\n');
    expect(readGroup(root, { pid: 10 })).toMatchObject({
      abovePath: '/kubepods/pod1', limitCores: 0.2, counters: { periods: 7, throttledPeriods: 3 },
    });
  });

  test('version 1: nanoseconds, and -1 is no limit', () => {
    put('/proc/self/mountinfo', V1);
    put('/proc/10/cgroup', '5:memory:/m\n2:cpu,cpuacct:/a\n0::/elsewhere\n');
    put('/sys/fs/cgroup/cpu,cpuacct/a/cpu.stat', 'nr_periods 10\nnr_throttled 4\nthrottled_time 2500000000\n');
    put('/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us', '10000\n');
    put('/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us', '100000\n');
    put('/sys/fs/cgroup/memory/m/memory.limit_in_bytes', '9223372036854771712\n');
    expect(readGroup(root, { pid: 10 })).toEqual({
      path: '/a', abovePath: null, limitCores: 0.1, memoryLimitBytes: null,
      counters: { periods: 10, throttledPeriods: 4, throttledSeconds: 2.5 },
    });
    put('/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us', '-1\n');
    expect(readGroup(root, { path: '/a' })).toMatchObject({ limitCores: null, counters: null });
  });

  test.each([
    ['outside of what is mounted', '0::/../../other\n', 'its control group has no readable cpu.stat'],
    ['without a file', '0::/gone\n', 'its control group has no readable cpu.stat'],
  ])('%s', (_, text, why) => {
    put('/proc/self/mountinfo', V2);
    put('/proc/10/cgroup', text);
    expect(readGroup(root, { pid: 10 })).toBe(why);
    expect(readGroup(root, { pid: 11 })).toBe('its control group (/proc/11/cgroup) cannot be read');
  });
});

describe('what is kept of it', () => {
  const counters = (periods: number, throttled: number): void => {
    put('/sys/fs/cgroup/a/cpu.stat', `nr_periods ${periods}\nnr_throttled ${throttled}\nthrottled_usec ${throttled}\n`);
  };
  const whole = { startMs: 0, endMs: 2e12 };
  const groupOf = (options: Partial<ConstructorParameters<typeof LocalGroup>[0]> = {}): LocalGroup => new LocalGroup({
    host: '127.0.0.1', port: 9090, root, maxReadings: 7200, now: () => clock.nowMs,
    processes: { find: () => Promise.resolve({ pid: 10 }) }, ...options,
  });
  beforeEach(() => {
    put('/proc/self/mountinfo', V2);
    put('/proc/10/cgroup', '0::/a\n');
    put('/sys/fs/cgroup/a/cpu.max', '50000 100000\n');
  });

  test('one reading per scrape; of a window those inside and the one before', async () => {
    const group = groupOf();
    for (let i = 0; i < 5; i++) {
      counters(10 * i, i);
      await group.onScrape(1);
      clock.nowMs += 1000;
    }
    const inside = group.within({ startMs: 1e12 + 2000, endMs: 1e12 + 3500 });
    expect(inside).toMatchObject({
      source: 'cgroup', labels: { cgroup: '/a' }, limitCores: 0.5,
      sentence: 'Control group /a of process 10 on this machine, by its cpu.stat at each scrape.',
    });
    expect(inside.runs).toEqual([{
      timeMs: [1e12 + 2000, 1e12 + 3000], periods: [20, 30], throttledPeriods: [2, 3], throttledSeconds: [2e-6, 3e-6],
    }]);
    // A new process counts anew, even where its counters are higher.
    await group.onScrape(2);
    expect(group.within(whole).runs.map(({ timeMs }) => timeMs.length)).toEqual([5, 1]);
  });

  test('not more readings than two hours have; the oldest go, with their process', async () => {
    counters(1, 0);
    const group = groupOf({ maxReadings: 160 });
    const scrapes = async (count: number, process: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        await group.onScrape(process);
        clock.nowMs += 1000;
      }
    };
    await scrapes(50, 1);
    await scrapes(250, 2);
    const { runs } = group.within(whole);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.timeMs.length).toBeGreaterThanOrEqual(160);
    expect(runs[0]?.timeMs.length).toBeLessThanOrEqual(170);
    expect(runs[0]?.timeMs.at(-1)).toBe(1e12 + 299_000);
  });

  test('without a limit it is looked at once a minute, and has no counters', async () => {
    put('/sys/fs/cgroup/a/cpu.max', 'max 100000\n');
    counters(0, 0);
    const group = groupOf();
    await group.onScrape(1);
    put('/sys/fs/cgroup/a/cpu.max', '50000 100000\n');
    clock.nowMs += 30_000;
    await group.onScrape(1);
    expect(group.within(whole)).toMatchObject({ limitCores: null, runs: [], labels: { cgroup: '/a' } });
    clock.nowMs += 31_000;
    await group.onScrape(1);
    expect(group.within(whole)).toMatchObject({ limitCores: 0.5, runs: [{ periods: [0] }] });
  });

  test('why there is none is said; a process is looked for again after ten minutes, or when another has started',
    async () => {
      let asked = 0;
      const find = (): Promise<string> => {
        asked++;
        return Promise.resolve('no reason');
      };
      const group = groupOf({ processes: { find } });
      expect(group.within(whole).sentence)
        .toBe('Its control group on this machine is not read: its process start time is not known yet.');
      await group.onScrape(1);
      await group.onScrape(1);
      expect(asked).toBe(1);
      expect(group.within(whole)).toMatchObject({
        labels: null, sentence: 'Its control group on this machine is not read: no reason.',
      });
      await group.onScrape(2);
      clock.nowMs += 600_001;
      await group.onScrape(2);
      expect(asked).toBe(3);
    });

  test('one that was not found in the first minute after its start is looked for again soon', async () => {
    const answers = ['not in the list yet', { pid: 10 }];
    const group = groupOf({ processes: { find: () => Promise.resolve(answers.shift() ?? 'asked too often') } });
    counters(0, 0);
    const start = clock.nowMs / 1000 - 2;
    for (let i = 0; i < 8; i++) {
      await group.onScrape(start);
      clock.nowMs += 1000;
    }
    expect(answers).toEqual([]);
    expect(group.within(whole)).toMatchObject({ labels: { cgroup: '/a' }, limitCores: 0.5 });
  });

  test('of the configuration: without its process, wherever the target is', async () => {
    counters(10, 1);
    const group = groupOf({ path: '/a' });
    await group.onScrape(null);
    expect(group.isConfigured).toBe(true);
    expect(group.within(whole)).toMatchObject({
      limitCores: 0.5, sentence: 'Control group /a on this machine, by its cpu.stat at each scrape.',
    });
  });
});

test.each([
  ['http://localhost:9090', {}, true], ['http://127.0.0.1:9090', {}, true], ['http://[::1]', {}, true],
  ['http://10.0.0.1:9090', {}, false], ['http://10.0.0.1:9090', { cgroup: '/a' }, true],
  ['http://localhost:9090', { container: { pod: 'x' } }, false],
])('of %s with %o', (url, more, isRead) => {
  expect(localGroupOf({ url, ...more }, new LocalProcesses('', Date.now), Date.now) !== null).toBe(isRead);
});

test('texts that are cut off or of another form are nothing', () => {
  expect(listenersOn('header\n  garbage\n', 1, true)).toEqual([]);
  expect(processStat('12 (name')).toBeNull();
  expect(processStat('12 (name) S 1 2')).toBeNull();
  expect(groupTrees('a b c\n - \n', 'cpu')).toEqual([]);
  expect(groupTrees('1 2 0:1 / /with\\040space rw - cgroup2 c rw\n', 'cpu'))
    .toEqual([{ version: 2, mount: '/with space', root: '/' }]);
  expect(groupPath('0::/a:b\n', { version: 2 }, 'cpu')).toBe('/a:b');
  expect(groupPath('x', { version: 1 }, 'cpu')).toBeNull();
});
