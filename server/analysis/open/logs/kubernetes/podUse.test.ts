import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, interest };
};

const container = (name: string, memory: string | null, cpu: string | null, last: readonly string[] = []): string[] => [
  `  ${name}:`, `    Container ID:   containerd://1`, '    State:          Running', ...last, '    Restart Count:  0',
  ...(memory === null && cpu === null ? [] : ['    Limits:']), ...(cpu === null ? [] : [`      cpu:     ${cpu}`]),
  ...(memory === null ? [] : [`      memory:  ${memory}`]), '    Requests:', '      cpu:        100m',
  '      memory:     1Gi', '    Environment:  <none>',
];
const described = (name: string, ...containers: string[][]): string[] => [
  `Name:             ${name}`, 'Namespace:        monitoring', 'Init Containers:', ...container('init', '10Mi', null),
  'Containers:', ...containers.flat(), 'Conditions:', '  Type  Status', 'Events:  <none>',
];
const CACHE = 'kubectl top counts page cache in use as memory, which the kernel can free before it kills.';

describe('kubectl top next to kubectl describe', () => {
  it('says what the only container uses of its limits, after its end', () => {
    const killed = [
      '    Last State:     Terminated', '      Reason:       OOMKilled', '      Exit Code:    137',
      '      Started:      Thu, 01 Jan 2026 10:00:00 +0000', '      Finished:     Thu, 01 Jan 2026 12:30:00 +0000',
    ];
    expect(of(
      '$ kubectl describe pod prometheus-0', ...described('prometheus-0', container('prometheus', '4Gi', '2', killed)),
      '$ kubectl top pod', 'NAME           CPU(cores)   MEMORY(bytes)', 'prometheus-0   500m         3892Mi',
    )).toEqual({
      format: 'kubectl-describe',
      interest: 'The container prometheus was killed because it exceeded its memory limit of 4Gi (OOMKilled), 2h 30m '
        + 'after it started. The container prometheus uses 3892Mi of its memory limit of 4Gi (95 %) and 500m of its '
        + `CPU limit of 2 CPU (25 %). ${CACHE} Raise the memory limit, or find what takes the memory: see `
        + 'prometheus_tsdb_head_series, and scrape fewer targets or drop labels.',
    });
  });

  it('says it per container, the fullest first, also where top comes first', () => {
    const { interest } = of(
      'NAMESPACE   POD    NAME              CPU(cores)   MEMORY(bytes)',
      'monitoring  p-0    config-reloader   1m           20Mi',
      'monitoring  p-0    prometheus        250m         2Gi',
      'monitoring  q-0    prometheus        250m         8Gi', '',
      ...described('p-0', container('config-reloader', '50Mi', null), container('prometheus', '4Gi', null)),
    );
    expect(interest).toBe('The container prometheus uses 2Gi of its memory limit of 4Gi (50 %). '
      + 'The container config-reloader uses 20Mi of its memory limit of 50Mi (40 %).');
  });

  it('adds up the limits of containers that top does not tell apart', () => {
    const top = ['NAME   CPU(cores)   MEMORY(bytes)', 'p-0    250m         1500Mi'];
    expect(of(
      ...described('p-0', container('a', '1Gi', null), container('b', '2Gi', null)), ...top,
    ).interest).toBe('The pod p-0 uses 1500Mi of the limits of its 2 containers together, 1Gi + 2Gi (49 %).');
    expect(of(...described('p-0', container('a', '1Gi', null), container('b', null, null)), ...top).interest)
      .toBe('The pod p-0 uses 1500Mi, and not all of its containers have a memory limit (without: b): '
        + 'kubectl top pod --containers shows each.');
  });

  it('says that there is no memory limit where only CPU has one', () => {
    expect(of(...described('p-0', container('a', null, '1')), 'p-0   250m   1500Mi').interest)
      .toBe('The container a uses 1500Mi and has no memory limit; it uses 250m of its CPU limit of 1 CPU (25 %).');
  });

  it('does not take a row of free for one of top', () => {
    expect(of(...described('p-0', container('a', '1Gi', null)), '$ free -m', '       total  used  free  shared  '
      + 'buff/cache  available', 'Mem:   32000  9000  12000  100  11000  22000', 'Swap:  0  0  0').interest)
      .not.toContain('of its memory limit');
  });

  it('says nothing of another pod, or without a limit', () => {
    const others = ['q-0   250m   1500Mi', 'r-0  1m  1Mi'];
    expect(of(...described('p-0', container('a', '1Gi', null)), ...others).interest).toBeNull();
    expect(of(...described('p-0', container('a', null, null)), 'p-0   250m   1500Mi').interest).toBeNull();
  });

  it('compares with limits that are pasted without the name of their pod', () => {
    expect(of(
      'NAME   CPU(cores)   MEMORY(bytes)', 'p-0    250m         3000Mi', '', '    Limits:', '      memory:  4000Mi',
    ).interest).toBe('The pod p-0 uses 3000Mi of its memory limit of 4000Mi (75 %).');
  });
});
