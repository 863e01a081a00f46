/** Reports pods that are deleted as soon as they are made, and operators that may do so by turns. Pure. */
import { ageSeconds } from '../../../look/factTools.ts';

interface Listed {
  name: string;
  /** Those of its rows, in their order. */
  statuses: readonly string[];
  /** Its ready containers, as `0/2`, and its age, as `2s`; null if the list has none. */
  ready: string | null; age: string | null;
}

/** A pod that a person deletes is mostly older. */
const MAX_AGE_SECONDS = 60;
const AGE = /^(?:\d{1,3}m)?\d{1,3}s$/;
/** The suffix that a ReplicaSet adds to the name of its Deployment. */
const HASHES = /-[a-z\d]{5,10}-[a-z\d]{5}$/;
const OPERATOR = /(?:^|-)operator$/;
/** Words in the names of operators of all kinds. */
const COMMON: ReadonlySet<string> = new Set(['operator', 'kube', 'controller', 'manager', 'stack', 'release']);
const MIN_WORD = 4;

/** Returns how long after its start a pod is being deleted, and that it is not ready; null for other pods. */
export function deletedAtOnce({ statuses, ready, age }: Listed): string | null {
  if (statuses.at(-1) !== 'Terminating' || age === null || !AGE.test(age)) return null;
  const [up, all] = (ready ?? '').split('/');
  return ageSeconds(age) >= MAX_AGE_SECONDS || (ready !== null && up !== '0') ? null
    : `${age} after it was made${all === undefined ? '' : `, with 0 of ${all} containers ready`}`;
}

/** Returns two operators of one kind that run, by the names of their Deployments; null without such. */
function operatorsOf(pods: readonly Listed[]): readonly [string, string] | null {
  const names = [...new Set(pods.filter(({ statuses }) => statuses.at(-1) === 'Running')
    .map(({ name }) => (HASHES.test(name) ? name.replace(HASHES, '') : '')).filter((name) => OPERATOR.test(name)))];
  for (const [i, one] of names.entries()) {
    const words = new Set(one.split('-').filter((word) => word.length >= MIN_WORD && !COMMON.has(word)));
    const other = names.slice(i + 1).find((name) => name.split('-').some((word) => words.has(word)));
    if (other !== undefined) return [one, other];
  }
  return null;
}

/** Returns what deletes such pods, or where to look for it; null if the list has none. */
export function deletedPods(pods: readonly Listed[]): string | null {
  const fresh = pods.filter((pod) => deletedAtOnce(pod) !== null).length;
  if (fresh === 0) return null;
  const [it, is] = fresh === 1 ? ['it', 'it is'] : ['them', 'they are'];
  const operators = operatorsOf(pods);
  return operators === null ? `Something deletes ${it} as soon as ${is} made: see kubectl get events, and the log of `
    + 'the operator or controller that makes such pods.'
    : `Two operators run, ${operators.join(' and ')}: if both manage such pods, each deletes what the other makes; `
      + 'see helm ls -A, and remove one of them.';
}
