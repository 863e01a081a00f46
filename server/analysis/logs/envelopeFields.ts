/** Reads source, time and text of a line from the fields of an envelope: JSON, labels, columns of an export. */
import type { Peeled } from './logLine.ts';
import { wholeStamp, type Stamp } from './stamps.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export type Fields = ReadonlyMap<string, string>;

/** Matches programs that log about other processes, such as the kernel and supervisors. */
const ABOUT = /^(?:kernel|systemd(?:-\w+)?|kubelet|containerd|dockerd|crio|supervisord|runsv|audit|auditd|init|monit)$/;

const TIMES = [
  '__realtime_timestamp', '_source_realtime_timestamp', '@timestamp', 'timestamp', 'time', 'ts', 'tsns', '_time',
  'date', 'datetime', 'receivetimestamp', 'eventtime',
];
/** Keys of the text that only envelopes use. */
const TEXTS = [
  'log', 'message_of_journal', 'textpayload', 'line', '_raw', '@message', 'event.original', 'body', 'content',
];
const HOSTS = [
  '_hostname', 'hostname', 'host.name', 'host.hostname', 'agent.hostname', 'kubernetes.host', 'kubernetes.node.name',
  'node_name', 'nodename', 'host', 'node',
];
const PODS = ['kubernetes.pod.name', 'kubernetes.pod_name', 'kubernetes_pod_name', 'podname', 'pod_name', 'pod'];
const CONTAINERS = [
  'kubernetes.container.name', 'kubernetes.container_name', 'kubernetes_container_name', 'containername',
  'container_name', 'container.name', 'container',
];
const NAMESPACES = [
  'kubernetes.namespace', 'kubernetes.namespace_name', 'kubernetes_namespace_name', 'namespace_name', 'namespace',
];
const UNITS = ['_systemd_unit', 'systemd_unit', 'systemd.unit', 'unit'];
const OTHERS = [
  'attrs.tag', 'compose_service', 'service_name', 'service.name', 'service', 'logstreamname', 'logstream', 'log_stream',
  '@logstream', 'syslog_identifier', 'filename', 'log.file.path', 'path', 'instance', 'app', 'application', 'job',
  'stack',
];

export function isAbout(program: string): boolean {
  return ABOUT.test(program);
}

/** Flattens an object: lower-case keys, nested ones joined with dots; without the prefix of labels and `_source`. */
export function fieldsOfObject(object: Record<string, unknown>): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (one: Record<string, unknown>, prefix: string, depth: number): void => {
    for (const [key, value] of Object.entries(one).slice(0, 100)) {
      if (fields.size >= 200) return;
      const name = `${prefix}${key === 'MESSAGE' && prefix === '' ? 'message_of_journal' : key.toLowerCase()}`;
      if (typeof value === 'string') fields.set(name, value);
      else if (typeof value === 'number') fields.set(name, String(value));
      else if (key === 'MESSAGE' && isBytes(value)) fields.set(name, Buffer.from(value).toString('utf8'));
      else if (isRecord(value) && depth < 4)
        add({ ...value }, /^(?:_source|labels|stream|metric|resource)$/.test(key) ? prefix : `${name}.`, depth + 1);
      else if (Array.isArray(value) && typeof value[0] === 'string') fields.set(name, value[0]);
    }
  };
  add(object, '', 0);
  return fields;
}

/** Whether the value is a list of bytes, as which journald writes messages with colours or invalid UTF-8. */
function isBytes(value: unknown): value is number[] {
  return Array.isArray(value) && value.length < 64 * 1024 && value.every((one) => typeof one === 'number');
}

/** Parses Loki's labels: `app="x", pod="y"`. */
export function fieldsOfLabels(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const pairs = text.slice(0, 4000).matchAll(/([\w.:-]{1,100})=\\?"((?:[^"\\]|\\.){0,300})\\?"/g);
  for (const [, key = '', value = ''] of pairs) fields.set(key.toLowerCase(), value);
  return fields;
}

function first(fields: Fields, keys: readonly string[]): string {
  for (const key of keys) {
    const value = fields.get(key);
    if (value !== undefined && value !== '' && value !== '-') return value.slice(0, 200);
  }
  return '';
}

/** Returns the text that the envelope carries; undefined if its fields carry none. */
export function textOf(fields: Fields): string | undefined {
  return TEXTS.map((key) => fields.get(key)).find((text) => text !== undefined);
}

export function stampOf(fields: Fields): Stamp | null {
  for (const key of TIMES) {
    const stamp = wholeStamp(fields.get(key));
    if (stamp !== null) return stamp;
  }
  return null;
}

export function hasPod(fields: Fields): boolean {
  return first(fields, PODS) !== '';
}

/** Sets the source from the fields: a pod with its namespace, else a unit, else a container, service or stream. */
export function nameSource(peeled: Peeled, fields: Fields): void {
  const program = first(fields, ['syslog_identifier', '_comm', 'program', 'process.name']);
  const unit = first(fields, UNITS).replace(/\.service$/, '');
  const pod = first(fields, PODS);
  const container = first(fields, CONTAINERS).replace(/^\//, '');
  const inPod = [first(fields, NAMESPACES), pod, container].filter((part) => part !== '').join('/');
  const name = isAbout(program) ? program : pod !== '' ? inPod : unit !== '' ? unit
    : container !== '' ? container : first(fields, OTHERS);
  const cluster = first(fields, ['cluster']);
  if (name !== '') peeled.name = join(peeled.name, cluster === '' ? name : `${cluster}/${name}`);
  peeled.host = first(fields, HOSTS) || peeled.host;
  peeled.program = program || peeled.program;
  peeled.process = first(fields, ['_pid', 'syslog_pid', 'process.pid']) || peeled.process;
}

/** Appends the name of an inner envelope to the outer one, unless it repeats it. */
export function join(outer: string, inner: string): string {
  return outer === '' || outer === inner ? inner : inner === '' ? outer : `${outer} ${inner}`.slice(0, 200);
}

/** Keeps the innermost stamp, but does not replace one with a zone by one without. */
export function stamped(peeled: Peeled, stamp: Stamp | null): void {
  if (stamp !== null && (stamp.zoned || peeled.stamp?.zoned !== true)) peeled.stamp = stamp;
}
