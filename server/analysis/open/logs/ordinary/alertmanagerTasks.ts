/** Reports the regular maintenance of the stores of Alertmanager, which is most of a quiet log. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { paceOf } from '../figures/repeats.ts';
import { secondsOf, type Entry } from './entries.ts';

const STORES: Readonly<Record<string, string>> = { nflog: 'notification log', silences: 'silences' };
const DONE = /^maintenance done$/i;
const BEGUN = /^running maintenance$/i;

/** Describes how often the stores are maintained, and for how long; null without a line on it. */
export function alertmanagerTasks(entries: readonly Entry[]): string | null {
  const own = entries.filter(({ message, fields }) =>
    (DONE.test(message) || BEGUN.test(message)) && STORES[fields['component'] ?? ''] !== undefined);
  const components = [...new Set(own.map(({ fields }) => fields['component'] ?? ''))].sort();
  const [component] = components;
  if (component === undefined) return null;
  const times = own.filter(({ message, fields }) => BEGUN.test(message) && fields['component'] === component)
    .flatMap(({ moment }) => moment?.seconds ?? []);
  const [every, apart] = paceOf(times);
  const took = own.flatMap(({ message, fields }) => (DONE.test(message) ? secondsOf(fields['duration']) ?? [] : []));
  const [least, most] = [took.reduce((a, b) => Math.min(a, b), Infinity), took.reduce((a, b) => Math.max(a, b), 0)];
  const duration = took.length === 0 ? ''
    : took.length === 1 ? `, which took ${formatSeconds(most)}`
      : `, each time within ${formatSeconds(least)} to ${formatSeconds(most)}`;
  return `It maintains its ${components.map((one) => STORES[one]).join(' and its ')}${
    every === '' ? apart : every}${duration}. Such lines do not show whether alerts arrive: `
    + 'notifications that succeed are logged only with --log.level=debug.';
}
