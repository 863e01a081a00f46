/** Reads pods from `kubectl get pods`, also with --watch and with a prefix of a shell before each row. Pure. */
import { quoted } from '../../look/factTools.ts';

export const POD_HEADER =
  /^(?:.{0,60}[\])>|:] {0,4})?(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE/m;
/** A row of pods: the name, then READY, STATUS and RESTARTS. */
const POD = new RegExp(
  /(?:^|[\s\])>|:])(?:pods?\/|po\/)?([a-z0-9][a-z0-9.-]{1,252})[ \t]+\d{1,3}\/\d{1,3}[ \t]+/.source
    + /([A-Z]\S{1,39})[ \t]+(\d{1,9})\b/.source
);

/** A row with custom columns: the reason and the message of the status. */
const EVICTED = /^\S{1,253}\s.{0,200}\bEvicted\s{1,60}\S{1,253}\s{1,60}((?:Pod )?The node .{1,300})/;

interface Pod { name: string; statuses: string[]; restarts: number }

function podsOf(lines: readonly string[]): Pod[] {
  const pods = new Map<string, Pod>();
  for (const line of lines) {
    const [, name, status = '', restarts = '0'] = POD.exec(line) ?? [];
    if (name === undefined) continue;
    const pod = pods.get(name) ?? { name, statuses: [], restarts: 0 };
    pods.set(name, pod);
    if (pod.statuses.at(-1) !== status) pod.statuses.push(status);
    pod.restarts = Math.max(pod.restarts, Number(restarts));
  }
  return [...pods.values()];
}

/** Whether most lines are rows of pods, without need of a header. */
export function isMostlyPods(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.filter((line) => POD.test(line) || EVICTED.test(line)).length * 2 > lines.length;
}

function evicted(lines: readonly string[]): string | null {
  const why = lines.flatMap((line) => EVICTED.exec(line)?.[1]?.trim() ?? []);
  return why.length === 0 ? null
    : `Kubernetes evicted ${why.length === 1 ? 'a pod' : `${why.length} pods`}: ${quoted(why[0] ?? '')}.`;
}

const MAX_SAID = 3;
const isWell = (status: string | undefined): boolean => /^(?:Running|Completed)$/.test(status ?? '');

/** Returns pods that do not run, have restarted, or changed while they were watched; the worst first. */
export function podFacts(lines: readonly string[]): string | null {
  const pods = podsOf(lines);
  if (pods.length === 0) return evicted(lines);
  const bad = pods.filter(({ statuses, restarts }) => statuses.length > 1 || !isWell(statuses[0]) || restarts > 0)
    .sort((a, b) => Number(isWell(a.statuses.at(-1))) - Number(isWell(b.statuses.at(-1))) || b.restarts - a.restarts);
  if (bad.length === 0) return pods.length === 1 ? 'Its pod runs without a restart.'
    : `Its ${pods.length} pods run without a restart.`;
  const said = bad.slice(0, MAX_SAID).map(({ name, statuses, restarts }) => {
    const counted = `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`;
    return statuses.length > 1 ? `${name} went from ${statuses.slice(0, 6).join(' to ')}, with ${counted}`
      : `${name} is ${statuses[0]}, with ${counted}`;
  });
  const others = bad.length - said.length;
  const more = others === 1 ? '1 more pod is not well or has restarted'
    : `${others} more pods are not well or have restarted`;
  return `${said.join('; ')}${others === 0 ? '' : `; ${more}`}.`;
}
