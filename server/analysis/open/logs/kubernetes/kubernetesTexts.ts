/** Output of kubectl and docker on containers: descriptions, events and lists. All open on the log page. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { useAgainstLimits } from '../../look/podUse.ts';
import { kernelFacts } from '../kernelFacts.ts';
import { allRun, containerFacts, replayInMessage } from './containerStates.ts';
import { DOCKER_PS } from './dockerPs.ts';
import { headlessFact } from './headless.ts';
import { lastStates } from './lastStates.ts';
import { nodeMemory } from './described/nodeMemory.ts';
import { objectFacts } from './described/objects.ts';
import { notReadyFact } from './notReady.ts';
import { eventFacts, eventsOf, isMostlyEvents, madeAgain, kubeletKills } from './podEvents.ts';
import {
  isMarkedUp, isMostlyPods, listedPods, POD_HEADER, podFacts, writtenLines, type ListedPods,
} from './podList.ts';
import { imageFacts, probeFacts, withoutGot } from './podProbes.ts';
import { slowOpening } from '../probes/slowOpening.ts';
import { attachedElsewhere } from './volumes/attachedElsewhere.ts';
import { listedRestarts, unexplainedKill } from './unexplainedKills.ts';
import { widespreadProbes } from './widespread.ts';

/** A part of a description: the state of one container. */
const CONTAINER_STATE = /^\s{0,8}`?\s{0,8}(?:Last )?State:\s{1,20}(?:Waiting|Running|Terminated)\s*$/m;
const CONTAINER_KEY = /^\s{1,10}(?:Restart Count|Exit Code|Container ID|Host Port|Reason):\s/m;
/** A part of a description: how a pod ended. */
const POD_END =
  /^\s{0,8}(?:Status:\s{1,20}Failed\s*\n\s{0,8})?Reason:\s{1,20}(\w{3,40})\s*\n\s{0,8}Message:\s{1,20}([^\n]{3,400})/m;
/** Reasons of containers, whose message is the end of their log. */
const OF_CONTAINER =
  /^(?:OOMKilled|Error|Completed|ContainerCannotRun|StartError|CrashLoopBackOff|ContainerStatusUnknown)$/;

function podEnd(head: string): string | null {
  const found = POD_END.exec(head);
  const [, reason, message] = found ?? [];
  if (found === null || reason === undefined || message === undefined || OF_CONTAINER.test(reason)) return null;
  const isOfState = /State:[^\n]{0,80}\n\s{0,8}$/.test(head.slice(Math.max(0, found.index - 120), found.index));
  return isOfState ? null
    : `Kubernetes ${reason === 'Evicted' ? 'evicted the pod' : `ended the pod (${reason})`}: ${quoted(message)}.`;
}

/** The first field, also behind the command. */
const DESCRIBED = /^(?:[^\n]{0,80}\b(?:kubectl|oc|k) [^\n]{0,300}\n)?Name:\s+\S/;

const REMEDY = 'Open the container’s log next to it: kubectl logs POD, also with --previous.';

const PROBE_ALONE = 'It says: a probe failed.';

/** Why pods end again and again is in none of the forms that list them. */
const WHY = 'Why is not in the text: kubectl describe pod (Last State) and kubectl logs --previous show it.';
const HAS_WHY = /\b(?:OOMKilled|[Ee]xit ?[Cc]ode|Last State)\b|Killed process|panic: |fatal error: |level=error/;

/** Describes listed pods, what ended containers, then the events, then failed probes. */
function kubernetesFacts(look: Look, listed: ListedPods | null = null): string | null {
  const all = eventsOf(look.text);
  const pods = new Set(all.flatMap(({ of }) => (of === '' ? [] : [of])));
  const isNamed = pods.size > 1 || !fits(/^Name:\s{1,40}\S/m, look.text);
  const attached = attachedElsewhere(all, look.text);
  const events = eventFacts(attached === null ? all : all.filter((event) => !attached.told.has(event)), {
    isNamed, isRunning: allRun(look.text), looping: listed?.looping ?? new Set(),
  });
  const ofKernel = kernelFacts(look);
  const isOom = ofKernel?.startsWith(KERNEL_KILLED) === true;
  const said = containerFacts(look.text, { kills: kubeletKills(all), made: all.map(({ container }) => container) });
  const isGuess = isOom && said?.includes(GUESS) === true;
  const told = withoutGuess(said, isOom ? ofKernel : events);
  // The kernel says of the same end what killed it.
  const ended = isOom && told === KILLED_CONTAINER ? null : told;
  const isOfProbe = ended !== null && / because its \w{7,8} probe failed/.test(ended);
  const probes = withoutGot(probeFacts(all, look.text, isNamed), ended ?? '');
  const kernel = probes === null ? ofKernel : without(ofKernel, [OF_PROBE]);
  // Other facts already state which probe failed and how often.
  const states = told !== null || events !== null || listed !== null ? null : lastStates(look.text);
  const slow = isOfProbe || isProbeKill(events) ? slowOpening(look.text) : null;
  const next = slow ?? (isOfProbe && fits(NOT_LISTENING, look.text) ? SLOW_START
    : told === null && listed === null ? nextStep(events, look.text) : null);
  const wide = isNamed ? widespreadProbes(all) : null;
  const isKill = (ended === null || isGuess) && kernel?.startsWith(KERNEL_KILLED) === true;
  return joined([
    isKill ? kernel : null, attached?.said ?? null,
    listed?.facts ?? (ended === null ? null : listedRestarts(look.text)),
    listed === null || listed.looping.size === 0 || fits(HAS_WHY, look.text) ? null : WHY,
    listed === null ? null : imageFacts(all, listed.named), ended,
    ended?.includes(GUESS) === true && all.length === 0 && ofKernel === null ? unexplainedKill(look.text) : null,
    headlessFact(look.text), ended === null ? null : replayInMessage(look.text), useAgainstLimits(look.text), wide,
    ended === null ? events : without(events, [
      ...(pods.size < 2 && /crash loop/.test(ended) ? [LOOP] : []),
      ...(pods.size < 2 && isOfProbe ? [PROBE_KILLED] : []),
      ...(pods.size < 2 && / was stopped by Kubernetes, /.test(ended) ? [/^Kubernetes stopped /] : []),
    ]),
    isKill ? null : ended === null ? kernel : without(kernel, [
      ...(ended.includes('(OOMKilled)') ? [SHORTAGE] : []), ...(isOfProbe ? [/^A probe failed: /] : []),
    ]),
    next, wide !== null ? null : isOfProbe ? without(probes, [/^A probe(?: of the pod \S{1,253})? failed: /]) : probes,
    // A restart count says the same.
    states === PROBE_ALONE ? null : states, told === null && listed === null ? madeAgain(look.text) : null,
    told === null ? notReadyFact(all, next === SLOW_START) : null,
  ]);
}

const WHY_OF_LOOP = 'The reason of the crash loop is not in the text: kubectl describe pod (Last State) and kubectl '
  + 'logs --previous show it.';
const SLOW_START = 'If it only starts slowly, as with a long replay, raise failureThreshold of a startupProbe.';

/** A probe whose container does not listen, as while it starts. */
const NOT_LISTENING = /\b(?:Liveness|Startup) probe failed: [^\n]{1,300}: connection refused/;

const isProbeKill = (events: string | null): boolean =>
  / because its (?:liveness|startup) probe failed\./.test(events ?? '');

/** Returns where the reason of a crash loop is found, or what helps a container that probes kill. */
function nextStep(events: string | null, text: string): string | null {
  if (events === null) return null;
  if (isProbeKill(events)) return SLOW_START;
  return /\bin a crash loop: /.test(events) && !fits(HAS_WHY, text) ? WHY_OF_LOOP : null;
}

const EVICTED = /^Kubernetes evicted (?:it|the pod \S{1,253}):/;
const LOOP = /^(?:It|The pod \S{1,253}) (?:is|was) in a crash loop/;
const OF_PROBE = /^(?:The (?:liveness|startup|readiness) probe failed |A probe failed: )/;

const KERNEL_KILLED = 'The kernel killed ';
const KILLED_CONTAINER = 'The container was killed (exit code 137, SIGKILL).';
const GUESS = ', as after failed probes, or when the memory of the node runs out';

/** Removes what may end a container if an event or the kernel says what did. */
const withoutGuess = (ended: string | null, events: string | null): string | null =>
  (events?.startsWith(KERNEL_KILLED) === true || events?.startsWith('Kubernetes evicted ') === true
    ? ended?.replaceAll(GUESS, '') ?? null : ended);

/** An OOM report that ends before the kill: Kubernetes says which container it was. */
const SHORTAGE = /^(?:The kernel’s OOM killer ran|Whether the machine|Which process it killed)/;
const PROBE_KILLED = /^Kubernetes killed (?:a|the) container/;

/** Removes sentences that other facts make needless. */
const without = (facts: string | null, needless: readonly RegExp[]): string | null =>
  facts?.split(/(?<=\.) (?=[A-Z])/).filter((one) => !needless.some((pattern) => pattern.test(one))).join(' ') || null;

const PODS: Format = {
  id: 'kubectl-pods', name: 'a list of pods of kubectl get', door: 'log',
  match: ({ head, lines }) => when(fits(POD_HEADER, head) || isMostlyPods(lines)),
  interest: ({ lines }) => podFacts(lines),
  remedy: 'Open the log of a pod and of the process before it: kubectl logs POD, also with --previous.',
};

export const KUBERNETES_TEXTS: readonly Format[] = [
  DOCKER_PS,
  {
    id: 'kubectl-describe', name: 'the output of kubectl describe', door: 'log',
    match: ({ head }) => when((fits(DESCRIBED, head) && fits(/^(?:Namespace|Containers|Labels|Status):/m, head))
      || (fits(CONTAINER_STATE, head) && fits(CONTAINER_KEY, head)) || fits(POD_END, head)
      || fits(/^Conditions:[ \t]*\n\s{1,12}Type\s{1,40}Status\s/m, head)
      // A node, whose first lines were not copied.
      || (fits(/^Allocatable:[ \t]*$/m, head) && fits(/^(?:System Info|Non-terminated Pods):/m, head))),
    interest: (look) => {
      const [end, facts] = [podEnd(look.head), objectFacts(look.text, kubernetesFacts(look))];
      return joined([end, end === null ? facts : without(facts, [EVICTED]), nodeMemory(look.text)]);
    },
    remedy: REMEDY,
  },
  {
    id: 'kubectl-events', name: 'a list of events of Kubernetes', door: 'log',
    match: ({ head, lines }) => when(isMostlyEvents(lines)
      || fits(/^(?:NAMESPACE\s+)?LAST SEEN\s+(?:FIRST SEEN\s+)?(?:COUNT\s+)?\S+\s+REASON/m, head)
      || fits(/^[ \t]+Type\s+Reason\s+Age\s+From\s+Message\s*$/m, head)),
    interest: (look) => objectFacts(look.text, kubernetesFacts(look, listedPods(look.lines))), remedy: REMEDY,
  },
  {
    ...PODS, id: 'pod-list', name: 'a list of pods',
    match: ({ text }) => when(isMarkedUp(writtenLines(text)) && isMostlyPods(writtenLines(text))),
    interest: ({ text }) => podFacts(writtenLines(text)),
  },
  PODS,
];
