/** Reads Kubernetes events as YAML or JSON, for the sentences of the other forms of events. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import type { PodEvent } from '../podEvents.ts';
import type { Written } from './objects.ts';
import { textAt, type Fields } from './values.ts';

const IN_FIELD = /\{([\w.-]{1,63})\}/;

/** Returns the first text at one of some paths. */
const first = (fields: Fields, ...paths: readonly (readonly string[])[]): string =>
  paths.map((path) => textAt(fields, ...path)).find((text) => text !== '') ?? '';

const lastMs = (fields: Fields): number => Date.parse(first(fields, ['series', 'lastObservedTime'],
  ['lastTimestamp'], ['deprecatedLastTimestamp'], ['eventTime'], ['metadata', 'creationTimestamp']));

/** Returns the events, each with how long before the last one of them it was seen. */
export function eventsOf(written: readonly Written[]): PodEvent[] {
  const end = Math.max(...written.map(({ fields }) => lastMs(fields)).filter(Number.isFinite));
  return written.map(({ fields }): PodEvent => {
    const object = fields.has('regarding') ? 'regarding' : 'involvedObject';
    const [kind, name] = [textAt(fields, object, 'kind'), textAt(fields, object, 'name')];
    const count = first(fields, ['series', 'count'], ['count'], ['deprecatedCount']);
    const times = /^\d{1,9}$/.test(count) ? Number(count) : 1;
    const ms = lastMs(fields);
    const seconds = (ms - Date.parse(first(fields, ['firstTimestamp'], ['deprecatedFirstTimestamp'], ['eventTime'])))
      / 1000;
    return {
      reason: textAt(fields, 'reason'), message: first(fields, ['message'], ['note']).replaceAll('\n', ' '), times,
      span: times > 1 && seconds > 0 ? formatSeconds(seconds) : null,
      lastSeconds: Number.isFinite(ms) ? (end - ms) / 1000 : Infinity,
      age: '', namespace: textAt(fields, object, 'namespace'),
      pod: kind === 'Pod' ? name : '',
      of: name === '' ? '' : `the ${kind === 'Pod' ? 'pod' : kind.toLowerCase()} ${name}`,
      container: IN_FIELD.exec(textAt(fields, object, 'fieldPath'))?.[1] ?? '',
    };
  });
}

/** Whether an event is a warning. */
export const isWarning = ({ fields }: Written): boolean => textAt(fields, 'type') === 'Warning';
