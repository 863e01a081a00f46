/** Reads from a description of a pod how a run of its container ended, and how long its probe waits. Pure; bounded. */
import { describedContainers, type Container } from '../../logs/kubernetes/containerStates.ts';
import { eventsOf, kubeletKills } from '../../logs/kubernetes/podEvents.ts';
import { containersIn } from '../../logs/kubernetes/written/containers.ts';
import { valuesOf } from '../../logs/kubernetes/written/values.ts';

/** The failures that a probe allows before it ends a container. */
export interface Patience { seconds: number; failures: number; periodSeconds: number }

export interface DescribedEnd {
  /** Whether the log of the run is another one than that of the next: not with Docker. */
  hasOwnLog: boolean;
  /** Names of the pod and the container; empty if only a part was pasted. */
  names: readonly string[];
  startedMs: number;
  finishedMs: number;
  reason: string;
  exitCode: number | null;
  memoryLimit: string | null;
  /** The probe for which the kubelet killed the container, and what it allows; null for another end. */
  probe: { kind: string; patience: Patience | null } | null;
}

const PATIENCE = new RegExp(
  /^\s{0,16}(Liveness|Startup):\s[^\n]{1,300}?\bdelay=(\d{1,6})s\b[^\n]{0,60}?\bperiod=(\d{1,6})s\b/.source
    + /[^\n]{0,60}?#failure=(\d{1,6})\b/.source, 'gm'
);

/** Returns how long probes of that kind wait; null if the text states none, or several that differ. */
function patienceOf(text: string, kind: string): Patience | null {
  const all = [...text.matchAll(PATIENCE)].filter(([, of = '']) => of.toLowerCase() === kind)
    .map(([, , delay, period, failures]): Patience => ({
      seconds: Number(delay) + Number(period) * Number(failures), failures: Number(failures),
      periodSeconds: Number(period),
    }));
  const [first] = all;
  return first !== undefined && all.every(({ seconds }) => seconds === first.seconds) ? first : null;
}

function containersWithEnds(text: string): Container[] {
  const isTimed = ({ now, last }: Container): boolean =>
    [now, last].some((state) => Number.isFinite(state?.finishedMs ?? NaN));
  const described = describedContainers(text).filter(isTimed);
  return described.length > 0 || !/\bfinishedAt\b/.test(text) ? described
    : containersIn(valuesOf(text)).filter(isTimed);
}

/** A state of docker inspect, whose keys have one order; Docker writes an unknown time as one of the year 1. */
const OF_DOCKER = new RegExp([
  /"OOMKilled": ?(true|false)[^{}]{0,300}?"ExitCode": ?(\d{1,3})[^{}]{0,600}?"StartedAt": ?"([^"]{10,40})"/,
  /[^{}]{0,100}?"FinishedAt": ?"([^"]{10,40})"/,
].map(({ source }) => source).join(''), 'g');
const DOCKER_NAME = /"Name": ?"\/([\w.-]{1,100})"/;
const MAX_STATES = 50;

/** Returns the ends that docker inspect shows. */
function dockerEnds(text: string): DescribedEnd[] {
  return [...text.matchAll(OF_DOCKER)].slice(0, MAX_STATES).flatMap(([, oom, code, started = '', finished = '']) => {
    const [startedMs, finishedMs] = [Date.parse(started), Date.parse(finished)];
    return !(finishedMs >= startedMs) ? [] : [{
      hasOwnLog: false,
      names: DOCKER_NAME.exec(text)?.slice(1, 2) ?? [], startedMs, finishedMs,
      reason: oom === 'true' ? 'OOMKilled' : '', exitCode: Number(code), memoryLimit: null, probe: null,
    }];
  });
}

/** Returns the ends of runs that have a time for their beginning and their end. */
export function describedEnds(text: string): DescribedEnd[] {
  const ofDocker = dockerEnds(text);
  if (ofDocker.length > 0) return ofDocker;
  if (!/\b(?:State|[sS]tate[s"]?):|\bterminated\b/.test(text)) return [];
  const kills = kubeletKills(eventsOf(text)).filter(({ probe }) => probe !== null);
  const containers = containersWithEnds(text);
  return containers.flatMap(({ pod, name, now, last, memoryLimit }) => [now, last].flatMap((state): DescribedEnd[] => {
    if (state === null || !(state.finishedMs >= state.startedMs)) return [];
    const { startedMs, finishedMs, reason, exitCode } = state;
    const kill = reason === 'OOMKilled' ? undefined : kills.find(({ container }) =>
      (container === '' || name === '' ? containers.length === 1 : container === name));
    const kind = kill?.probe ?? null;
    return [{
      hasOwnLog: true,
      names: [pod, name].filter((one) => one !== ''), startedMs, finishedMs, reason, exitCode, memoryLimit,
      probe: kind === null ? null : { kind, patience: patienceOf(text, kind.toLowerCase()) },
    }];
  }));
}
