/** Reads what crictl prints of the containers of a node: its list, and one container as JSON. Pure; bounded. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import { counted } from '../../../look/named.ts';
import { toldContainers } from '../containerStates.ts';
import { endOf } from './containers.ts';
import { textAt, valueAt, valuesOf } from './values.ts';

const MAX_ROWS = 2000;
const MAX_SAID = 3;
const HEADER = /^CONTAINER(?: ID)?\s+IMAGE\s+CREATED\s+STATE\s+NAME\s+ATTEMPT\s+POD ID/m;
const ROW = new RegExp(
  /^[0-9a-f]{10,64}\s{1,60}\S{1,300}\s{1,60}(?:[\w ]{1,40} ago|\S{1,40})\s{1,60}/.source
    + /(Running|Exited|Created|Unknown)\s{1,60}(\S{1,63})\s{1,60}(\d{1,9})\s{1,60}[0-9a-f]{8,64}/.source
    + /(?:[ \t]{1,60}(\S{1,253}))?/.source,
  'gm'
);
const REMEDY = 'Open the log of the container: crictl logs ID, or kubectl logs POD, also with --previous.';

interface Listed { state: string; name: string; pod: string; attempt: number }

/** Returns each container once, by its last attempt: crictl ps -a lists those before it, too. */
function containersOf(text: string): Listed[] {
  const last = new Map<string, Listed>();
  for (const [, state = '', name = '', attempt, pod = ''] of [...text.matchAll(ROW)].slice(0, MAX_ROWS)) {
    const key = `${pod}/${name}`;
    const one = { state, name, pod, attempt: Number(attempt) };
    if ((last.get(key)?.attempt ?? -1) < one.attempt) last.set(key, one);
  }
  return [...last.values()];
}

const clauseOf = ({ state, name, pod, attempt }: Listed): string => `${name}${pod === '' ? '' : ` of ${pod}`} ${
  state === 'Running' ? 'runs' : `is ${state}`}${attempt === 0 ? '' : `, after ${counted(attempt, 'restart')}`}`;

function listFacts(text: string): string | null {
  const all = containersOf(text);
  const bad = all.filter(({ state, attempt }) => state !== 'Running' || attempt > 0).sort((a, b) =>
    Number(a.state === 'Running') - Number(b.state === 'Running') || b.attempt - a.attempt);
  const more = bad.length - MAX_SAID;
  return all.length === 0 ? null
    : bad.length === 0 ? `${all.length === 1 ? 'Its container runs' : `Its ${all.length} containers run`} without a `
      + 'restart.' : `${bad.slice(0, MAX_SAID).map(clauseOf).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function inspectFacts(text: string): string | null {
  const [root] = valuesOf(text);
  const status = valueAt(root, 'status');
  const [state, attempt] = [textAt(status, 'state'), Number(textAt(status, 'metadata', 'attempt') || 0)];
  const limit = Number(textAt(root, 'info', 'config', 'linux', 'resources', 'memory_limit_in_bytes') || 0);
  const name = textAt(status, 'metadata', 'name');
  const pod = textAt(status, 'labels', 'io.kubernetes.pod.name');
  return toldContainers([{
    pod, name, now: state === 'CONTAINER_EXITED' ? endOf(status, 'Terminated') : null, last: null, image: '',
    restarts: Number.isSafeInteger(attempt) ? attempt : 0, memoryLimit: limit > 0 ? formatBytes(limit) : null,
  }], []) ?? (state === 'CONTAINER_RUNNING' ? `The container ${name} runs, and has not restarted.`
    : `The container ${name} has the state ${state}.`);
}

export const CRICTL_LIST: Format = {
  id: 'crictl-ps', name: 'the output of crictl ps', door: null,
  match: ({ head }) => when(HEADER.test(head), { ...CERTAIN, program: 'crictl' }),
  interest: ({ text }) => listFacts(text), remedy: REMEDY,
};

export const CRICTL_INSPECT: Format = {
  id: 'crictl-inspect', name: 'the output of crictl inspect', door: null,
  match: ({ head }) => when(/^\{/.test(head)
    && /"state"\s?:\s?"CONTAINER_(?:EXITED|RUNNING|CREATED|UNKNOWN)"/.test(head) && /"exitCode"\s?:\s?\d/.test(head),
  { ...CERTAIN, program: 'crictl' }),
  interest: ({ text }) => inspectFacts(text), remedy: REMEDY,
};
