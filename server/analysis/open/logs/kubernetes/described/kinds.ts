/** Recognizes the kind of object that `kubectl describe` describes, by fields that only that kind has. Pure. */

const field = (...names: string[]): RegExp[] => names.map((name) => new RegExp(`^${name}:(?:\\s|$)`, 'm'));

/** Kinds with the fields that each has; all of a row must be there. */
const KINDS: readonly (readonly [kind: string, fields: readonly RegExp[]])[] = [
  ['HorizontalPodAutoscaler', field('Reference', 'Min replicas', 'Max replicas')],
  ['HorizontalPodAutoscaler', field('Reference', 'Metrics')],
  ['PersistentVolume', field('Claim', 'Reclaim Policy')],
  ['PersistentVolumeClaim', field('StorageClass', 'Access Modes', 'Status')],
  ['PersistentVolumeClaim', field('StorageClass', 'Volume', 'Status')],
  ['Node', field('Taints', '(?:Capacity|Allocatable|Conditions|Unschedulable|System Info)')],
  ['CronJob', field('Schedule', 'Concurrency Policy')],
  ['Job', field('Parallelism', '(?:Completions|Pods Statuses)')],
  ['DaemonSet', field('Desired Number of Nodes Scheduled')],
  ['Deployment', field('StrategyType', 'Replicas')],
  ['StatefulSet', field('Replicas', 'Update Strategy')],
  ['StatefulSet', field('Replicas', 'Volume Claims')],
  ['ReplicaSet', field('Replicas', 'Pods Status', 'Controlled By')],
  ['Ingress', field('Default backend')],
  ['Ingress', field('Rules', '(?:Address|Ingress Class)')],
  ['Service', field('Selector', 'Type', '(?:Endpoints|IP|IPs|Session Affinity|Port)')],
];
/** Kinds of other API groups are printed with all their fields. */
const STATED = /^API Version:\s{1,20}\S{1,100}\nKind:\s{1,20}([A-Z]\w{2,60})[ \t]*$/m;
const IS_POD = /^(?:Containers|Init Containers|Node|QoS Class|IPs?|Service Account):/m;

export interface Described { kind: string; name: string; text: string }

const MAX_OBJECTS = 20;

/** Returns the objects of a text that are no pods, each with its kind and its part of the text. */
export function describedObjects(text: string): Described[] {
  const starts = [...text.matchAll(/^Name:\s{1,60}(\S{1,253})[ \t]*$/gm)].slice(0, MAX_OBJECTS);
  return starts.flatMap(({ index, 1: name = '' }, i) => {
    const own = text.slice(index, starts[i + 1]?.index);
    const kind = STATED.exec(own)?.[1] ?? KINDS.find(([, fields]) => fields.every((one) => one.test(own)))?.[0];
    return kind !== undefined ? [{ kind, name, text: own }]
      : IS_POD.test(own) || !/^Conditions:/m.test(own) ? [] : [{ kind: 'object', name, text: own }];
  });
}
