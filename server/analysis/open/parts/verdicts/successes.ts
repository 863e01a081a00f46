/** Tells a later success of what a log says had failed, for messages that come in such pairs. Pure; bounded. */
import { ends } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { writersSentences } from '../../look/writersSentences.ts';
import { atTime, entriesOf, secondsBetween, type Entry } from '../../logs/ordinary/entries.ts';
import { saidLine } from '../../logs/said/lines/saidLine.ts';

const MAX_LINES = 1000;

type Test = (one: Entry) => boolean;

interface Pair {
  failed: Test;
  done: Test;
  /** Keys in which both lines must be the same. */
  keys: readonly string[];
  /** The sentence on the success. */
  said: string;
}

const says = (pattern: RegExp): Test => ({ message }) => pattern.test(message);
const probe = (status: string): Test => ({ message, fields }) =>
  message === 'changing probe status' && fields['status'] === status;
const NOT_LOADED =
  /^(?:Error (?:re)?loading config|Loading configuration file failed|Failed to apply configuration)/;

const PAIRS: readonly Pair[] = [
  { failed: says(/^Notify attempt failed, will retry later/), done: says(/^Notify success/),
    keys: ['receiver', 'integration'], said: 'the notification was sent' },
  { failed: says(NOT_LOADED), done: says(/^Completed loading of configuration file/), keys: [],
    said: 'the configuration was loaded' },
  { failed: probe('not-ready'), done: probe('ready'), keys: [], said: 'it was ready again' },
  { failed: says(/\b(?:lost leader|no leader)\b/), done: says(/\b(?:elected leader \w{1,32}|became leader) at term/),
    keys: [], said: 'a leader was elected' },
  { failed: says(/^failed to publish local member\b/), done: says(/^published local member to cluster\b/), keys: [],
    said: 'the member was published' },
];

/** What a writer complains of after a fault that is over by the lines: the success is then not the end of it. */
const COMPLAINT = new RegExp([
  /\b(?:twice|doubl(?:e[ds]?|y)|duplicat\w{0,6})\b/,
  /\btwo (?:[\w-]{1,20} )?(?:notification|alert|message|mail|ticket|page)s\b/,
  /\b(?:missing|lost|grow(?:s|n|ing)?|slow(?:er|ly)?|still|never|(?:again|over) and (?:again|over))\b/,
].map(({ source }) => source).join('|'), 'i');

/** Whether the lines are of several processes that work at the same thing: each makes its first attempt. */
const isOfSeveral = (failures: readonly Entry[]): boolean =>
  failures.filter(({ fields }) => fields['attempts'] === '1').length > 1
  && new Set(failures.map(({ fields }) => fields['aggrGroup'] ?? '')).size === 1;

/** Returns that the last failure of such a pair was followed by its success; null if anything else failed. */
export function laterSuccess(look: Look): string | null {
  if (look.isCut || look.lines.length >= MAX_LINES) return null;
  const entries = entriesOf(look);
  for (const { failed, done, keys, said } of PAIRS) {
    const at = entries.findLastIndex(failed);
    const before = entries[at];
    if (before === undefined) continue;
    const isSame = (one: Entry): boolean => keys.every((key) => one.fields[key] === before.fields[key]);
    const after = entries.slice(at + 1).find((one) => done(one) && isSame(one));
    // A success of each process is one too many.
    if (isOfSeveral(entries.filter((one) => failed(one) && isSame(one)))
      && entries.filter((one) => done(one) && isSame(one)).length > 1) continue;
    if (writersSentences(look.text, { hedged: true }).some((one) => COMPLAINT.test(one))) return null;
    const isAlone = entries.every((one) => failed(one) || saidLine(one.line) === null);
    if (after === undefined || !isAlone || atTime(after) === '' || secondsBetween(before, after) === null) continue;
    return `That is over: ${said}${atTime(after)} ("${ends(after.message)}"), and no error follows.`;
  }
  return null;
}
