/** Tests that free memory of a node is not told without the limit of the container that was reached. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const FREE = ['$ free -m', '              total        used        free      shared  buff/cache   available',
  'Mem:          32000        9000       12000         100       11000       22000', 'Swap:             0           0'
  + '           0'];
const KILLED = [
  'Name:             prometheus-0', 'Namespace:        monitoring', 'Containers:', '  prometheus:',
  '    Container ID:   containerd://1', '    State:          Running', '    Last State:     Terminated',
  '      Reason:       OOMKilled', '      Exit Code:    137', '    Restart Count:  3', '    Limits:',
  '      memory:  4Gi',
];
const OWN = 'Free memory of the node does not help here: the container reached its own limit.';

describe('free memory of a node', () => {
  it('is not what counts for a container that reached its limit', () => {
    const interest = told('$ kubectl describe pod prometheus-0', ...KILLED, '', ...FREE);
    expect(interest).toMatch(/^The container prometheus was killed because it exceeded its memory limit of 4Gi/);
    expect(interest).toContain(OWN);
    expect(told('$ kubectl describe pod prometheus-0', ...KILLED, '', '$ kubectl top node',
      'NAME     CPU(cores)   CPU%   MEMORY(bytes)   MEMORY%', 'node-a   900m         22%    9000Mi          28%'))
      .toContain(`the node node-a uses most memory: 9000Mi (28 % of it), with 900m of CPU. ${OWN}`);
  });

  it('is told with the kill that a sentence reports', () => {
    expect(told('Our Prometheus was OOMKilled again.', '', ...FREE))
      .toMatch(/^The text says that a container was killed for memory \(OOMKilled\): mostly that is its own limit, /);
    expect(told('See whether it may be OOMKilled.', '', ...FREE)).not.toContain('OOMKilled');
  });

  it('is what counts where the machine ran out of it', () => {
    expect(told('```', 'Out of memory: Killed process 812 (prometheus) total-vm:9kB, anon-rss:8043768kB', '```', '',
      ...FREE)).not.toContain(OWN);
  });
});

describe('names in kubectl top', () => {
  it('are those of containers where the table lists them, and of pods beside YAML', () => {
    expect(told('POD            NAME         CPU(cores)   MEMORY(bytes)',
      'prometheus-0   reloader     1m           20Mi', 'prometheus-0   prometheus   250m         2000Mi'))
      .toBe('The container prometheus of prometheus-0 uses most memory: 2000Mi, with 250m of CPU.');
    expect(told('NAME           CPU(cores)   MEMORY(bytes)', 'prometheus-0   250m         3000Mi', '', 'server:',
      '  resources:', '    limits:', '      memory: 4000Mi'))
      .toBe('The pod prometheus-0 uses 3000Mi of its memory limit of 4000Mi (75 %).');
  });
});
