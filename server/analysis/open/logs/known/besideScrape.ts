/** Adds to a pasted scrape the error lines of its exporter that stand beside it. Pure; bounded. */
import { counted } from '../../../../../core/text/format.ts';
import { ends, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { exporterOf } from '../../scrapes/verdicts.ts';
import { knownWithBehind } from '../said/meanings.ts';
import { ERROR, gravityOf } from '../../parts/gravity.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { isBareFailure, probeReason } from './probeReason.ts';
import { knownMeaning } from '../messages/knownMessages.ts';
import { knownFacts, KNOWN_TEXT } from './knownTexts.ts';

const MAX_LINES = 2000;
const MAX_LINE = 3000;
const MAX_TOLD = 2;
const MAX_LINKS = 12;
/** Maximum number of samples; more of them are a scrape, which is read as one. */
const MAX_EXAMPLES = 12;
const MAX_NAMED = 64 * 1024;
/** A sample, which may have a level among its labels. */
const SAMPLE =
  /^\s{0,20}[a-zA-Z_:][\w:]{0,200}(?:\{.{0,2500}\})?[ \t]{1,20}[-+]?[\d.][\d.e+-]{0,30}(?: \d{1,20})?$/;
const LEVEL = /\blevel="?(?:error|err|fatal|panic|critical)\b|"level":"(?:error|fatal|panic)"|\b(?:ERROR|FATAL)\b/;
const MESSAGE = /(?:\b(?:msg|message)=|"(?:msg|message)":)"((?:[^"\\]|\\.){1,1500})"/;
const CAUSE = /(?:\b(?:err|error)=|"(?:err|error)":)"((?:[^"\\]|\\.){1,1500})"/;
/** The text after a level alone, in lines without keys. */
const WORD = /^\S{0,60}[ \d:.,TZ/-]{0,60}\[?(?:ERROR|FATAL)\]?:?[ \t]{1,8}([^={}]{8,600})$/;
/** The file of the program that logged a line. */
const SOURCE = /\b(?:source|caller|file)="?(?:\S{0,100}\/)?([a-z][a-z0-9-]{1,40}_exporter)(?:\.go:\d|\/)/;

const plain = (text: string): string => text.replaceAll('\\"', '"').trim();

/** Returns what the last link of a chain of errors that is known means; null if none is. */
function innermostMeaning(error: string): string | null {
  const links = error.split(': ').slice(-MAX_LINKS);
  for (let at = links.length - 1; at > 0; at -= 1) {
    const meaning = knownMeaning(links.slice(at).join(': '));
    if (meaning !== null) return meaning;
  }
  return knownWithBehind(error);
}

/** Removes the verdict on a probe whose reason is reported. */
const withoutVerdict = (facts: string | null): string | null =>
  sentencesOf(facts ?? '').filter((one) => !one.startsWith('probe_success is 0')).join(' ') || null;

/**
 * Returns the known errors in the lines around a few samples, which are then examples of what fails; `whole` if there
 * are none, or more samples.
 */
function aroundSamples(whole: Recognized, text: string): Recognized {
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const samples = lines.filter((line) => SAMPLE.test(line));
  const [first] = samples;
  if (first === undefined || samples.length > MAX_EXAMPLES) return whole;
  const facts = knownFacts(lines.filter((line) => !SAMPLE.test(line) && !/^\s{0,20}# (?:HELP|TYPE) /.test(line))
    .join('\n'));
  const said = joined([facts?.kills ?? null, ...facts?.sentences ?? []]);
  if (facts === null || gravityOf(said) < ERROR) return whole;
  const program = facts.program === '' ? whole.program : facts.program;
  return {
    ...whole, door: null, format: KNOWN_TEXT.id, program, version: null, confidence: 'likely', pasted: null,
    name: `${KNOWN_TEXT.name}${program === null ? '' : ` (${program})`}`, remedy: null,
    interest: joined([said, `It also has ${counted(samples.length, 'sample')}, such as of ${
      /^\s*([\w:]{1,200})/.exec(first)?.[1] ?? ''}.`]),
  };
}

/** Returns `whole` with the errors first that are logged beside the scrape. */
export function besideScrape(whole: Recognized, { text }: Look): Recognized {
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
    .filter((line) => LEVEL.test(line) && !line.startsWith('#') && !SAMPLE.test(line));
  const logged = [...new Set(lines.flatMap((line) => {
    const message = MESSAGE.exec(line)?.[1];
    const cause = CAUSE.exec(line)?.[1];
    const rest = message === undefined ? WORD.exec(line)?.[1] : undefined;
    const said = [message ?? rest, cause].filter((part) => part !== undefined).map(plain).join(': ');
    return said === '' ? [] : [said];
  }))];
  const reason = probeReason(text);
  const isMore = reason !== null || logged.some((one) => !isBareFailure(one));
  const errors = logged.filter((one) => !isMore || !isBareFailure(one));
  if (errors.length === 0 && reason === null) return aroundSamples(whole, text);
  const program = whole.program ?? lines.map((line) => SOURCE.exec(line)?.[1]).find((one) => one !== undefined)
    ?? exporterOf(text.slice(0, MAX_NAMED));
  const told = errors.slice(0, MAX_TOLD).map((error) => joined([
    `Beside it, ${program === null ? 'a log has' : `${program} logged`} the error "${ends(error)}".`,
    innermostMeaning(error),
  ]));
  const more = errors.length - MAX_TOLD;
  return {
    ...whole, program,
    name: whole.program === null && program !== null ? `${whole.name} (${program})` : whole.name,
    interest: joined([
      reason, ...told, more > 0 ? `The lines next to it have ${more} more ${more === 1 ? 'error' : 'errors'}.` : null,
      reason === null ? whole.interest : withoutVerdict(whole.interest),
    ]),
  };
}
