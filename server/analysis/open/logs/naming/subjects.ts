/** Names the program that a text of Kubernetes, Docker, the kernel or systemd is about. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';
import { programOfName } from './programTable.ts';

/** Texts of Kubernetes and Docker, which are about the containers of others. */
const OF_CONTAINERS: ReadonlySet<string> = new Set([
  'kubectl-describe', 'kubectl-events', 'kubectl-pods', 'pod-list', 'docker-ps',
]);
const OF_KUBERNETES = /^(?:kubectl-|pod-list$)/;
/** Logs of what starts and ends the processes of others. */
const OF_PROCESSES: ReadonlySet<string> = new Set(['kernel-log', 'systemd-log', 'supervisord-log', 'kubelet-log']);
const WRITER = /^a log of (?:the kernel|systemd|supervisord|the kubelet)/;
const RELOADER = 'a configuration reloader';

/** The subject of a sentence: processes and units, then containers, pods and objects. */
const PROCESS = new RegExp([
  /\bThe kernel killed ([\w.@:-]{1,60})/, /\bcontrol group of ([\w.@:-]{1,60}) reached /,
  /\bOOM killer ran (?:because memory ran out )?when ([\w.@:-]{1,60}) needed /,
  new RegExp(/\b(?:systemd|supervisord): (?:the program of )?([\w.@/-]{2,160}?)/.source
    + /(?:,| (?:did|does|killed|exited|dumped|is|ended|was)\b)/.source),
  /\bThe service ([\w@.-]{1,60}) (?:has|was)\b/,
].map(({ source }) => source).join('|'), 'g');
const CONTAINER = new RegExp([
  /\b[Tt]he container ([a-z\d][\w.-]{1,62})\b/, /\bits container ([a-z\d][\w.-]{1,62})\b/,
  /\b[Tt]he pod ([a-z\d][\w.-]{1,252})\b/, /\ba container of ([a-z\d][\w.-]{1,252})\b/,
  /\bThe (?!Node |PersistentVolume |Namespace )[A-Z][a-z]\w{2,40} ([a-z\d][\w.-]{1,252})(?=[:\s])/,
  /(?:^|[.;] )([a-z\d][\w.-]{1,252}) (?:is [A-Z]\w{3,60}|went from |has restarted )/,
  /(?:^|; )([\w./:-]{3,200}): (?:Exited|Restarting|Created|Dead|Paused|Up)\b/,
].map(({ source }) => source).join('|'), 'g');
const QUOTATION = /"[^"]{0,600}"/g;

const IMAGE = /^\s{1,16}Image:\s{1,20}(?:\S{1,200}\/)?([\w.-]{2,80})(?:[:@]\S{0,120})?[ \t\r]{0,20}$/gm;
const NAME = /^Name:\s{1,60}([a-z\d][\w.-]{1,252})[ \t\r]{0,20}$/m;
/** Fields of a node, whose name says nothing of what runs on it. */
const OF_NODE = /^(?:Taints|Allocatable|Unschedulable):/m;
const MAX_CHARS = 64 * 1024;

const wordsIn = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => match.slice(1).find((one) => one !== undefined) ?? []);

/** Returns the program of the first process or container in the facts whose name shows one. */
function programTold(facts: string): string | null {
  const said = facts.replaceAll(QUOTATION, '""');
  const [ended] = wordsIn(PROCESS, said);
  // What was killed is what the text is about, also if nothing is known of it.
  if (ended !== undefined) return programOfName(ended);
  for (const name of wordsIn(CONTAINER, said)) {
    const program = programOfName(name);
    if (program !== null) return program;
  }
  return null;
}

/** Returns the program of a description: by the name of the pod, else by the only image that shows one. */
function programDescribed(text: string): string | null {
  const name = OF_NODE.test(text) ? undefined : NAME.exec(text)?.[1];
  const own = name === undefined ? null : programOfName(name);
  if (own !== null && own !== RELOADER) return own;
  const images = wordsIn(IMAGE, text).flatMap((image) => programOfName(image) ?? []);
  const [only, second] = new Set(images.filter((program) => program !== RELOADER));
  return second === undefined ? only ?? null : null;
}

/** Beginnings of errors that name the program they are of, in a log that only quotes them. */
const QUOTED: readonly (readonly [RegExp, string])[] = [[/^"(?:[^"]{0,400}: )?etcdserver: /, 'etcd']];

const FIRST_QUOTES = new RegExp(/^(?:It logged the|The) error ("[^"]{1,600}")/.source
  + /(?:[^"]{0,200}?\. The cause given is ("[^\n]{1,600}?"\.))?/.source);

/** Returns the program whose error the facts of the kubelet quote first, as message or cause; null for others. */
function programQuoted(format: string, facts: string): string | null {
  const [, first = '', cause = ''] = format === 'kubelet-log' ? FIRST_QUOTES.exec(facts) ?? [] : [];
  return QUOTED.find(([begins]) => begins.test(first) || begins.test(cause))?.[1] ?? null;
}

/** Returns `whole` with the program that its facts are about, in place of the one that only reports it. */
export function withSubject(whole: Recognized, text: string): Recognized {
  const { format, program, name, interest } = whole;
  if (OF_PROCESSES.has(format)) {
    const about = interest === null || !WRITER.test(name) ? null
      : programQuoted(format, interest) ?? programTold(interest);
    return about === null ? whole : {
      ...whole, program: about,
      name: name.includes(about) ? name : name.replace(WRITER, (writer) => `${writer} about ${about}`),
    };
  }
  if (program !== null || !OF_CONTAINERS.has(format)) return whole;
  const told = interest === null ? null : programTold(interest);
  const described = told ?? (format === 'kubectl-describe' ? programDescribed(text.slice(0, MAX_CHARS)) : null);
  return { ...whole, program: described ?? (OF_KUBERNETES.test(format) ? 'Kubernetes' : null) };
}
