import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [name: string, interest: string | null] => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [name, interest];
};
const POD = '/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1b2c3d4e_aaaa_bbbb_cccc_0123456789ab.slice';
const TABLE = '[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name';

const report = (free: number): string | null => told(
  'h kernel: app invoked oom-killer: gfp_mask=0x0, order=0, oom_score_adj=0', 'h kernel: Mem-Info:',
  `h kernel:  free:${free} slab_reclaimable:4803157`, 'h kernel: Node 0 DMA free:15892kB min:4kB',
  'h kernel: 268408898 pages RAM', 'h kernel: Out of memory: Kill process 19434 (app) score 31 or sacrifice child',
  'h kernel: Killed process 19434 (app) total-vm:34919552kB, anon-rss:33737020kB, file-rss:0kB',
)[1];

describe('kills for memory', () => {
  it.each(['四 4月 17', 'jeu. avril 17', 'Do 17. Apr', 'Чт апр 17', 'Thu Apr 17'])(
    'behind the day of %s, known only because the process was reaped; the page size is that of its group', (day) => {
      const line = (time: string, text: string): string => `[${day} ${time} 2025] ${text}`;
      expect(told(
        line('18:48:52', `Memory cgroup stats for ${POD}/a.scope: cache:8KB rss:104857600KB rss_huge:0KB`),
        line('18:48:52', 'Tasks state (memory values in pages):'), line('18:48:52', TABLE),
        line('18:48:52', '[  15788] 65535 15788       56        1    98304        0          -998 pause'),
        line('18:48:52', '[2983827]     0 2983827 16477927  6553600 66732032        0           961 prometheus'),
        line('18:48:54', 'oom_reaper: reaped process 2983827 (prometheus), now anon-rss:0kB, file-rss:0kB'),
        line('19:35:04', 'prometheus invoked oom-killer: gfp_mask=0x6000c0(GFP_KERNEL), order=0, oom_score_adj=961'),
      )).toEqual([
        'a log of the kernel about Prometheus',
        'The kernel killed prometheus (pid 2983827, 100 GiB resident) at 18:48:54 because its control group reached '
          + 'its memory limit. After another 46m 10s prometheus called the OOM killer again; which process it killed '
          + 'then is not in the text.',
      ]);
    }
  );

  it('at the limit of a pod, whose text begins within the report', () => {
    expect(told(
      `[四 4月 17 22:43:41 2025] Task in ${POD}/a.scope killed as a result of limit of ${POD}`,
      '[四 4月 17 22:43:41 2025] memory: usage 104857600kB, limit 104857600kB, failcnt 43',
      '[四 4月 17 22:43:44 2025] oom_reaper: reaped process 77 (prometheus), now anon-rss:0kB, file-rss:0kB',
    )[1]).toMatch(/^The kernel killed prometheus \(pid 77\) because its pod reached the limit of 100 GiB\. Raise /);
    expect(told(`[四 4月 17 22:43:41 2025] Task in ${POD}/a.scope killed as a result of limit of ${POD}`)[1])
      .toBe('The kernel’s OOM killer ran because a pod reached its memory limit. Which process it killed is not in '
        + 'the text.');
  });

  it('of events in a description, each with its age, also of one name and size', () => {
    const kill = (age: string, pid: number): string[] => [
      `  Warning  OOMKilling  ${age}   kernel-monitor, node-7  Memory cgroup out of memory: Kill process ${pid} (app) `
        + 'score 1590 or sacrifice child',
      `Killed process ${pid} (app) total-vm:9000000kB, anon-rss:2097152kB, file-rss:0kB, shmem-rss:0kB`,
    ];
    expect(told('Events:', '  Type     Reason      Age   From                    Message',
      '  ----     ------      ----  ----                    -------', ...kill('41m', 51), ...kill('11m', 52),
      ...kill('1m', 53))[1]).toContain('The kernel killed app 3 times (at most 2.00 GiB resident) because its control '
      + 'group reached its memory limit. The last kill was 40m after the first. The last one was on the node node-7, '
      + '60 s before the text was made. kubectl describe pod shows the limit and the restarts.');
  });

  it('all of them, also those whose line with the sizes is not in the text', () => {
    expect(told('Out of memory: Kill process 71 (app) score 9 or sacrifice child',
      'Out of memory: Kill process 72 (app) score 9 or sacrifice child',
      'Killed process 72 (app) total-vm:9000kB, anon-rss:2097152kB, file-rss:0kB')[1]).toContain(
      'The kernel killed app (pid 71), app (pid 72, 2.00 GiB resident) because the memory of the machine ran out.'
    );
  });

  it('that explain the end of a container', () => {
    const said = told('    Last State:  Terminated', '      Reason:    Error', '      Exit Code: 137', '',
      '[Fri Jan 15 08:00:00 2021] Out of memory: Kill process 71 (app) score 9 or sacrifice child',
      '[Fri Jan 15 08:00:00 2021] Killed process 71 (app) total-vm:9000kB, anon-rss:2097152kB')[1];
    expect(said).toMatch(/^The kernel killed app \(pid 71, 2\.00 GiB resident\) .* the machine ran out\./);
    expect(said).not.toContain('failed probes');
  });

  it('twice, and how far apart; what is chosen, killed and reaped is one kill', () => {
    const kill = (time: string, pid: number): string[] => [
      `[Fri Jan 15 ${time} 2021] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),task=influxd,pid=${pid},uid=4`,
      `[Fri Jan 15 ${time} 2021] Memory cgroup out of memory: Killed process ${pid} (influxd) anon-rss:2097152kB`,
      `[Fri Jan 15 ${time} 2021] oom_reaper: reaped process ${pid} (influxd), now anon-rss:0kB`,
    ];
    expect(told(...kill('08:35:34', 31117), ...kill('09:00:12', 7030))[1]).toBe(
      'The kernel killed influxd (pid 31117, 2.00 GiB resident), influxd (pid 7030, 2.00 GiB resident) because its '
        + 'control group reached its memory limit. They are 24m 38s apart.'
    );
  });

  it('processes that share their memory are one kill; events of a node say when and where', () => {
    const event = (age: string, pid: number, size: number, name = 'web'): string => `${age}  Warning  OOMKilling  `
      + `node/n-1  Memory cgroup out of memory: Killed process ${pid} (${name}) total-vm:${size}kB, anon-rss:1048576kB`;
    const drain = '2m  Warning  FailedDraining  node/n-2  Failed to drain node, 2 pods are waiting to be evicted';
    const twice = (age: string, pid: number, size: number): string[] =>
      [event(age, pid, size), event(age, pid + 20, size)];
    expect(told(drain, ...twice('9m', 100, 5_000_000), ...twice('5m', 300, 5_004_000))[1]).toMatch(new RegExp(
      /^The kernel killed web \(pid 100, 1\.00 GiB resident\), web \(pid 300, 1\.00 GiB resident\) because /.source
        + 'its control group reached its memory limit. They are 4m apart. The last one was on the node n-1, '
        + '5m before the text was made. kubectl describe pod shows the limit and the '
        + 'restarts. An event of the node n-2 says: "Failed to drain node'
    ));
    const four = [9, 7, 5, 3].flatMap((age) => twice(`${age}m`, 100 * age, 5_000_000 + 9000 * age));
    expect(told(...four)[1]).toMatch(/^The kernel killed web 4 times \(at most 1\.00 GiB resident\) because /);
    expect(told(...twice('9m', 1, 5_000_000), event('5m', 300, 5_000_000, 'db'))[1])
      .toContain('web (pid 1, 1.00 GiB resident), db (pid 300');
  });

  it('of a machine whose memory had not run out', () => {
    expect(report(104_942_660)).toBe('The kernel killed app (pid 19434, 32.2 GiB resident) because memory could not be '
      + 'allocated, although 39 % of the machine’s was free: a limit was reached, as that of a control group, a '
      + 'memory node or a zone.');
    expect(report(942_660)).toContain('because the memory of the machine ran out.');
  });

  it('of a small process, and again in the same second', () => {
    expect(told(
      'Aug  7 15:52:13 h kernel: Killed process 49297 (pause) total-vm:1020kB, anon-rss:4kB, file-rss:0kB',
      'Aug  7 15:52:13 h kernel: prometheus invoked oom-killer: gfp_mask=0xd0, order=0, oom_score_adj=-998',
    )[1]).toBe('The kernel killed pause (pid 49297, 4 KiB resident) because memory ran out. In the same second '
      + 'prometheus called the OOM killer again; which process it killed then is not in the text.');
  });
});
