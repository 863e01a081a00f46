/** Tells that the operator creates a StatefulSet again and again, and which field makes it do so. Pure; bounded. */
import type { Answer } from './answer.ts';

const AGAIN = /^[^\n]{0,600}recreating StatefulSet because the update operation wasn't possible[^\n]{0,600}$/gm;
const MARK = 'recreating StatefulSet because';
const NAME = /\bstatefulset=["']?([\w.-]{1,253})/;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const MIN_TIMES = 3;
/** The version of the API server, as kubectl version prints it. */
const SERVER = /\bServer Version:[^\n]{0,100}?\bv1\.(\d{1,2})\.\d{1,3}/;
const READY_SECONDS = /^[-+ \t\d:]{0,40}minReadySeconds: ["']?([1-9]\d{0,5})\b/m;
/** The first version in which the API server keeps that field of a StatefulSet by default. */
const MIN_MINOR = 23;

function answer(text: string): string | null {
  if (!text.includes(MARK)) return null;
  const all = [...text.matchAll(AGAIN)].map(([line]) => line);
  const [first = '', last = ''] = [all[0], all.at(-1)];
  const [name, from, to] = [NAME.exec(first)?.[1], TIME.exec(first)?.[0], TIME.exec(last)?.[0]];
  if (all.length < MIN_TIMES || new Set(all.map((line) => NAME.exec(line)?.[1])).size > 1) return null;
  const [seconds, minor] = [READY_SECONDS.exec(text)?.[1], Number(SERVER.exec(text)?.[1])];
  const range = from === undefined || to === undefined || from === to ? '' : ` from ${from}Z to ${to}Z`;
  const why = seconds !== undefined && minor < MIN_MINOR
    ? `minReadySeconds is ${seconds} in the spec, and the server is of Kubernetes 1.${minor}: before 1.${MIN_MINOR}, `
      + 'it drops that field of a StatefulSet by default, so what is wanted and what is stored always differ. Remove '
      + `it from the spec, or upgrade the cluster to 1.${MIN_MINOR} or later.`
    : 'See which field differs between what the operator wants and kubectl get statefulset -o yaml: one that the API '
      + 'server drops or changes, or that a second operator sets, makes it do so for ever.';
  return `The operator deletes the StatefulSet ${name ?? 'of its object'} and creates it again, ${
    all.length} times${range}: an update of it is forbidden, so its pods are stopped each time. ${
    why} The claims of its volumes stay.`;
}

export const SET_ANSWERS: readonly Answer[] = [[/^/, answer, 'leads']];
