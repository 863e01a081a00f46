/** Reports kills for the memory of a node by their events of Kubernetes, those of one node together. Pure. */
import { ageSeconds } from '../../look/factTools.ts';

/** The kubelet's message on a kill by the kernel. */
export const VICTIM = /\bvictim process: (\S{1,60}), pid: (\d{1,10})/;
const MAX_NAMED = 3;

/** The fields of an event that are read; `age`: as the text has it, `""` without one. */
interface OomEvent { reason: string; message: string; of: string; age: string }

/** Returns what the kernel killed on the node of an event; `who`: that node, null if the text does not name it. */
export function systemOoms(event: OomEvent, who: string | null, events: readonly OomEvent[]): string {
  const own = events.filter(({ reason, message, of }) => reason === event.reason && of === event.of
    && VICTIM.test(message));
  const killed = own.map(({ message }) => VICTIM.exec(message) ?? []).map(([, name = '', pid = '']) => ({ name, pid }));
  const [first] = killed;
  const isOne = killed.every(({ name }) => name === first?.name);
  const named = killed.slice(0, MAX_NAMED);
  const more = killed.length > named.length ? ` and ${killed.length - named.length} more` : '';
  const when = agesOf(own);
  const pids = named.map(({ pid }) => pid).join(', ');
  const what = killed.length === 1 ? `${first?.name ?? ''} (pid ${first?.pid ?? ''})`
    : isOne ? `${first?.name ?? ''} ${killed.length} times (pids ${pids}${more}${when === '' ? '' : `; ${when}`})`
      : `${named.map(({ name, pid }) => `${name} (pid ${pid})`).join(', ')}${more}${when === '' ? '' : `, ${when},`}`;
  return `The kernel killed ${what}${who === null ? '' : ` on ${who}`} because the memory of the node ran out.`;
}

/** Returns the first and the last age of several events; `""` if one has none. */
function agesOf(events: readonly OomEvent[]): string {
  const ages = events.map(({ age }) => age).toSorted((a, b) => ageSeconds(b) - ageSeconds(a));
  const [first = '', last = ''] = [ages[0], ages.at(-1)];
  return ages.includes('') || first === last ? '' : `${first} to ${last} before the text was made`;
}
