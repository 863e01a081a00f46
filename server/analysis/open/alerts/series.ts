/** Reads the series ALERTS{alertname="…",alertstate="firing"} of Prometheus. Pure. */
import type { Alert, Alerts } from './alert.ts';

const MAX_LINES = 20_000;
const LABEL = /([a-zA-Z_]\w{0,200})="((?:[^"\\]|\\.){0,2000})"/g;

export function alertsOfSeries(text: string): Alerts {
  const alerts = text.split('\n', MAX_LINES).flatMap((line): Alert[] => {
    const end = line.lastIndexOf('}');
    if (!line.startsWith('ALERTS{') || end < 0) return [];
    const labels = new Map([...line.slice(0, end).matchAll(LABEL)]
      .map(([, key = '', value = '']): [string, string] => [key, value]));
    const name = labels.get('alertname') ?? '';
    // A series that ended has the value 0 or none.
    const isFiring = labels.get('alertstate') === 'firing' && !/^\s{0,9}0(?:\s|$)/.test(line.slice(end + 1));
    return name === '' ? [] : [{ name, labels, annotations: new Map(), isFiring, since: '', value: '' }];
  });
  return { alerts, count: 0, isCut: false };
}
