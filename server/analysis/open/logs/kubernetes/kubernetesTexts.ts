/** Output of kubectl and docker on containers: descriptions, events and lists. All open on the log page. */
import { joined, quoted } from '../../look/factTools.ts';
import { when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { useAgainstLimits } from '../../look/podUse.ts';
import { kernelFacts } from '../kernelFacts.ts';
import { containerFacts } from './containerStates.ts';
import { DOCKER_PS } from './dockerPs.ts';
import { lastStates } from './lastStates.ts';
import { eventFacts, isMostlyEvents, madeAgain, kubeletKills } from './podEvents.ts';
import { isMostlyPods, POD_HEADER, podFacts } from './podList.ts';

/** A part of a description: the state of one container. */
const CONTAINER_STATE = /^\s{0,8}`?\s{0,8}(?:Last )?State:\s{1,20}(?:Waiting|Running|Terminated)\s*$/m;
const CONTAINER_KEY = /^\s{1,10}(?:Restart Count|Exit Code|Container ID|Host Port|Reason):\s/m;
/** A part of a description: how a pod ended. */
const POD_END =
  /^\s{0,8}(?:Status:\s{1,20}Failed\s*\n\s{0,8})?Reason:\s{1,20}(\w{3,40})\s*\n\s{0,8}Message:\s{1,20}([^\n]{3,400})/m;

function podEnd(head: string): string | null {
  const [, reason, message] = POD_END.exec(head) ?? [];
  return reason === undefined || message === undefined ? null
    : `Kubernetes ${reason === 'Evicted' ? 'evicted the pod' : `ended the pod (${reason})`}: ${quoted(message)}.`;
}

const REMEDY = 'Open the container’s log next to it: kubectl logs POD, also with --previous.';

const PROBE_ALONE = 'It says: a probe failed.';

/** Describes what ended containers, then the events, then failed probes. */
function kubernetesFacts(look: Look): string | null {
  const events = eventFacts(look.text);
  const ended = withoutGuess(containerFacts(look.text, kubeletKills(look.text)), events);
  const isOfProbe = ended !== null && / because its \w{7,8} probe failed/.test(ended);
  const kernel = kernelFacts(look);
  // Other facts already state which probe failed and how often.
  const states = ended !== null || events !== null ? null : lastStates(look.text);
  const isKill = ended === null && kernel !== null && kernel.startsWith('The kernel killed ');
  return joined([
    isKill ? kernel : null, ended, useAgainstLimits(look.text),
    ended === null ? events : without(events, [
      ...(/crash loop/.test(ended) ? [/^It is in a crash loop/] : []), ...(isOfProbe ? [PROBE_KILLED] : []),
      ...(/ was stopped by Kubernetes, /.test(ended) ? [/^Kubernetes stopped it/] : []),
    ]),
    isKill ? null : ended === null ? kernel : without(kernel, [
      ...(ended.includes('(OOMKilled)') ? [SHORTAGE] : []), ...(isOfProbe ? [/^A probe failed: /] : []),
    ]),
    // A restart count says the same.
    states === PROBE_ALONE ? null : states, ended === null ? madeAgain(look.text) : null,
  ]);
}

const GUESS = ', as after failed probes, or when the memory of the node runs out';

/** Removes what may end a container if an event says what did. */
const withoutGuess = (ended: string | null, events: string | null): string | null =>
  (events !== null && /^Kubernetes evicted it/.test(events) ? ended?.replaceAll(GUESS, '') ?? null : ended);

/** An OOM report that ends before the kill: Kubernetes says which container it was. */
const SHORTAGE = /^(?:The kernel’s OOM killer ran|Whether the machine|Which process it killed)/;
const PROBE_KILLED = /^Kubernetes killed (?:a|the) container/;

/** Removes sentences that other facts make needless. */
const without = (facts: string | null, needless: readonly RegExp[]): string | null =>
  facts?.split(/(?<=\.) (?=[A-Z])/).filter((one) => !needless.some((pattern) => pattern.test(one))).join(' ') || null;

export const KUBERNETES_TEXTS: readonly Format[] = [
  DOCKER_PS,
  {
    id: 'kubectl-describe', name: 'the output of kubectl describe', door: 'log',
    match: ({ head }) => when((/^Name:\s+\S/.test(head) && /^(?:Namespace|Containers|Labels|Status):/m.test(head))
      || (CONTAINER_STATE.test(head) && CONTAINER_KEY.test(head)) || POD_END.test(head)),
    interest: (look) => {
      const [end, facts] = [podEnd(look.head), kubernetesFacts(look)];
      return joined([end, end === null ? facts : without(facts, [/^Kubernetes evicted it/])]);
    },
    remedy: REMEDY,
  },
  {
    id: 'kubectl-events', name: 'a list of events of Kubernetes', door: 'log',
    match: ({ head, lines }) => when(isMostlyEvents(lines)
      || /^(?:NAMESPACE\s+)?LAST SEEN\s+(?:FIRST SEEN\s+)?(?:COUNT\s+)?\S+\s+REASON/m.test(head)
      || /^[ \t]+Type\s+Reason\s+Age\s+From\s+Message\s*$/m.test(head)),
    interest: kubernetesFacts, remedy: REMEDY,
  },
  {
    id: 'kubectl-pods', name: 'a list of pods of kubectl get', door: 'log',
    match: ({ head, lines }) => when(POD_HEADER.test(head) || isMostlyPods(lines)),
    interest: ({ lines }) => podFacts(lines),
    remedy: 'Open the log of a pod and of the process before it: kubectl logs POD, also with --previous.',
  },
];
