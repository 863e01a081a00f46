/** Adds to a text of another form what the known messages around that form say. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { remedyOf } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import { withFamily } from '../../parts/families.ts';
import { ERROR, gravityOf, WARNING } from '../../parts/gravity.ts';
import { withProgram } from '../../parts/prose/namedPrograms.ts';
import { lowered, sentencesOf } from '../../look/sentences.ts';
import { isKillGuess } from '../messages/consequences.ts';
import { KNOWN_MESSAGES } from '../messages/knownMessages.ts';
import { besideScrape } from './besideScrape.ts';
import { withoutRuleLines } from '../rules/failed/failedRules.ts';
import { factsIn, KNOWN_TEXT } from './knownTexts.ts';
import { namedAlerts } from './namedAlerts.ts';

/** Outputs that say nothing of errors; the readers of other forms read the messages in them. */
const OUTPUTS: ReadonlySet<string> = new Set([
  'kubectl-top', 'docker-stats', 'kubectl-nodes', 'kubectl-pods', 'docker-ps', 'crictl-ps', 'folder-list', 'top', 'ps',
  'free', 'df', 'iostat', 'vmstat', 'sockets', 'load-average', 'victoriametrics-error', 'hyperfine', 'pod-table',
]);
/** Settings of a server, which say less than an error beside them; a key may be of another program. */
const SETTINGS: ReadonlySet<string> = new Set(['prometheus-settings', 'scrape-configs', 'resources', 'server-flags']);
/** Metrics of an exporter, whose log may stand beside them. */
const SCRAPES: ReadonlySet<string> = new Set(['metrics', 'metric-lines']);
const OF_KILL = /\bkernel killed\b|OOM killer|OOMKilled|\bout of memory\b/i;
const MAY_BE_KILL = /Kill(?:ed)? process |OOM[- ]?[Kk]illed/;

/** Returns `whole` with the messages that it does not report yet, which lead if they are worse. */
export function withKnown(whole: Recognized, look: Look): Recognized {
  const isOutput = OUTPUTS.has(whole.format.replace(/(?<!pod)-table$/, ''));
  if (whole.door === 'log' && !(isOutput && hasError(look))) return ofLog(whole, look);
  if (SCRAPES.has(whole.format)) return besideScrape(whole, look);
  const isSettings = SETTINGS.has(whole.format) && gravityOf(whole.interest) < ERROR && hasError(look);
  if (!isOutput && !isSettings) return whole;
  const facts = factsIn(look);
  if (facts === null) return whole;
  const own = whole.interest ?? '';
  const others = facts.sentences.filter((sentence) => !isTold(sentence, own)).map((sentence) => beyond(sentence, own));
  const kills = facts.kills === null || OF_KILL.test(own) ? null : facts.kills;
  const said = joined([kills, ...others]);
  if (said === null) return whole;
  if (gravityOf(said) <= gravityOf(own)) return { ...whole, interest: joined([whole.interest, said]) };
  const mine: readonly string[] = isSettings ? [] : sentencesOf(own);
  const [first = '', ...rest] = mine;
  const of = facts.program === '' ? '' : ` (${facts.program})`;
  return withProgram(withFamily({
    ...whole, door: null, format: KNOWN_TEXT.id, name: `${KNOWN_TEXT.name}${of}`,
    program: facts.program === '' ? null : facts.program, version: null, confidence: 'likely',
    remedy: remedyOf(KNOWN_TEXT, look),
    interest: joined([
      said, first === '' ? null : `It also has ${whole.name}: ${lowered(first)}`, ...rest,
    ]),
  }, look.head), look.head);
}

/** Whether a message of the text is an error, which an inventory next to it does not report. */
const hasError = (look: Look): boolean => gravityOf(joined(factsIn(look)?.sentences ?? [])) >= ERROR;

const UNNAMED = 'of a program that is not known here';

const OR = /, | or /;
const HOST = /https?:\/\/([\w.-]{3,253})/g;
const MAX_HOSTS = 200;

/** Returns the only one of several programs that the hosts of the addresses in a text name, else all of them. */
function narrowed(program: string, text: string): string {
  const names = program.split(OR);
  if (names.length < 2) return program;
  const hosts = [...text.matchAll(HOST)].slice(0, MAX_HOSTS).map(([, host = '']) => host.toLowerCase());
  const [only, second] = names.filter((name) =>
    hosts.some((host) => host.split(/[.-]/).includes(name.toLowerCase())));
  return only === undefined || second !== undefined ? program : only;
}

/** Names a log of no known program by its known messages, and adds a kill for memory that stands beside a log. */
function ofLog(log: Recognized, look: Look): Recognized {
  const program = log.format === 'log' && log.program === null
    ? narrowed(factsIn(look)?.program ?? '', look.head) : '';
  const whole = program === '' || program === 'the kernel' ? log
    : { ...log, program, name: log.name.replace(UNNAMED, () => `with messages of ${program}`) };
  if (!fits(MAY_BE_KILL, look.head) || OF_KILL.test(whole.interest ?? '')) return withAlerts(whole, look);
  const kills = factsIn(look)?.kills ?? null;
  return kills === null ? whole : { ...whole, interest: joined([kills, withoutGuesses(whole.interest)]) };
}

const GUESSES = KNOWN_MESSAGES.filter(({ message }) => isKillGuess(message)).map(({ sentence }) => sentence);

/** Removes guesses at what killed a process, which lines of the kernel say. */
const withoutGuesses = (facts: string | null): string | null => (facts === null ? null
  : GUESSES.reduce((left, one) => left.replace(one, ''), facts).replace(/ {2,}/g, ' ').trim() || null);

/** Adds what the alerts mean that a log names, if it tells nothing worse than a warning itself. */
function withAlerts(log: Recognized, { head }: Look): Recognized {
  if (gravityOf(log.interest) > WARNING) return log;
  const alerts = namedAlerts(withoutRuleLines(head), log.interest ?? '');
  return alerts === null ? log : { ...log, interest: joined([log.interest, alerts]) };
}

/** Returns sentences without the meanings that a text has already. */
const beyond = (said: string, text: string): string =>
  sentencesOf(said).filter((one, i) => i === 0 || !text.includes(one)).join(' ');

/** Whether the quotation of a sentence, or the known message in it, is in a text. */
function isTold(sentence: string, text: string): boolean {
  const quote = /"([^"]{1,300})"/.exec(sentence)?.[1]?.toLowerCase();
  if (quote === undefined) return text.includes(sentence);
  const lower = text.toLowerCase();
  const message = firstKnown(quote)?.known.message;
  return lower.includes(quote) || (message !== undefined && lower.includes(message));
}
