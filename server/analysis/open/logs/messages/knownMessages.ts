/**
 * Messages of known programs: which program writes each, of what kind it is, what it means, and what to do next.
 * Readers of logs and of texts that quote messages use the same table. Pure.
 */
import { SEE_CAUSE, WORDS_AFTER, type MessageKind, type MessagesOfProgram } from './rows/messageRow.ts';
import { isIn } from '../../../../../core/text/prefilter/fits.ts';
import { OF_ALERTMANAGER } from './hosts/ofAlertmanager.ts';
import { OF_CLICKHOUSE } from './databases/ofClickhouse.ts';
import { OF_COLLECTOR } from './hosts/ofCollector.ts';
import { OF_CONTAINERS } from './hosts/ofContainers.ts';
import { OF_DEPLOYMENTS } from './hosts/ofDeployments.ts';
import { OF_ELASTICSEARCH } from './databases/ofElasticsearch.ts';
import { OF_ETCD } from './hosts/ofEtcd.ts';
import { OF_EXPORTERS } from './hosts/ofExporters.ts';
import { OF_GRAFANA } from './databases/ofGrafana.ts';
import { OF_INFLUXDB } from './databases/ofInfluxdb.ts';
import { OF_KERNEL } from './hosts/ofKernel.ts';
import { OF_LOKI } from './databases/ofLoki.ts';
import { OF_MIMIR } from './databases/ofMimir.ts';
import { OF_OTHER_DATABASES } from './databases/ofOtherDatabases.ts';
import { OF_POSTGRESQL } from './databases/ofPostgresql.ts';
import { OF_PROMETHEUS } from './databases/ofPrometheus.ts';
import { OF_PROMETHEUS_CONFIG } from './databases/ofPrometheusConfig.ts';
import { OF_PROMETHEUS_QUERIES } from './databases/ofPrometheusQueries.ts';
import { OF_PROMETHEUS_SCRAPES } from './databases/ofPrometheusScrapes.ts';
import { OF_RINGS } from './databases/ofRings.ts';
import { OF_RUNTIMES } from './hosts/ofRuntimes.ts';
import { OF_SYSTEMD } from './hosts/ofSystemd.ts';
import { OF_YAML } from './hosts/ofYaml.ts';
import { OF_SENDERS } from './databases/ofSenders.ts';
import { OF_TELEGRAF } from './databases/ofTelegraf.ts';
import { OF_TEMPO } from './databases/ofTempo.ts';
import { OF_THANOS } from './databases/ofThanos.ts';
import { OF_VICTORIAMETRICS } from './databases/ofVictoriaMetrics.ts';
import { OF_WIDE_COLUMNS } from './databases/ofWideColumns.ts';
import { withoutLabelValues } from './rows/labelValues.ts';
import { asOfPrometheus, PROMETHEUS } from './hostedMessages.ts';
import { isRuleMeaning, ruleMeaning } from './ruleTimeouts.ts';
import { withoutWrappers } from './wrappers.ts';

export interface KnownMessage {
  /** The text of the message in lower case. */
  message: string;
  kind: MessageKind;
  /** `''` for messages of the operating system, which any program may write. */
  program: string;
  /** One sentence: the meaning, then the next step after a colon. */
  sentence: string;
  /** The meaning without the step, for where the error behind the message calls for another one. */
  brief: string;
  /** The meaning beside the error behind the message, which is quoted: without the step that points to that error. */
  besideCause: string;
  /** Whether the message only says what failed, so that the error behind it says what to do. */
  isOuter: boolean;
  /** Whether the sentence says more than the message; if not, the words after the message say why. */
  isTelling: boolean;
}

/** The words before a step that holds for any error. */
const OTHER_STEP = `${SEE_CAUSE}; `;

/** Says only that the reason stands in the text, which is quoted with the message. */
const IS_POINTER = /^(?:the [a-z ]{3,40}|its answer) says? why$/;

const listed = ([program, rows]: MessagesOfProgram): KnownMessage[] =>
  rows.map(([message, kind, means, next]) => ({
    message, kind, program, sentence: `${means}${next === null || IS_POINTER.test(next) ? '' : `: ${next}`}.`,
    brief: `${means}.`, isOuter: next?.startsWith(SEE_CAUSE) === true,
    besideCause: `${means}${next?.startsWith(OTHER_STEP) === true ? `: ${next.slice(OTHER_STEP.length)}` : ''}.`,
    isTelling: kind !== 'state' && next !== WORDS_AFTER,
  }));

/** All messages, by program; those of databases first, those of any program last. */
export const KNOWN_MESSAGES: readonly KnownMessage[] = [
  ...OF_PROMETHEUS, ...OF_PROMETHEUS_CONFIG, ...OF_PROMETHEUS_SCRAPES, ...OF_PROMETHEUS_QUERIES,
  ...OF_THANOS, ...OF_MIMIR, ...OF_TEMPO, ...OF_RINGS, ...OF_LOKI, ...OF_VICTORIAMETRICS, ...OF_INFLUXDB,
  ...OF_TELEGRAF, ...OF_POSTGRESQL, ...OF_CLICKHOUSE, ...OF_ELASTICSEARCH, ...OF_WIDE_COLUMNS, ...OF_OTHER_DATABASES,
  ...OF_ETCD, ...OF_ALERTMANAGER, ...OF_EXPORTERS, ...OF_COLLECTOR, ...OF_SENDERS, ...OF_GRAFANA, ...OF_CONTAINERS,
  ...OF_DEPLOYMENTS, ...OF_YAML,
  ...OF_RUNTIMES, ...OF_SYSTEMD, ...OF_KERNEL,
].flatMap(listed);

const KINDS: ReadonlyMap<string, MessageKind> = new Map([
  ...KNOWN_MESSAGES.flatMap(({ brief, besideCause, kind }) => [[brief, kind] as const, [besideCause, kind] as const]),
  ...KNOWN_MESSAGES.map(({ sentence, kind }) => [sentence, kind] as const),
]);
const ORDER: ReadonlyMap<KnownMessage, number> = new Map(KNOWN_MESSAGES.map((known, i) => [known, i]));

const WORD = /[a-z]{4,40}/g;

/**
 * A message with its longest whole word, or `''`; the same if it begins with that, else `''`; and its words after the
 * first, which are whole wherever it stands.
 */
interface Worded { known: KnownMessage; longest: string; first: string; words: readonly string[] }

const WORDED: readonly Worded[] = KNOWN_MESSAGES.map((known) => {
  const { message } = known;
  const whole = [...message.matchAll(WORD)].filter(({ 0: word, index }) =>
    /[^a-z]/.test(message[index + word.length] ?? 'a') && !/[a-z]/.test(message[index - 1] ?? ' '));
  const longest = whole.reduce((most, { 0: word }) => (word.length > most.length ? word : most), '');
  return {
    known, longest, first: message.startsWith(longest) ? longest : '',
    words: whole.filter(({ index }) => index > 0).map(([word]) => word),
  };
});
/** Messages by their longest whole word; under `''` those without one. */
const BY_WORD = new Map<string, Worded[]>();
for (const one of WORDED) {
  const same = BY_WORD.get(one.longest);
  if (same === undefined) BY_WORD.set(one.longest, [one]);
  else same.push(one);
}
/** Minimum length of a text in which all messages are searched: to read all its words costs more. */
const MANY_CHARS = 16 * 1024;

/** Whether a text has a word; an escaped line break before a message changes its first one. */
const hasWord = (word: string, lower: string): boolean =>
  word === '' || new RegExp(`(?<![a-z])${word}(?![a-z])`).test(lower);

/** Returns those of the messages whose words a text has that it may have; to look for each would cost more. */
function byWords(lower: string): Worded[] {
  const inText = new Set(lower.match(WORD));
  return ['', ...inText].flatMap((word) => BY_WORD.get(word) ?? [])
    .filter(({ known: { message }, words }) => words.every((word) => inText.has(word)) && isIn(message, lower));
}

/** Returns the messages that a text may have, in the order of the table. `lower`: in lower case. */
export function possibleMessages(lower: string): KnownMessage[] {
  const found = lower.length < MANY_CHARS ? byWords(lower)
    : WORDED.filter(({ known: { message }, first }) => isIn(message, lower) && hasWord(first, lower));
  return withoutWrappers(found.map(({ known }) => known), lower)
    .sort((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0));
}

/** A known message that says more than its words, and where it stands. */
export interface KnownPlace { known: KnownMessage; at: number }

/** The end of a longer word, such as the first half of OutOfMemoryError; an escaped line break is none. */
const WITHIN_WORD = /(?<!\\)[a-z\d]$/;
const BEGINS_WORD = /^[a-z\d]/;

/** Returns where a message begins that is not the end of a longer word; negative without such a place. */
function placeOf(text: string, message: string): number {
  let at = text.indexOf(message);
  while (at > 0 && BEGINS_WORD.test(message) && WITHIN_WORD.test(text.slice(Math.max(0, at - 2), at)))
    at = text.indexOf(message, at + 1);
  return at;
}

/** Returns the known messages of an error that have a meaning, in its order; the longest first at one place. */
function tellingPlaces(error: string): KnownPlace[] {
  const text = withoutLabelValues(error).toLowerCase();
  return possibleMessages(text).filter(({ isTelling }) => isTelling)
    .map((known) => ({ known, at: placeOf(text, known.message) })).filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.known.message.length - a.known.message.length);
}

/** Returns the first known message of an error that has a meaning, the longest of those at one place; or null. */
export const firstKnown = (error: string): KnownPlace | null => tellingPlaces(error)[0] ?? null;

/** Returns what the next message of some programs means that stands behind a known one; null without one. */
export const knownBehind = (error: string, { known, at }: KnownPlace, programs: RegExp): string | null =>
  tellingPlaces(error).find((other) => other.at >= at + known.message.length && programs.test(other.known.program))
    ?.known.sentence ?? null;

/** Returns what the first message means that stands behind a known one and says why; null without one. */
export const reasonBehind = (error: string, { known, at }: KnownPlace): string | null =>
  tellingPlaces(error).find((other) => other.at >= at + known.message.length && !other.known.isOuter)
    ?.known.sentence ?? null;

/** Returns what the first known message of an error means; null without one, or if the message says it all. */
export const knownMeaning = (error: string): string | null =>
  ruleMeaning(error) ?? firstKnown(error)?.known.sentence ?? null;

/** Meanings of messages of Prometheus that begin with its name, but not with that of its old version 1. */
const OF_PROMETHEUS_ALONE: ReadonlySet<string> = new Set(KNOWN_MESSAGES
  .filter(({ program, sentence }) => program === PROMETHEUS && /^Prometheus [a-z]/.test(sentence))
  .map(({ sentence }) => sentence));

/** Whether a sentence is a meaning that begins with Prometheus, and holds for programs with its code, too. */
export const isOfPrometheus = (sentence: string): boolean => OF_PROMETHEUS_ALONE.has(sentence);

/** Whether a sentence is the meaning of a known message. */
export const isKnownMeaning = (sentence: string): boolean =>
  KINDS.has(sentence) || isOfPrometheus(asOfPrometheus(sentence)) || isRuleMeaning(sentence);

/** Returns the kind of the known message whose meaning a sentence is; null for other sentences. */
export const kindOfMeaning = (sentence: string): MessageKind | null =>
  KINDS.get(sentence) ?? KINDS.get(asOfPrometheus(sentence)) ?? null;
