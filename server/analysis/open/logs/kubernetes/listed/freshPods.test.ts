/** Tests what is said of pods that are deleted as soon as they are made. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const row = (name: string, ready: string, status: string, age: string): string =>
  `${name.padEnd(60)} ${ready}     ${status.padEnd(12)}  0          ${age}`;
const HEAD = 'NAME                                READY   STATUS    RESTARTS   AGE';
const FRESH = [row('vmagent-main-0', '0/2', 'Terminating', '2s'), row('vmstorage-main-0', '0/1', 'Terminating', '1m')];

describe('a pod that is deleted within seconds', () => {
  it('has its age and its containers, and a place to look', () => {
    expect(of(HEAD, ...FRESH, row('metrics-operator-5d8f7c9b4d-x2x9q', '1/1', 'Running', '77m'))).toBe(
      'vmagent-main-0 is Terminating 2s after it was made, with 0 of 2 containers ready; vmstorage-main-0 is '
        + 'Terminating. Something deletes it as soon as it is made: see kubectl get events, and the log of the '
        + 'operator or controller that makes such pods.'
    );
  });

  it('and two operators of one kind, by their Deployments', () => {
    expect(of(
      HEAD, ...FRESH, row('vm-metrics-operator-5d8f7c9b4d-x2x9q', '1/1', 'Running', '77m'),
      row('vm-metrics-operator-5d8f7c9b4d-a2a9q', '1/1', 'Running', '77m'),
      row('metrics-stack-operator-6db7d95977-68ln4', '2/2', 'Running', '76m'),
      row('grafana-operator-6db7d95977-68ln5', '1/1', 'Running', '76m'),
    )).toContain('Two operators run, vm-metrics-operator and metrics-stack-operator: if both manage such pods, each '
      + 'deletes what the other makes; see helm ls -A, and remove one of them.');
  });

  it('not one that is old or ready, and not operators of several kinds', () => {
    const others = [
      row('vmagent-main-0', '1/1', 'Terminating', '2s'), row('vmstorage-main-0', '0/1', 'Terminating', '3h'),
      row('grafana-operator-6db7d95977-68ln5', '1/1', 'Running', '76m'),
    ];
    expect(of(HEAD, ...others)).toBe('vmagent-main-0 is Terminating; vmstorage-main-0 is Terminating.');
    expect(of(HEAD, ...FRESH, ...others.slice(2), row('metrics-operator-5d8f7c9b4d-x2x9q', '1/1', 'Running', '77m')))
      .not.toContain('Two operators');
  });
});
