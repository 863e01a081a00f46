/** Reports the QoS class of the pods that the kernel killed because the memory of their node ran out. Pure. */

const KILLED = /\bglobal_oom,task_memcg=([^,\n]{1,600}),task=/g;
const SCORE = /\bKilled process [^\n]{1,400}?\boom_score_adj:(-?\d{1,5})\b/g;
const MAX_KILLS = 100;

/** Returns the class by the control group of a pod; null for groups of other kinds. */
const classOf = (group: string): string | null =>
  (/\bkubepods[\w.:/-]{0,60}besteffort/.test(group) ? 'BestEffort'
    : /\bkubepods[\w.:/-]{0,60}burstable/.test(group) ? 'Burstable'
      : /\bkubepods(?:\.slice\/kubepods)?[-/]pod[0-9a-f]/.test(group) ? 'Guaranteed' : null);

/** Returns the class of all pods that were killed, and the step for those without requests; null for several. */
export function oomQos(text: string): string | null {
  const classes = [...text.matchAll(KILLED)].slice(0, MAX_KILLS).map(([, group = '']) => classOf(group));
  const [only] = classes;
  if (only === undefined || only === null || classes.some((one) => one !== only)) return null;
  const [score, other] = new Set([...text.matchAll(SCORE)].map(([, adjusted = '']) => adjusted));
  const of = `${classes.length === 1 ? 'Its pod is' : 'Their pods are'} of the QoS class ${only}${
    score === undefined || other !== undefined ? '' : ` (oom_score_adj ${score})`}`;
  return only !== 'BestEffort' ? `${of}.` : `${of}, without requests and limits, which the kernel kills first: give `
    + `${classes.length === 1 ? 'it' : 'them'} a memory request and a limit.`;
}
