/** Finds the objects of Kubernetes in YAML or JSON, also in lists, and what their status says. Pure. */
import { joined, quoted } from '../../../look/factTools.ts';
import { badConditions } from '../described/objects.ts';
import type { Condition } from '../described/conditions.ts';
import { isFields, listAt, textAt, valueAt, type Fields, type Value } from './values.ts';

export interface Written { kind: string; name: string; fields: Fields }

const MAX_DEPTH = 6;
const MAX_OBJECTS = 5000;
const KIND = /^[A-Z]\w{1,60}$/;
const STATUS = /^(?:True|False|Unknown|Degraded)$/;

/** Returns the objects of a text's values, those of lists one by one. */
export function objectsIn(values: readonly Value[]): Written[] {
  const all: Written[] = [];
  const visit = (value: Value, listed: string, depth: number): void => {
    if (depth > MAX_DEPTH || all.length >= MAX_OBJECTS || typeof value === 'string') return;
    if (Array.isArray(value)) for (const one of value) visit(one, listed, depth + 1);
    else {
      const stated = textAt(value, 'kind');
      const kind = KIND.test(stated) ? stated : listed;
      const items = value.get('items');
      if (Array.isArray(items)) visit(items, kind.replace(/List$/, ''), depth + 1);
      else if (kind !== '' && (isFields(value.get('metadata')) || isFields(value.get('status'))))
        all.push({ kind, name: textAt(value, 'metadata', 'name'), fields: value });
      else for (const one of value.values()) visit(one, '', depth + 1);
    }
  };
  for (const value of values) visit(value, '', 0);
  return all;
}

/** Returns the conditions in the status of an object. */
export const conditionsOf = (fields: Fields): Condition[] => listAt(fields, 'status', 'conditions').map((one) => ({
  type: textAt(one, 'type'), status: textAt(one, 'status'), reason: textAt(one, 'reason'),
  message: textAt(one, 'message'),
})).filter(({ type, status }) => type !== '' && STATUS.test(status));

const number = (fields: Fields, ...path: readonly string[]): number | null => {
  const text = textAt(fields, ...path);
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

/** Says that fewer pods are available than wanted; the status omits a number of 0. */
function lacking(wanted: number | null, available: number | null, what: string): string | null {
  const own = available ?? 0;
  return wanted === null || own >= wanted ? null
    : `has ${own} of ${wanted} ${what}: see kubectl get pods, then kubectl describe pod`;
}

/** Sentences in words that follow "It"; null where the object is as it should be, or has no status. */
const STATES: Readonly<Record<string, (fields: Fields) => string | null>> = {
  Deployment: (fields) => lacking(number(fields, 'spec', 'replicas'), number(fields, 'status', 'availableReplicas'),
    'replicas available'),
  StatefulSet: (fields) => lacking(number(fields, 'spec', 'replicas'), number(fields, 'status', 'readyReplicas'),
    'replicas ready'),
  ReplicaSet: (fields) => lacking(number(fields, 'spec', 'replicas'), number(fields, 'status', 'readyReplicas'),
    'replicas ready'),
  DaemonSet: (fields) => lacking(number(fields, 'status', 'desiredNumberScheduled'),
    number(fields, 'status', 'numberReady'), 'pods ready'),
  Job: (fields) => {
    const [failed, done] = [number(fields, 'status', 'failed') ?? 0, number(fields, 'status', 'succeeded') ?? 0];
    return failed === 0 || done >= (number(fields, 'spec', 'completions') ?? 1) ? null
      : `has ${failed} failed ${failed === 1 ? 'pod' : 'pods'}: see kubectl logs job/NAME`;
  },
  PersistentVolumeClaim: (fields) => {
    const phase = textAt(fields, 'status', 'phase');
    return phase === 'Pending' ? 'is Pending, no volume is bound to it yet: see its events with kubectl describe pvc'
      : phase === 'Lost' ? 'is Lost: the volume that was bound to it is gone' : null;
  },
  PersistentVolume: (fields) => {
    const [phase, message] = [textAt(fields, 'status', 'phase'), textAt(fields, 'status', 'message')];
    return phase === 'Failed' ? `is Failed${message === '' ? '' : `: ${quoted(message)}`}`
      : phase === 'Released' ? 'is Released: its claim was deleted, and no other claim is bound to it' : null;
  },
  Namespace: (fields) => (textAt(fields, 'status', 'phase') === 'Terminating'
    ? 'is Terminating: it stays until the objects in it are deleted' : null),
  Node: (fields) => (textAt(fields, 'spec', 'unschedulable') === 'true'
    ? 'is cordoned: no new pods are placed on it' : null),
  Endpoints: (fields) => (listAt(fields, 'subsets').every((one) => listAt(one, 'addresses').length === 0)
    ? 'has no addresses: no pod that its Service selects is ready' : null),
};

/** Says that an object waits for its deletion, and what holds it; null for another. */
export function deletionOf({ fields }: Written, who: string): string | null {
  const since = textAt(fields, 'metadata', 'deletionTimestamp');
  const finalizers = valueAt(fields, 'metadata', 'finalizers');
  const held = Array.isArray(finalizers) ? finalizers.filter((one) => typeof one === 'string') : [];
  return since === '' ? null : `${who} is to be deleted (deletionTimestamp ${since})${held.length === 0 ? ''
    : `, and stays until its finalizers are removed: ${held.slice(0, 3).join(', ')}`}.`;
}

/** Returns what the status of an object that is no pod shows of problems; null for none. */
export function objectFact(object: Written): string | null {
  const { kind, name, fields } = object;
  const who = `The ${kind} ${name}`;
  // A manifest, which has no status, states what is wanted and not what is.
  const state = fields.has('status') || kind === 'Endpoints' || kind === 'Node' ? STATES[kind]?.(fields) ?? null : null;
  const bad = badConditions(who, conditionsOf(fields));
  return joined([
    // The meaning of a condition has a next step already.
    bad, state === null ? null : bad === null ? `${who} ${state}.` : `It ${state.replace(/: see .{1,200}$/, '')}.`,
    deletionOf(object, who),
  ]);
}
