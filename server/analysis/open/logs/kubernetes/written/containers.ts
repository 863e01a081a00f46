/** Reads the states of containers from a pod as YAML or JSON, also from a part of its status. Pure. */
import type { Container, State } from '../containerStates.ts';
import { isFields, listAt, textAt, valueAt, type Fields, type Value } from './values.ts';

const STATUSES = [['waiting', 'Waiting'], ['running', 'Running'], ['terminated', 'Terminated']] as const;
const MAX_DEPTH = 12;
const MAX_CONTAINERS = 500;
/** An image with its tag; a digest says nothing to a reader. */
const TAGGED = /^[^\s@]{1,100}:[\w.-]{1,60}$/;

/** Kubernetes writes an unknown time as one of the year 1 or 1970. */
const timeOf = (text: string): number => (/^(?:0001|1970)-/.test(text) ? NaN : Date.parse(text));

/** Returns a state by the fields of its end. */
export function endOf(value: Value | undefined, status: string): State {
  const code = textAt(value, 'exitCode');
  return {
    status, reason: textAt(value, 'reason'), exitCode: /^\d{1,3}$/.test(code) ? Number(code) : null,
    startedMs: timeOf(textAt(value, 'startedAt')), finishedMs: timeOf(textAt(value, 'finishedAt')),
    message: textAt(value, 'message'),
  };
}

function stateOf(value: Value | undefined): State | null {
  for (const [key, status] of STATUSES) {
    const own = valueAt(value, key);
    if (isFields(own)) return endOf(own, status);
  }
  return null;
}

/** The status of a container, with its specification if the text has it. */
function containerOf(status: Fields, pod: string, spec: Fields | undefined): Container {
  const image = textAt(spec, 'image') || textAt(status, 'image');
  return {
    pod, name: textAt(status, 'name'), now: stateOf(status.get('state')),
    last: stateOf(status.get('lastState')) ?? stateOf(status) ?? (status.has('exitCode')
      ? endOf(status, 'Terminated') : null),
    restarts: Number(/^\d{1,9}$/.exec(textAt(status, 'restartCount'))?.[0] ?? 0),
    memoryLimit: textAt(spec, 'resources', 'limits', 'memory') || null, image: TAGGED.test(image) ? image : '',
  };
}

/** Returns the containers of a pod, without init containers that have done their work. */
export function containersOfPod(pod: Fields): Container[] {
  const name = textAt(pod, 'metadata', 'name');
  return [['containers', 'containerStatuses'], ['initContainers', 'initContainerStatuses']].flatMap(([own, statuses]) =>
    listAt(pod, 'status', statuses ?? '').map((status) => containerOf(status, name,
      listAt(pod, 'spec', own ?? '').find((one) => textAt(one, 'name') === textAt(status, 'name'))))
      .filter(({ now }) => own === 'containers' || now?.exitCode !== 0));
}

const isStatus = (fields: Fields): boolean => isFields(fields.get('state')) || isFields(fields.get('lastState'))
  || fields.has('restartCount') || isFields(fields.get('terminated')) || (fields.has('exitCode')
  && (fields.has('finishedAt') || fields.has('reason')));

/** Returns the containers in a part of the status of a pod. */
export function containersIn(values: readonly Value[]): Container[] {
  const all: Container[] = [];
  const visit = (value: Value, depth: number): void => {
    if (depth > MAX_DEPTH || all.length >= MAX_CONTAINERS || typeof value === 'string') return;
    if (Array.isArray(value)) for (const one of value) visit(one, depth + 1);
    else {
      const isOne = isStatus(value);
      if (isOne) all.push(containerOf(value, '', undefined));
      // Behind a status that was cut off at its beginning, others may follow.
      for (const one of value.values()) if (!isOne || Array.isArray(one)) visit(one, depth + 1);
    }
  };
  for (const value of values) visit(value, 0);
  return all;
}
