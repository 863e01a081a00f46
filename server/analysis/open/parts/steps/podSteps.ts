/** Adds to a list of pods where the reason of their state is, if nothing else in the text says it. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import type { Recognized } from '../../look/recognized.ts';
import { hasStep } from '../prose/steps.ts';

const LISTS: ReadonlySet<string> = new Set(['kubectl-pods', 'pod-list']);
const EVENTS = 'See kubectl describe pod: its events';
/** The gravest state comes first. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/(?: is | to )(?:Init:)?(?:CrashLoopBackOff|OOMKilled|Error|RunContainerError|ContainerStatusUnknown)\b/,
    'See why it ended in kubectl describe pod (Last State) and in kubectl logs --previous.'],
  [/ is (?:Init:)?(?:ErrImagePull|ImagePullBackOff)\b/, `${EVENTS} have the answer of the registry.`],
  [/ is (?:Init:)?CreateContainer(?:Config)?Error\b/, `${EVENTS} name what is missing, such as a Secret.`],
  [/ is (?:Pending|ContainerCreating|PodInitializing|Init:\d)/, `${EVENTS} say what it waits for, such as a node or a `
    + 'volume.'],
  [/, with \d{1,9} restarts?\b| has restarted /, 'See why it ended in kubectl describe pod (Last State) and in kubectl '
    + 'logs --previous.'],
];

/** Words that say why a container ended, or nearly so. */
const HAS_WHY =
  /\b[Ee]xit ?[Cc]ode\b|\bLast State\b|Killed process|panic: |fatal error: |level=(?:error|fatal)|\b(?:ERROR|FATAL)\b/;

/** Returns `whole` with that step; unchanged if it is no list of pods, or if it or the text around it says more. */
export function withPodStep(whole: Recognized, text: string): Recognized {
  const { format, interest } = whole;
  // What is quoted beside the list may be the reason.
  if (interest === null || !LISTS.has(format) || interest.includes('"') || hasStep(interest)) return whole;
  if (fits(HAS_WHY, text)) return whole;
  const step = STEPS.find(([state]) => state.test(interest))?.[1];
  return step === undefined ? whole : { ...whole, interest: `${interest} ${step}` };
}
