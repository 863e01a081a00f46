/** Says why the pod of a member of a ring does not run, by kubectl, and how many members may be missing. Pure. */
import type { Answer } from './answer.ts';

const MEMBERS = /\bmembers? (?:is|are) not active \(([\w.-]{2,200})[,)]/;
const SCHEDULING = new RegExp(/\bFailedScheduling\b[^\n]{0,120}?\b/.source
  + /(\d{1,5}\/\d{1,5} nodes are available: [^\n]{1,400}?)\.?[ \t]*$/.source, 'gm');
/** The head of what kubectl describe prints of an object. */
const DESCRIBED = /^Name:[ \t]{1,40}(\S{1,253})/gm;
const CORDONED = /\bunschedulable\b/;
const MAX_QUOTE = 240;

/** Returns why a pod is not scheduled, by a line that names it or stands in its description. */
function reasonOf(text: string, name: string): string | undefined {
  return [...text.matchAll(SCHEDULING)].find(({ 0: event, index }) => {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index) + event;
    const described = [...text.slice(0, index).matchAll(DESCRIBED)].at(-1)?.[1];
    return line.includes(name) || (!/\bpod\//i.test(line) && (described === undefined || described === name));
  })?.[1];
}

function ofPod(text: string, facts: string): string | null {
  const name = MEMBERS.exec(facts)?.[1];
  if (name === undefined) return null;
  const row = new RegExp(String.raw`^(?:\S{1,63}[ \t]{1,40})?${name.replaceAll('.', String.raw`\.`)}[ \t]{1,40}`
    + String.raw`\d{1,3}/\d{1,3}[ \t]{1,40}([A-Z]\w{2,40})\b`, 'm');
  const state = row.exec(text)?.[1];
  const reason = reasonOf(text, name);
  if (state !== 'Pending' || reason === undefined) return null;
  return `Its pod is Pending: "${reason.slice(0, MAX_QUOTE).replaceAll('"', '\'')}". ${CORDONED.test(reason)
    ? 'Let its node take pods again (kubectl uncordon), or add a node that fits'
    : 'Add a node that fits, or change what keeps the pod from the nodes'}, and the member comes back.`;
}

const NEEDED = /\bat least (\d{1,3}) (?:live|healthy) replicas required\b/;
const FACTOR = /^[ \t]{0,40}replication_factor: ["']?(\d{1,2})\b/gm;
const quorum = (factor: number): number => Math.floor(factor / 2) + 1;

/** Returns that a factor allows no missing member; null for another one, and if the text has no such factor. */
function ofFactor(text: string): string | null {
  const needed = Number(NEEDED.exec(text)?.[1]);
  const factors = new Set([...text.matchAll(FACTOR)].map(([, value]) => Number(value)));
  const [factor] = [...factors].filter((one) => quorum(one) === needed);
  if (factor === undefined || factors.size > 1 || factor > needed) return null;
  return `. With a replication_factor of ${factor}, a write needs ${needed} healthy member${needed === 1 ? '' : 's'
    } for each series, so no member may be missing: a factor of 3, with at least 3 members${
    /\bzone/i.test(text) ? ' and zones' : ''}, allows one. The ring works as designed`;
}

export const MEMBER_ANSWERS: readonly Answer[] = [
  [/Look at the pods or hosts of these members, and at their logs\.(?= |$)/, ofPod],
  [/: see the ring page for the zone and the state of each member(?=\.)/, ofFactor],
  [/(?<=The ring has too few healthy members for its replication factor)(?=\.)/, ofFactor],
];
