/** Tests outputs about a host in other languages, and as reports retype them in tables. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('top', () => {
  it('in French, between lines of a shell: two processes of one command, and one that its user names', () => {
    expect(told(
      'me@host:~$ cat < /dev/zero > /dev/null &', '[2] 2677354', 'me@host:~$ top', '',
      'top - 10:23:05 up 90 days, 19:56,  9 users,  load average: 1.04, 0.37, 0.14',
      'Tâches: 143 total,   3 en cours, 140 en veille,   0 arrêté,   0 zombie',
      '%Cpu(s):  4.0 ut, 96.0 sy,  0.0 ni,  0.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 ',
      'MiB Mem :    856.9 total,    123.8 libr,    530.3 util,    365.5 tamp/cache', '',
      '    PID UTIL.     PR  NI    VIRT    RES    SHR S  %CPU  %MEM    TEMPS+ COM.',
      '2677334 me        20   0    5616    892    800 R  48.0   0.1   1:48.52 cat',
      '2677354 me        20   0    5616    892    804 R  48.0   0.1   0:07.75 cat',
      '   3982 prometh+  20   0 1319756  28672   9416 S   1.0   3.3      7,41 prom+',
      '2039896 consul    20   0 1359556  48132  13832 S   0.3   5.5 120:47.20 cons+', 'me@host:~$ fg %1',
    )).toEqual(['top', '2 processes of cat use 96 % of a core in all, 48 % each. prom+ of the user prometh+ uses 1 % '
      + 'of a core and 28 MiB of resident memory. The CPUs are 0 % idle: 4 % is user code, 96 % the system.']);
  });

  it.each([
    ['German', '    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM    ZEIT+ BEFEHL', '98,7'],
    ['Spanish', '    PID USUARIO   PR  NI    VIRT    RES    SHR S  %CPU  %MEM     HORA+ ORDEN', '98,7'],
    ['Chinese', ' 进程号 USER      PR  NI    VIRT    RES    SHR    %CPU  %MEM     TIME+ COMMAND', '98.7'],
    ['Polish', '    PID UŻYTK.    PR  NI    WIRT    REZ    WSP S  %CPU  %PAM     CZAS+ KOMENDA', '98,7'],
  ])('in %s, with a decimal comma', (_, header, share) => {
    expect(told(
      header, `   4711 app       20   0    2,6g   1,5g   9416 R  ${share}   0,1   1:48.52 java`,
      '   4712 app       20   0    5616    892    804 S   2,0   0,1   0:07.75 sshd',
    )).toEqual(['top', 'java uses 98.7 % of a core and 1.5 GiB of resident memory.']);
  });

  it('of macOS, whose command stands before its share', () => {
    expect(told(
      'Processes: 402 total, 2 running', 'Load Avg: 2.10, 2.02, 1.98',
      'CPU usage: 63.27% user, 24.75% sys, 11.98% idle', 'PID    COMMAND      %CPU  TIME     #TH',
      '512    influxd      180.0 12:01.02 31', '77     WindowServer 20.1  02:11.0 8',
    )).toEqual(['top', 'influxd uses 180 % of a core. The CPUs are 11.98 % idle: 63.27 % is user code, 24.75 % the '
      + 'system.']);
  });
});

describe('other outputs in another language', () => {
  it.each([
    ['ps', ['UTILISA+     PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
      'root           1  0.0  0.1 168276 10964 ?        Ss   janv.   44:44 /sbin/init',
      'app          512 87.5  4.4 149516 82800 ?        Ssl  10:01    2:40 /usr/bin/java -jar a.jar'],
    'java uses 87.5 % of a core and 80.9 MiB of resident memory.'],
    ['free', ['              gesamt       benutzt     frei      gemns.  Puffer/Cache verfügbar',
      'Speicher:      8000         500        1000          10        6500        6000',
      'Auslager:      2047           0        2047'],
    '75 % of the memory is available (6000 of 8000), with the page cache. Memory was not short at that moment.'],
    ['free', ['               total        utilisé      libre     partagé tamp/cache   disponible',
      'Mem:           7,6Gi       6,9Gi       213Mi        12Mi       600Mi       1,9Gi',
      'Partition d\'échange:   2,0Gi       0,0Gi       2,0Gi', 'Échange:       2,0Gi       0,0Gi       2,0Gi'],
    '25 % of the memory is available (1,9Gi of 7,6Gi), with the page cache. Memory was not short at that moment.'],
    ['df', ['Dateisystem    Größe Benutzt Verf. Verw% Eingehängt auf', '/dev/sda1        50G     10G   40G   20% /',
      '/dev/sdb1       100G     97G  3,0G   97% /data'],
    '/data is the fullest: 97 %. It has 100 GiB, of which 3 GiB is free.'],
    ['vmstat', ['procs -----------memoria---------- ---swap-- -----io---- -system-- ------cpu-----',
      ' r  b intercambio libre búfer caché   si   so    bi    bo   in   cs us sy id wa st',
      ' 1  2      0   1000     10   100    0    0     1     2    3    4  5  6 20 69  0'],
    'CPU waits for the disk up to 69 % of the time and is idle at least 20 %; up to 1 process runs or waits for a '
      + 'CPU.'],
    ['iostat', ['Périphérique r/s  w/s  await r_await w_await  svctm  %util',
      'sda  4,77 82,98 33,32 22,12 33,96  8,34  93,21'],
    'sda is the busiest device: up to 93.2 % of the time, with waits of up to 34 ms.'],
  ])('%s', (format, lines, fact) => { expect(told(...lines)).toEqual([format, fact]); });
});

describe('tables that a report retyped', () => {
  it('pods, with bold values, code marks, sums of several pods and notes', () => {
    expect(told(
      '# Trim it', '', '## Measured', '', '| Pod | CPU | Mem | Note |', '|---|---|---|---|',
      '| `prometheus-0` | **916m** | **1671Mi** | the biggest |', '| `loki-0` | 205m | 234Mi | |',
      '| `loki-canary` (DaemonSet, 4 pods) | ~193m total | ~105Mi | **no value** |',
      '| others | ~236m | | keep |',
    )).toEqual(['pod-table', 'prometheus-0 uses most memory and CPU: 1671Mi, and 916m of CPU (59 % of the CPU of all '
      + 'rows).']);
  });

  it('pods that are not well, and shares of an unnamed whole', () => {
    expect(told(
      '| Pod | Status | Restarts | Memory |', '|---|---|---|---|', '| store-0 | `OOMKilled` | 12 | 3.9Gi |',
      '| store-1 | Running | 0 | 1.2Gi |', '', '| NAME | CPU(cores) | CPU% | MEMORY(bytes) | MEMORY% |',
      '|--|--|--|--|--|', '| gke-a | 940m | 49% | 5120Mi | 88% |', '| gke-b | 250m | 13% | 2010Mi | 34% |',
    )).toEqual(['pod-table', 'gke-a has the fullest memory: 88 % (5120Mi), with 940m of CPU. store-0 is OOMKilled, '
      + 'with 12 restarts. store-0 uses most memory: 3.9Gi.']);
  });

  it('nodes and pods, each table; a total is no row, and values of each pod make no sum', () => {
    expect(told(
      '| Node | CPU | CPU% | Memory | Memory% |', '|---|---|---|---|---|',
      '| cp-0 | 1545m | 39% | 6565Mi | **92%** |',
      '| cp-1 | 1354m | 34% | 3612Mi | 50% |', '', '| Container | Memory |', '|---|---|', '| prom | 1686Mi |',
      '| api | 689Mi |', '| **Total** | **5463Mi** |',
    )[1]).toBe('The node cp-0 has the fullest memory: 92 % (6565Mi), with 1545m of CPU. prom uses most memory: '
      + '1686Mi.');
    expect(told('| Pod | CPU |', '|---|---|', '| a | 200m each |', '| b | 100m |'))
      .toEqual(['pod-table', 'a uses most CPU: 200m of CPU.']);
  });

  it.each([
    ['docker-stats-table', ['| NAME | CPU % | MEM USAGE / LIMIT | MEM % |', '|--|--|--|--|',
      '| `a` | 3.10% | 1.2GiB / 2GiB | 60% |', '| b | 14.13% | 1.5GiB / 2GiB | 75% |'],
    'b uses most memory: 1.5GiB of 2GiB, with 14.13 % of a core.'],
    ['df-table', ['> | Filesystem | Size | Used | Avail | Use% | Mounted on |', '> |---|---|---|---|---|---|',
      '> | /dev/sda1 | 50G | 10G | 40G | 20% | / |', '> | /dev/sdb1 | 100G | 99G | 1G | **99%** | /data |'],
    '/data is the fullest: 99 %. It has 100 GiB, of which 1 GiB is free.'],
    ['free-table', ['| | total | used | free | shared | buff/cache | available |', '|--|--|--|--|--|--|--|',
      '| Mem: | 8000 | 500 | 1000 | 10 | 6500 | 6000 |', '| Swap: | 0 | 0 | 0 | | | |'],
    '75 % of the memory is available (6000 of 8000), with the page cache. Memory was not short at that moment.'],
    ['pod-list', ['| NAME | READY | STATUS | RESTARTS | AGE |', '|---|---|---|---|---|',
      '| `prom-0` | 1/2 | **CrashLoopBackOff** | 92 | 5d |', '| web-0 | 1/1 | Running | 0 | 5d |'],
    'prom-0 is CrashLoopBackOff, with 92 restarts. See why it ended in kubectl describe pod (Last State) and in '
      + 'kubectl logs --previous.'],
    ['kubectl-nodes-table', ['| NAME | STATUS | ROLES | AGE | VERSION |', '|---|---|---|---|---|',
      '| a | Ready | <none> | 1d | v1.30.2 |', '| b | NotReady | <none> | 1d | v1.30.2 |'],
    'It lists 2 nodes, of version v1.30.2, not ready or not schedulable: b.'],
  ])('%s between bars', (format, lines, fact) => { expect(told(...lines)).toEqual([format, fact]); });

  it('a table of other amounts stays one of no known form', () => {
    expect(told('| Service | CPU | Cost |', '|---|---|---|', '| a | 4 | 10 |', '| b | 8 | 20 |')[0]).toBe('unknown');
  });
});

it('free of a host that reports no memory says nothing', () => {
  expect(told('              total        used        free      shared  buff/cache   available',
    'Mem:              0           0           0           0           0           0')[1]).toBeNull();
});

/** Of removed columns nothing is claimed. */
it.each([
  ['vmstat without the shares of the CPU',
    [' r  b   buff  cache    bi    bo   in   cs', ' 3  0   3 4    1     2    3    4'],
    'Up to 3 processes run or wait for a CPU.'],
  ['iostat without waits', ['Device   r/s   w/s   %util', 'sda      1.0   2.0   99.0'],
    'sda is the busiest device: up to 99 % of the time.'],
])('%s', (_, lines, said) => { expect(told(...lines)[1]).toBe(said); });
