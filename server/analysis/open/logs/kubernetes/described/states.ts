/** Reads what `kubectl describe` prints of an object besides conditions: volumes, counts of pods, backends. Pure. */
import { quoted } from '../../../look/factTools.ts';

const value = (text: string, name: string): string | null =>
  new RegExp(`^${name}:[ \\t]{1,60}(\\S[^\\n]{0,400})$`, 'm').exec(text)?.[1]?.trim() ?? null;

const JOB_PODS =
  /^Pods Statuses:\s{1,20}\d{1,6} [^\n]{0,30}\/ {1,3}(\d{1,6}) Succeeded {0,3}\/ {1,3}(\d{1,6}) Failed/m;
const OF_SET = /^Replicas:\s{1,20}(?<desired>\d{1,6}) desired \| (?<total>\d{1,6}) total/m;
const OF_OLD_SET = /^Replicas:\s{1,20}(?<total>\d{1,6}) current \/ (?<desired>\d{1,6}) desired/m;

type State = (text: string) => string | null;

/** Sentences in words that follow "It"; null where the object is as it should be. */
const STATES: Readonly<Record<string, State>> = {
  PersistentVolumeClaim: (text) => {
    const status = value(text, 'Status');
    const storage = value(text, 'StorageClass');
    return status === 'Pending' && /waiting for first consumer/i.test(text)
      ? 'is Pending until a pod that uses it is placed on a node (WaitForFirstConsumer): see that pod if there is one'
      : status === 'Pending' ? `is Pending: no volume is bound to it yet${
        storage === null ? ', and it names no storage class' : ` (storage class ${storage})`}`
        : status === 'Lost' ? 'is Lost: the volume that was bound to it is gone'
          : status?.startsWith('Terminating') === true ? 'is being deleted, and waits until no pod uses it' : null;
  },
  PersistentVolume: (text) => {
    const [status, message, policy] = [value(text, 'Status'), value(text, 'Message'), value(text, 'Reclaim Policy')];
    return status === 'Failed' ? `is Failed${message === null ? '' : `: ${quoted(message)}`}`
      : status === 'Released' ? `is Released: its claim was deleted, and no other claim is bound to it${
        policy === 'Retain' ? ' while its spec.claimRef is set (reclaim policy Retain)' : ''}` : null;
  },
  Job: (text) => {
    const [, done = '', failed = '0'] = JOB_PODS.exec(text) ?? [];
    return Number(failed) === 0 ? null
      : `has ${failed} failed ${failed === '1' ? 'pod' : 'pods'}, and ${done} succeeded`;
  },
  StatefulSet: replicas,
  ReplicaSet: replicas,
  Deployment: (text) => {
    const [, desired = '', available = ''] =
      /^Replicas:\s{1,20}(\d{1,6}) desired [^\n]{0,60}\| (\d{1,6}) available/m.exec(text) ?? [];
    return Number(available) >= Number(desired) ? null : `has ${available} of ${desired} replicas available`;
  },
  DaemonSet: (text) => {
    const [desired, ready] = [
      value(text, 'Desired Number of Nodes Scheduled'), value(text, 'Number of Nodes Scheduled with Available Pods'),
    ];
    const misplaced = value(text, 'Number of Nodes Misscheduled');
    return desired !== null && ready !== null && Number(ready) < Number(desired)
      ? `has available pods on ${ready} of ${desired} nodes`
      : misplaced === null || misplaced === '0' ? null : `has pods on ${misplaced} nodes where none should run`;
  },
  Service: (text) => {
    const own = [...text.matchAll(/^Endpoints:[ \t]{0,60}(\S[^\n]{0,200})?$/gm)].map(([, to = '']) => to.trim());
    const selector = value(text, 'Selector');
    return own.length === 0 || own.some((to) => to !== '' && to !== '<none>') ? null
      : selector === null || selector === '<none>' ? 'has no endpoints, and no selector that would give it some'
        : `has no endpoints: no ready pod has the labels ${selector}`;
  },
  Ingress: (text) => {
    const [, failed] = /\(<error: ([^>\n]{1,200})>\)/.exec(text) ?? [];
    const [, empty] = /\s([\w.-]{1,63}:[\w-]{1,20}) \((?:<none>)?\)\s*$/m.exec(text) ?? [];
    return failed !== undefined ? `has a backend that is not there: ${failed}`
      : empty === undefined ? null : `sends to ${empty}, which has no endpoints`;
  },
  Node: (text) => (value(text, 'Unschedulable') === 'true' ? 'is cordoned: no new pods are placed on it' : null),
};

function replicas(text: string): string | null {
  const { desired = '', total = '' } = (OF_SET.exec(text) ?? OF_OLD_SET.exec(text))?.groups ?? {};
  const running = /^Pods Status:\s{1,20}(\d{1,6}) Running/m.exec(text)?.[1];
  if (desired === '') return null;
  return Number(total) < Number(desired) ? `has ${total} of ${desired} replicas`
    : running !== undefined && Number(running) < Number(desired) ? `has ${running} of ${desired} pods running` : null;
}

/** Next steps for states that no event explains. */
const NEXT: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: 'See the events of the claim, and kubectl get storageclass.',
  Job: 'See the log of a failed pod: kubectl logs job/NAME.',
  Service: 'Compare the labels of the pods (kubectl get pods --show-labels), and see whether they are ready.',
  Ingress: 'See that Service and its pods: kubectl describe service.',
};
const OF_PODS = /^(?:StatefulSet|ReplicaSet|Deployment|DaemonSet)$/;
const PODS_NEXT = 'See its pods: kubectl get pods, then kubectl describe pod.';

/** Returns the state of an object that is not as it should be, and the next step; null for none. */
export function stateOf(kind: string, text: string): { state: string; next: string | null } | null {
  const state = STATES[kind]?.(text) ?? null;
  return state === null ? null
    : { state, next: state.includes(': see ') ? null : NEXT[kind] ?? (OF_PODS.test(kind) ? PODS_NEXT : null) };
}
