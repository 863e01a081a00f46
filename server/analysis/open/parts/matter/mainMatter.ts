/**
 * Puts the part of an account first that is about what its writer complains of, where the account begins with something
 * lighter: a warning of one time, a start in which nothing failed, a later error of another kind. Pure; bounded.
 */
import { gravityOf, WARNING } from '../gravity.ts';
import type { Recognized } from '../../look/recognized.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { writersSentences } from '../../look/writersSentences.ts';

const MAX_CHARS = 128 * 1024;
/** Number of first sentences that say what the matter is, with the questions of a form between them. */
const FIRST_SENTENCES = 5;
/** The first sentence of what is said of another signal, or of another output. */
const BEGINS = new RegExp([
  /^(?:It also has |It (?:also )?logged (?:the|at) |Also: |Another part of the text: |The (?:error|warning|failure) ")/,
  /^[A-Z][\w-]{1,30}(?: [\w-]{1,20}){0,3} logged the (?:error|warning) /,
].map(({ source }) => source).join('|'));
/** Sentences on the whole text, which stay where they are. */
const OF_TEXT = /^(?:The text (?:also )?says|In the text,|By the metrics in the text|Expected was|By that, the newer)/;
const ONE_TIME = /^It logged the (?:error|warning) /;
const REPEATED = /\boccurs \d[\d,]* times\b|\bis repeated every\b/;

/** The advice to raise a limit of series, which only gains time where each request makes one. */
const RAISE = /(?<=\bwas stored): raise the limit, or drop series at the target\./;
const OF_REQUESTS = /\bmake a new series of each request\b/;
const withoutRaise = (facts: string): string =>
  (OF_REQUESTS.test(facts) ? facts.replace(RAISE, ': drop series at the target.') : facts);

/** What writers complain of, and the facts that are about it, the most telling ones first. */
const TOPICS: readonly (readonly [complaint: RegExp, facts: readonly RegExp[]])[] = [
  [/\bremote[ _-]?write\b.{0,60}\b(?:behind|lag\w*|catch\w*|slow\w*|delay\w*|stuck)\b/i,
    [/\bRemote write\b.{0,60} (?:is \S.{0,20} behind|wants \d)/]],
  [/\b(?:memory|RSS|heap|OOM\w*|leak\w*)\b/i, [
    OF_REQUESTS, /\bOf [\d.]+\s?[kMG]i?B of inuse_space\b|\b[Ll]ive heap grew from \d/,
  ]],
  [/\b(?:disk|index\w*|storage)\b.{0,80}\b(?:ris\w+|rose|grow\w*|grew|increas\w+|fill\w*|large|big|huge)\b/i, [
    /\/status\/tsdb: it has [\d,]+ series; the metric\b/, /\blists .{0,60}\bindexdb of \d/,
  ]],
  [/\b(?:terminat\w+|re-?created|created again|restarts?)\b/i, [/\brecreat\w{1,4} (?:the |its |a )?StatefulSet\b/i]],
  [/\b(?:load average|load is|hang\w*|stuck)\b/i, [/\bis held up by the kernel, the disk or a network file system\b/]],
];

/** A signal or an output with all that is said of it. */
interface Segment { text: string; sentences: readonly string[] }

function segmentsOf(facts: string): { segments: Segment[]; ofText: string[] } {
  const groups: string[][] = [];
  const ofText: string[] = [];
  for (const one of sentencesOf(facts)) {
    const last = groups.at(-1);
    if (last !== undefined && OF_TEXT.test(one) && groups.length > 1) ofText.push(one);
    else if (last === undefined || BEGINS.test(one)) groups.push([one]);
    else last.push(one);
  }
  return { segments: groups.map((sentences) => ({ sentences, text: sentences.join(' ') })), ofText };
}

/** Returns the first heading of a report or the subject of a mail; `""` without one. */
const titleOf = (text: string): string =>
  /^\s{0,40}(?:#{1,3} {1,4}|Subject: {1,4})(\S[^\n]{0,300})/.exec(text)?.[1] ?? '';

const WORD = /[\p{L}\d'_-]{2,60}/gu;
const PHRASE_WORDS = 3;
const MIN_PHRASE = 14;

/** Returns the phrases of three words of a title, in lower case. */
function phrasesOf(title: string): string[] {
  const words = [...title.toLowerCase().matchAll(WORD)].map(([word]) => word);
  return words.map((_, i) => words.slice(i, i + PHRASE_WORDS)).filter((some) => some.length === PHRASE_WORDS)
    .map((some) => some.join(' ')).filter((phrase) => phrase.length >= MIN_PHRASE);
}

const wordsIn = (text: string): string => ` ${[...text.toLowerCase().matchAll(WORD)].map(([word]) => word).join(' ')} `;

/** Returns the segments that the title names, if they go on and the first one, of one time, is not named. */
function ofTitle(segments: readonly Segment[], title: string): Segment[] {
  const [first, ...rest] = segments;
  const phrases = phrasesOf(title);
  if (first === undefined || !ONE_TIME.test(first.text) || phrases.length === 0) return [];
  const has = ({ text }: Segment): boolean => {
    const words = wordsIn(text);
    return phrases.some((phrase) => words.includes(` ${phrase} `));
  };
  return has(first) ? [] : rest.filter((one) => REPEATED.test(one.sentences[0] ?? '') && has(one)).slice(0, 1);
}

/** Returns the segments about what is complained of, beside a first one that is light and about something else. */
function ofTopic(segments: readonly Segment[], complaint: string): Segment[] {
  const [first, ...rest] = segments;
  if (first === undefined || gravityOf(first.text) > WARNING) return [];
  for (const [asked, patterns] of TOPICS) {
    if (!asked.test(complaint) || patterns.some((pattern) => pattern.test(first.text))) continue;
    const found = patterns.flatMap((pattern) => rest.filter(({ text }) => pattern.test(text)).slice(0, 1));
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

/** Returns `whole` with the matter of its text first; unchanged if it is first, or if no rule finds it. */
export function withMatterFirst(whole: Recognized, text: string): Recognized {
  const { interest: told, door } = whole;
  const interest = told === null ? null : withoutRaise(told);
  if (interest === null || door === 'profile' || text.length > MAX_CHARS) return whole;
  const { segments, ofText } = segmentsOf(interest);
  if (segments.length < 2) return whole;
  const title = titleOf(text);
  const named = ofTitle(segments, title);
  const leads = named.length > 0 ? named
    : ofTopic(segments, [title, ...writersSentences(text, { hedged: true }).slice(0, FIRST_SENTENCES)].join('\n'));
  if (leads.length === 0) return interest === told ? whole : { ...whole, interest };
  const rest = segments.filter((one) => !leads.includes(one));
  const begun = (said: string): string => said.replace(/^It also has /, 'It has ').replace(/^Also: /, '');
  return {
    ...whole, interest: [
      ...leads.map((one, i) => (i === 0 ? begun(one.text) : one.text)), ...rest.map((one) => one.text), ...ofText,
    ].join(' '),
  };
}
