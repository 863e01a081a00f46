/** Makes the first sentences of facts a clause about a named program. Pure. */
import { lowered, sentencesOf } from '../look/sentences.ts';
import { isMeaning } from '../logs/said/meanings.ts';

/** Sentences that name their own subject. */
const OWN_SUBJECT = /^(?:The kernel|systemd: |supervisord: |The (?:liveness|startup|readiness) probe )/;

/** Begins a sentence with a program's name: names of containers often have no capital letter. */
function subjectOf(label: string): string {
  if (/^[A-Z]/.test(label)) return label;
  const isPhrase = /^(?:the|an?|another) /.test(label);
  return isPhrase ? `${label.slice(0, 1).toUpperCase()}${label.slice(1)}` : `The program ${label}`;
}

/** Returns the first sentence of the facts with its cause, about the program `label` instead of "it". */
export function clauseOf(label: string, facts: string): string {
  const subject = subjectOf(label);
  const [whole = '', ...rest] = sentencesOf(facts);
  // A quotation that was shortened may have lost a quotation mark, and joins the next sentence.
  const [first = ''] = whole.split(/(?<=[\dZ]\.) (?=It logged the )/, 1);
  const cause = causeIn(rest);
  if (OWN_SUBJECT.test(first) || first.startsWith(`${label} `)) return `${first}${cause}`;
  if (first.startsWith('It ')) return `${subject} ${first.slice(3)}${cause}`;
  return `${subject}: ${lowered(first)}${cause}`;
}

/** Counts the sentences at the beginning that say the cause of the one before them, or what it means. */
export function causesAtStart(sentences: readonly string[]): number {
  const count = sentences.findIndex((one) => !one.startsWith('The cause given is ') && !isMeaning(one));
  return count < 0 ? sentences.length : count;
}

/** Returns those sentences, each after a blank; `""` without them. */
export function causeIn(sentences: readonly string[]): string {
  return sentences.slice(0, causesAtStart(sentences)).map((one) => ` ${one}`).join('');
}
