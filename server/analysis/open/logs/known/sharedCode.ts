/** Names the program in whose log a message of code stands that it shares with Prometheus. Pure; bounded. */
import type { Recognized } from '../../look/recognized.ts';
import { namedIn } from '../../parts/families.ts';
import { sentencesOf } from '../../parts/sentences.ts';
import { HOSTS, PROMETHEUS } from '../messages/hostedMessages.ts';
import { isOfPrometheus } from '../messages/knownMessages.ts';

const FAMILY = ['Thanos', 'Mimir', 'Cortex', 'Loki', 'Grafana Agent', 'Grafana Alloy'];
/** The name in a sentence, and not in a path, an address or a metric. */
const NAMED = /(?<![\w/.-])prometheus(?![\w/:.-])/i;
const MAX_CHARS = 64 * 1024;

/** Returns a text of messages of Prometheus with the only program with its code that the text names instead of it. */
function ofNamedHost(whole: Recognized, text: string): Recognized {
  const { program, format, name, interest } = whole;
  if (program !== PROMETHEUS || (format !== 'known-messages' && format !== 'log')) return whole;
  const head = text.slice(0, MAX_CHARS);
  const [only, second] = NAMED.test(head) ? [] : namedIn(head, FAMILY);
  return only === undefined || second !== undefined ? whole : {
    ...whole, program: only, name: name.replace(program, () => only),
    interest: interest?.replaceAll(`" of ${program}`, () => `" of ${only}`) ?? null,
  };
}

/** Returns `whole` with meanings of messages of Prometheus told of the program that logged them. */
export function ofHost(whole: Recognized, text: string): Recognized {
  const own = ofNamedHost(whole, text);
  const { program, interest } = own;
  if (program === null || interest === null || !HOSTS.test(program) || !interest.includes(PROMETHEUS)) return own;
  return {
    ...own, interest: sentencesOf(interest).map((sentence) =>
      (isOfPrometheus(sentence) ? `${program}${sentence.slice(PROMETHEUS.length)}` : sentence)).join(' '),
  };
}
