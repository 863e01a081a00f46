/**
 * Recognizes texts that quote messages of known programs without their times and levels: in code marks, lists, tables,
 * or as lines of an incident report. Pure; bounded.
 */
import { ends, joined } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { shapeOf } from '../../structure/shape.ts';
import { amountsIn } from '../../../logs/excerpt/limits.ts';
import { causeBehind, objectsIn } from '../said/lines/behindMessage.ts';
import { OF_WHISPER, whisperFiles } from '../databases/whisperFiles.ts';
import { possibleMessages, type KnownMessage } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { isConsequence, isKillGuess } from '../messages/consequences.ts';
import { CALLING_WEBHOOK, failedWebhook } from '../messages/webhooks.ts';
import { gossipMeaning } from '../messages/gossip.ts';
import { ruleMeaning, RULE_TIMED_OUT } from '../messages/ruleTimeouts.ts';
import { tenantLimit } from '../messages/tenantLimits.ts';
import { trackedMemory } from '../messages/trackedMemory.ts';
import { meaningBeside, withErrorBehind } from '../said/meanings.ts';
import { walMeaning } from '../said/walMeanings.ts';
import { partialWrites } from '../values/partialWrites.ts';
import { writeMeaning } from '../said/writeStatus.ts';
import { clauseOf, type Clause } from './clauses.ts';
import { extentIn } from '../figures/extent.ts';
import { failedSends } from './failedSends.ts';
import { withHints } from './hints.ts';
import { lateRules } from './lateRules.ts';
import { memoryKills } from './memoryKills.ts';
import { withoutExplanations } from '../../look/explainedTables.ts';
import { isExplained, isReported, joinedGroups, plainLines } from '../../look/plainText.ts';
import { reasonInCode, reasonOf } from './reasons.ts';
import { silentMounts } from './silentMounts.ts';
import { volumeWaits } from './volumeWaits.ts';
import { OF_REPAIR, repairFacts } from './walRepair.ts';
import { isOneOf, ofProgram, wholeErrors } from './wholeErrors.ts';

interface Found {
  known: KnownMessage; at: number; text: string; values: string;
  /** The error behind the message, and what it is about. */
  cause: string | null; objects: readonly string[];
}
interface Told { rank: number; sentence: string; program: string }

const WORST_FIRST: readonly MessageKind[] = ['end', 'damage', 'full', 'hang', 'error', 'slow', 'state'];
const AFTER_ERRORS = WORST_FIRST.indexOf('error') + 0.5;
/** Length from which a text is only the beginning of one. */
const MAX_GIVEN = 64 * 1024;
const MAX_SENTENCES = 5;
const MAX_TRIES = 5;
const MAX_VALUES_CHARS = 160;
const MAX_VALUES = 3;
const MAX_BEHIND_CHARS = 1000;
const MAX_RULE_CHARS = 400;
const REACHED = /TcpTestSucceeded ?: True/;
/** Characters before a message that decide whether it is reported. */
const MAX_BEFORE = 120;
/** A key with its value, or a duration right after the message. */
const VALUE = /\b(took|expected-duration|exceeded-duration|fs_type)["']?[=:] ?["']?([\w.\u00b5%-]{1,40})/g;
const DURATION = /^[ ([]{1,3}(\d[\d.]{0,20}(?:ms|\u00b5s|s|m)[\dms.]{0,12})/;
/** The programs by which a text is named, before those around them. */
const DATABASES: ReadonlySet<string> = new Set([
  'Prometheus', 'Thanos', 'Mimir', 'Cortex', 'Loki', 'Tempo', 'VictoriaMetrics', 'InfluxDB', 'Mimir or Cortex',
  'Loki or Cortex', 'Loki, Mimir or Cortex', 'Thanos, Mimir or Cortex', 'Loki, Mimir, Cortex or Tempo',
]);
const WORDS: Readonly<Record<MessageKind, string>> = {
  end: 'error', damage: 'error', full: 'error', hang: 'error', error: 'error', slow: 'warning', state: 'message',
};

/** Returns the messages in the order of the text, each once. `lower`: `flat` in lower case. */
function messagesIn(flat: string, lower: string, text: string): Found[] {
  const places = possibleMessages(lower).flatMap((known) => {
    const at = placeOf(lower, known);
    return at === null ? [] : [{ known, at }];
  }).sort((a, b) => a.at - b.at || b.known.message.length - a.known.message.length);
  // Of two that overlap, only the one that begins first is told.
  const own = places.filter(({ at }, i) => places.slice(0, i).every((other) =>
    other.at + other.known.message.length <= at));
  return own.map(({ known, at }, i) => {
    const from = at + known.message.length;
    const to = Math.min(from + MAX_VALUES_CHARS, own[i + 1]?.at ?? flat.length);
    const [rest = ''] = flat.slice(from, to).split('\n', 1);
    const [behind = ''] = flat.slice(from, from + MAX_BEHIND_CHARS).split('\n', 1);
    const next = (own[i + 1]?.at ?? Infinity) - from;
    const clause = known.isTelling ? clauseOf(text, known.message, behind.slice(0, next)) : null;
    const told = clause?.behind ?? '';
    const stated = known.isTelling ? causeBehind(behind, next) : null;
    const cause = stated !== null && told.includes(stated) ? null : stated;
    // The words behind a message that points to them are its cause, if no key gives one.
    const isWhole = (known.isTelling && (!known.isOuter || stated !== null)) || known.kind === 'state';
    const after = behind.slice(0, next);
    const words = isWhole ? ''
      : known.isOuter ? causeAfter(after) : wordsAfter(after, reasonInCode(text, known.message));
    const objects = known.isTelling ? objectsIn(behind.slice(0, next), `${cause ?? ''} ${told}`) : [];
    const line = `${flat.slice(at, from)}${behind.slice(0, next)}`;
    const amount = isWhole ? amountsIn(line).find(({ to: end }) => end > from - at) : undefined;
    // An amount that begins within the message belongs to its quotation.
    const end = amount !== undefined && amount.from < from - at ? amount.to : from - at;
    const special = ruleMeaning(flat.slice(Math.max(0, at - MAX_RULE_CHARS), from)) ?? trackedMemory(line)
      ?? gossipMeaning(line) ?? tenantLimit(flat.slice(Math.max(0, at - MAX_BEFORE), to));
    return {
      known: special === null ? known : { ...known, sentence: special }, at, cause, objects,
      text: clause === null ? `${line.slice(0, end)}${words}`
        : `${quoteOf(line, from - at, end, clause)}${told === '' ? words : ''}`,
      values: isWhole ? valuesIn(rest.slice(told.length), amount === undefined || end === amount.to
        || amount.to <= from - at + told.length ? null : line.slice(amount.from, amount.to)) : '',
    };
  });
}

/** Returns the quotation of a message with its clause; `end`: where an amount ends that begins within the message. */
function quoteOf(line: string, length: number, end: number, { before, behind }: Clause): string {
  const own = behind === '' ? line.slice(0, end) : `${line.slice(0, length)}${behind}`;
  return before === '' && behind === '' ? own : ends(`${before}${own}`.replaceAll('"', '\''));
}

/** A file that ends a message, and the colon before its cause. */
const BEFORE_CAUSE = /^(?:["'][^"'\n]{1,120}["']\)?)?: (?=\S)/;

/** Returns the cause right behind a message that points to it; '' if other words are there. */
function causeAfter(behind: string): string {
  const [before] = BEFORE_CAUSE.exec(behind) ?? [];
  return before === undefined ? '' : `${before}${reasonOf(behind.slice(before.length))}`.replaceAll('"', '\'');
}

/** Returns the reason behind a message, up to its back quote if it stands between two; its own quotes are single. */
function wordsAfter(behind: string, code: string | null): string {
  const reason = reasonOf(behind);
  const isCode = code !== null && reason.trimStart().startsWith(code);
  return (isCode ? reason.slice(0, reason.indexOf(code) + code.length) : reason).replaceAll('"', '\'');
}

/** The beginning of the reason of a message that names a path. */
const NAMES_PATH = /^[^\n]{0,200}?\/\S/;

/**
 * Returns the first place of a message that the text reports and does not only search for; of one whose next words
 * say why, the first with a path. Null without one.
 */
function placeOf(lower: string, { message, isTelling, kind }: KnownMessage): number | null {
  let first: number | null = null;
  let at = lower.indexOf(message);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const line = lower.slice(Math.max(0, at - MAX_BEFORE, lower.lastIndexOf('\n', at) + 1), at);
    const isWord = !/[a-z\d]$/.test(line) || !/^[a-z\d]/.test(message);
    if (isWord && isReported(line, line.length) && !isExplained(lower, at + message.length)) {
      const behind = lower.slice(at + message.length, at + message.length + MAX_BEHIND_CHARS);
      if (isTelling || kind === 'state' || NAMES_PATH.test(reasonOf(behind))) return at;
      first ??= at;
    }
    at = lower.indexOf(message, at + 1);
  }
  return first;
}

/** Returns the text in lower case without a change of lengths. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns the values right behind a message, and the amount of a limit in the words of its line. */
function valuesIn(text: string, amount: string | null): string {
  const found = [...text.matchAll(VALUE)]
    .map(([, key = '', value = '']) => `${key} ${value.replace(/[.-]{1,9}$/, '')}`);
  const own = amount === null ? [] : [amount.replace(/^\((.*)\)$/, '$1')];
  return [...new Set([...DURATION.exec(text)?.slice(1) ?? [], ...found, ...own])].slice(0, MAX_VALUES).join(', ');
}

/** Returns what a quotation has behind its message, before which its clause may begin. */
const behindOf = ({ text, known: { message } }: Found): string =>
  text.slice(Math.max(0, text.toLowerCase().indexOf(message)) + message.length);

/** Returns a sentence for each meaning, the worst first. */
function toldOf(
  found: readonly Found[], isSaid: (message: string) => boolean, extent: (message: string) => string
): Told[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    if (isSaid(one.known.message)) continue;
    const key = `${one.known.program}\n${one.known.sentence}`;
    groups.set(key, [...groups.get(key) ?? [], one]);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { known: { kind, program, sentence } } = first;
    const quotes = own.map(({ text, values }) => `"${text}"${values === '' ? '' : ` (${values})`}`);
    const quoted = quotes.length < 2 ? quotes.join('')
      : `${quotes[0]}${program === '' ? '' : ` of ${program}`}, also ${quotes.slice(1).join(' and ')}`;
    const of = quotes.length < 2 && program !== '' ? ` of ${program}` : '';
    const cause = own.find((one) => one.cause !== null)?.cause ?? null;
    const objects = own.find((one) => one.objects.length > 0)?.objects ?? [];
    const about = objects.length === 0 ? '' : ` (${objects.join(', ')})`;
    const given = cause === null ? '' : ` The cause given is "${ends(cause)}".`;
    const all = [first.text, cause, ...objects].join('\n');
    const named = walMeaning(all);
    const known = named !== null && kind === 'end' ? `${sentence} ${named}` : named ?? writeMeaning(all)
        ?? withErrorBehind(first.known, cause ?? behindOf(first)) ?? sentence;
    // The words behind a message that says little may be known by themselves.
    const more = first.known.isTelling || kind === 'state' ? null : meaningBeside(first.text);
    const means = more === null || more === known ? known : `${known} ${more}`;
    // What the operating system refused first is why the rest failed.
    const isCause = kind === 'full' && program === ''
      && !found.some((one) => one.at < first.at && (one.known.kind === 'end' || one.known.kind === 'damage'));
    // What follows from an error comes after the errors, one of which may be the reason.
    const isAfter = own.every((one) => isConsequence(one.known.message));
    return [{
      rank: isCause ? -1 : isAfter ? AFTER_ERRORS : WORST_FIRST.indexOf(kind), program,
      sentence: `It has the ${WORDS[kind]} ${quoted}${of}${about}${extent(first.known.message)}.${given} ${means}`,
    }];
  });
}

/** Returns that a later test reached the port which a message says was refused. */
function testOf(flat: string, found: readonly Found[]): Told[] {
  const refused = found.findLast(({ cause }) => cause !== null && /refused/.test(cause));
  return refused === undefined || !REACHED.test(flat.slice(refused.at)) ? []
    : [{ rank: WORST_FIRST.indexOf('slow'), sentence: 'After it, a test reached the port (TcpTestSucceeded: True).',
      program: refused.known.program }];
}

export interface KnownFacts {
  /** `''` if the messages show none. */
  program: string;
  /** The sentence on what was killed for memory; null if nothing was. */
  kills: string | null;
  /** The sentences on the other messages, the most severe first. */
  sentences: string[];
}

/** Returns what the messages of a text say; null if it has none. */
export function knownFacts(given: string): KnownFacts | null {
  const text = withoutExplanations(given);
  const lines = plainLines(text);
  const flat = joinedGroups(lines);
  const lower = lowerOf(flat);
  const kills = memoryKills(lines);
  const found = withHints(messagesIn(flat, lower, text), flat);
  const repair = repairFacts(lower);
  const mounts = lower.includes('nfs: server') ? silentMounts(lines.map(({ text: line }) => lowerOf(line))) : null;
  const sends = lower.includes('send a block') || lower.includes('sending a block') || lower.includes('request in ')
    ? failedSends(flat) : [];
  const whole = wholeErrors(text, flat);
  const whisper = lower.includes('corruptwhisperfile') ? whisperFiles(text) : null;
  const webhook = lower.includes(CALLING_WEBHOOK) ? failedWebhook(flat) : null;
  const volumes = lower.includes('volume') ? volumeWaits(flat) : null;
  const isSaid = (one: string): boolean => OF_REPAIR.has(one) || whole.isSaid(one) || volumes?.said.has(one) === true
    || (webhook !== null && one.startsWith(CALLING_WEBHOOK)) || (whisper !== null && OF_WHISPER.has(one))
    || (kills !== null && isKillGuess(one)) || sends.some((sentence) => sentence.toLowerCase().includes(one));
  const told: Told[] = [
    ...webhook === null ? [] : [{
      rank: WORST_FIRST.indexOf('error'), program: webhook.program,
      sentence: `It has the error "${webhook.quote}". ${webhook.sentence}`,
    }],
    ...whole.errors.map((one) => ({ ...one, rank: one.isAfter ? AFTER_ERRORS : WORST_FIRST.indexOf('error') })),
    ...sends.map((sentence) => ({ rank: WORST_FIRST.indexOf('error'), sentence, program: 'VictoriaMetrics' })),
    ...whisper === null ? [] : [{ rank: WORST_FIRST.indexOf('damage'), ...whisper }],
    ...repair === null ? [] : [{ rank: WORST_FIRST.indexOf('damage'), sentence: repair, program: 'Prometheus' }],
    ...volumes === null ? [] : [{ ...volumes, rank: volumes.isAfter ? AFTER_ERRORS : WORST_FIRST.indexOf('error') }],
    ...(found.some(({ known }) => known.sentence === RULE_TIMED_OUT) ? lateRules(text, flat) : [])
      .map((sentence) => ({ rank: WORST_FIRST.indexOf('error'), sentence, program: 'Prometheus' })),
    ...toldOf(found, isSaid, extentIn(lines, given.length >= MAX_GIVEN)), ...testOf(flat, found),
    ...mounts === null ? [] : [{ rank: WORST_FIRST.indexOf('hang'), sentence: mounts, program: 'the kernel' }],
  ].sort((a, b) => a.rank - b.rank);
  if (kills === null && told.length === 0) return null;
  const normal = WORST_FIRST.indexOf('state');
  const isNormal = kills === null && told.every(({ rank }) => rank === normal);
  const shown = isNormal ? told : told.filter(({ rank }) => rank < normal);
  const programs = shown.map(({ program }) => program).filter((program) => program !== '');
  const database = programs.find((one) => DATABASES.has(one));
  const program = programs.find((one) => isOneOf(one, database)) ?? database
    ?? (kills === null ? programs[0] : 'the kernel') ?? '';
  const sentences = shown.slice(0, MAX_SENTENCES).map(({ sentence }) => ofProgram(sentence, database, program));
  return { program, kills, sentences };
}

const factsOf = new WeakMap<Look, KnownFacts | null>();

/** Returns what the messages in the first 64 KiB say; null for source code, or without messages. */
export function factsIn(look: Look): KnownFacts | null {
  const known = factsOf.get(look);
  if (known !== undefined) return known;
  const facts = look.isText && shapeOf(look.head) !== 'source code' ? knownFacts(look.head) : null;
  factsOf.set(look, facts);
  return facts;
}

export const KNOWN_TEXT: Format = {
  id: 'known-messages', name: 'a text with known messages', door: null,
  match: (look) => {
    const facts = factsIn(look);
    return when(facts !== null, { ...LIKELY, program: facts?.program === '' ? undefined : facts?.program });
  },
  interest: (look) => {
    const facts = factsIn(look);
    return facts === null ? null : joined([facts.kills, ...facts.sentences, partialWrites(look.text)]);
  },
};
