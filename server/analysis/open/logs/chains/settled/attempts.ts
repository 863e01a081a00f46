/** Gives an error that gives up after several attempts the cause that its attempts state. Pure; bounded. */
import { joined, quoted } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { sentencesOf } from '../../../look/sentences.ts';
import { entriesOf, type Entry } from '../../ordinary/entries.ts';
import { meaningBeside } from '../../said/meanings.ts';

/** An error that only counts its attempts. */
const GIVES_UP = /\b(?:failed|tried) (\d{1,6}) times\b|\bafter (\d{1,6}) (?:attempts|retries|tries)\b/i;
const OF_ERROR = /^(?:It logged the|The) error "([^"]{1,300})"/;
const ATTEMPT = /\battempt(?: #| )?(\d{1,6})\b[^\n]{0,80}?\b(?:failed|error)\b[^:\n]{0,40}: ([^\n]{1,700})/i;
/** What follows the cause in lines of VictoriaMetrics. */
const AFTER_CAUSE = /; Data len \d[^\n]*$| ?\(retriable: \w+\)$|, will retry[^\n]{0,80}$/;
const CLAIM = /\b(?:finished|completed|succeeded|successfully|imported|sent|written)\b/i;
const DROPPED = /\b(?:dropping|dropped|discarding|lost) (\d{1,12})\b/i;
/** The exit code that a shell printed behind a command. */
const EXIT = /^(?:exit(?: ?code| ?status)?|rc|status)\s?[:=]\s?0\s*$/im;
const MAX_LINES = 2000;

const innermost = (text: string): string => text.split(': ').at(-1)?.trim() ?? '';

/** Returns the cause of the last attempt, if the others of the text have the same; null without attempts. */
function causeOf(entries: readonly Entry[], error: string): { text: string; count: number } | null {
  const end = entries.findLastIndex(({ message }) => message.includes(error.split(' … ')[0] ?? error));
  const causes = entries.slice(Math.max(0, end - MAX_LINES), Math.max(0, end))
    .flatMap(({ message }) => ATTEMPT.exec(message)?.[2]?.replace(AFTER_CAUSE, '').trim() ?? []);
  const last = causes.at(-1);
  return last === undefined || causes.some((one) => innermost(one) !== innermost(last)) ? null
    : { text: last, count: causes.length };
}

const REFUSED_AT = /\bdial tcp\d? (\S{3,80}:\d{1,5}): connect: connection refused/;

/** A flag with an address as its value. */
const FLAG = /(?:^|\s)(-{1,2}[a-zA-Z][\w.-]{1,60})=["']?https?:\/\/([^\s/"']{3,80})/gm;

/** Names the flag of the command in the text that has the refused address; null without one. */
function flagOf(cause: string, text: string): string | null {
  const address = REFUSED_AT.exec(cause)?.[1];
  if (address === undefined) return null;
  const [, flag] = [...text.slice(0, MAX_COMMAND).matchAll(FLAG)].find(([, , at]) => at === address) ?? [];
  return flag === undefined ? null : `The address is that of the flag ${flag}: correct it if it is not the one meant.`;
}
const MAX_COMMAND = 64 * 1024;

/** Says that a success which the log claims before the loss, with the same number, is none. */
function untrueClaim(entries: readonly Entry[], { error, text }: { error: string; text: string }): string | null {
  const count = DROPPED.exec(error)?.[1];
  if (count === undefined || Number(count) < 2) return null;
  const own = new RegExp(String.raw`\b${count}\b`);
  const claim = entries.find(({ message }) => CLAIM.test(message) && own.test(message) && !DROPPED.test(message)
    && !GIVES_UP.test(message));
  if (claim === undefined) return null;
  const exit = EXIT.test(text) ? ', nor is the exit code 0' : '';
  return `That it says ${quoted(claim.message)} is no proof that they arrived${exit}: these ${count} were dropped. Run `
    + 'it again when the cause is removed.';
}

/** Returns facts with the cause of the attempts behind an error that gives up without one. */
export function withAttempts(facts: string | null, look: Look): string | null {
  if (facts === null || !GIVES_UP.test(facts)) return facts;
  const sentences = sentencesOf(facts);
  const at = sentences.findIndex((one) => GIVES_UP.test(OF_ERROR.exec(one)?.[1] ?? ''));
  const error = OF_ERROR.exec(sentences[at] ?? '')?.[1];
  if (error === undefined) return facts;
  const entries = entriesOf(look);
  const cause = causeOf(entries, error);
  const hasCause = sentences[at + 1]?.startsWith('The cause given is ') === true;
  const said = joined([
    cause === null || hasCause ? null : `${cause.count === 1 ? 'The attempt' : `Each of the ${cause.count} attempts`} `
      + `before it failed with ${quoted(cause.text)}.`,
    cause === null || hasCause ? null : meaningBeside(cause.text),
    cause === null ? null : flagOf(cause.text, look.text), untrueClaim(entries, { error, text: look.text }),
  ]);
  return said === null ? facts : joined([...sentences.slice(0, at + 1), said, ...sentences.slice(at + 1)]);
}
