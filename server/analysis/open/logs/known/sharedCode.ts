/** Names the program in whose log a message of code stands that it shares with others. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';
import { namedIn } from '../../parts/families.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { HOSTS, PROMETHEUS } from '../messages/hostedMessages.ts';
import { isOfPrometheus } from '../messages/knownMessages.ts';

const FAMILY = ['Thanos', 'Mimir', 'Cortex', 'Loki', 'Grafana Agent', 'Grafana Alloy'];
/** The library of the gossip between members, and the programs with a ring that use it. */
const GOSSIP = 'memberlist';
const MEMBERS = ['Mimir', 'Cortex', 'Loki', 'Tempo', 'Grafana Agent', 'Grafana Alloy'];
/** The name in a sentence, and not in a path, an address or a metric. */
const NAMED = /(?<![\w/.-])prometheus(?![\w/:.-])/i;
const MAX_CHARS = 64 * 1024;

/** Returns a text of messages of shared code with the only program with that code that it names. */
function ofNamedHost(whole: Recognized, text: string): Recognized {
  const { program, format, name, interest } = whole;
  const isShared = program === PROMETHEUS || program === GOSSIP;
  if (!isShared || (format !== 'known-messages' && format !== 'log')) return whole;
  const head = text.slice(0, MAX_CHARS);
  const [only, second] = program === GOSSIP ? membersIn(head) : NAMED.test(head) ? [] : namedIn(head, FAMILY);
  return only === undefined || second !== undefined ? whole : {
    ...whole, program: only, name: name.replace(program, () => only),
    interest: interest?.replaceAll(`" of ${program}`, () => `" of ${only}`) ?? null,
  };
}

/** Returns the programs with a gossip that a text names; Alertmanager, which is also a part of others, by itself. */
function membersIn(text: string): string[] {
  const named = namedIn(text, MEMBERS);
  return named.length > 0 ? named : namedIn(text, ['Alertmanager']);
}

/** Returns `whole` with meanings of messages of Prometheus attributed to the program that logged them. */
export function ofHost(whole: Recognized, text: string): Recognized {
  const own = ofNamedHost(whole, text);
  const { program, interest } = own;
  if (program === null || interest === null || !HOSTS.test(program) || !interest.includes(PROMETHEUS)) return own;
  return {
    ...own, interest: sentencesOf(interest).map((sentence) =>
      (isOfPrometheus(sentence) ? `${program}${sentence.slice(PROMETHEUS.length)}` : sentence)).join(' '),
  };
}
