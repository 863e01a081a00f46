/** Finds the names of known alerts that stand alone in logs and prose, and says what they mean. Pure. */
import { knownAlert, type KnownAlert } from '../../alerts/knownAlerts.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import { shapeOf } from '../../structure/shape.ts';

const MAX_CHARS = 64 * 1024;
const MAX_TOLD = 3;
const MAX_BEFORE = 24;
const WORD = /(?<![\w.$/:@-])(?:[A-Z]|etcd)[A-Za-z\d]{6,70}(?![\w(/-]|\.\w)/g;
/** Names of so few words that they need a word before them which says that they are of an alert. */
const IS_SHORT = /^[A-Z][a-z]*(?:[A-Z][a-z]*)?$/;
const OF_ALERT = /\balert(?:name)?(?: named)?\W{1,6}$|\balerts? $/i;

/** Returns the known alerts that a text names, each once. */
function alertsIn(text: string): KnownAlert[] {
  const head = text.slice(0, MAX_CHARS);
  const found = new Set<KnownAlert>();
  for (const { 0: word, index } of head.matchAll(WORD)) {
    const known = knownAlert(word, head);
    if (known === null || found.has(known)) continue;
    if (!IS_SHORT.test(word) || OF_ALERT.test(head.slice(Math.max(0, index - MAX_BEFORE), index))) found.add(known);
    if (found.size > MAX_TOLD) break;
  }
  return [...found];
}

/** Returns what the alerts mean that a text names and `told` does not; null without such an alert. */
export function namedAlerts(text: string, told = ''): string | null {
  const all = alertsIn(text).filter(({ name }) => !told.includes(name));
  return all.length === 0 ? null
    : all.slice(0, MAX_TOLD).map(({ name, sentence }) => `It names the alert ${name}. ${sentence}`).join(' ');
}

/** A text of no other form that names an alert. */
export const NAMED_ALERT: Format = {
  id: 'alert-name', name: 'a text about an alert', door: null,
  match: ({ isText, text, head }) => {
    const alerts = isText ? alertsIn(text) : [];
    return when(alerts.length > 0 && shapeOf(head) !== 'source code',
      { ...LIKELY, confidence: 'guess', program: alerts.find(({ program }) => program !== '')?.program });
  },
  interest: ({ text }) => namedAlerts(text),
  remedy: 'Paste the notification itself: it has the labels and the values. Or open the log of that server.',
};
