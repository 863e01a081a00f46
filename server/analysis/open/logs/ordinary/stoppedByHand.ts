/** Says that a program was stopped at its keyboard, as the terminal or its own line shows. Pure. */
import type { Look } from '../../look/look.ts';

/** The key that a terminal shows in front of the line that follows it, and the signal by its name. */
const BY_KEY = new RegExp([
  /^[ \t]{0,40}(?:\^C){1,4}(?:level|ts|time|caller)=/, /^[ \t]{0,40}(?:\^C){1,4}(?:\{"|\d{4}[-/])/,
  /\bsignal"?[=:] ?"?(?:interrupt|SIGINT)\b/, /\b[Rr]eceived (?:signal )?(?:SIGINT|interrupt)\b(?!\/)/,
].map(({ source }) => source).join('|'), 'm');
/** A regular end, which the facts report with its duration. */
const ENDED = new RegExp(/\bIt was told to stop((?: at [^"\s]{1,40})?)(?: \("[^"\n]{1,200}"\))?, and ended /.source
  + /(\d[\w .\u00b5]{0,20}) later\./.source);
const TOLD = 'It was told to stop';
const MAX_CHARS = 1024 * 1024;

/** Returns facts that name the key; `isAll`: they report all that went wrong, so that a regular end is none. */
export function withStopByHand(facts: string | null, { text }: Look, isAll: boolean): string | null {
  if (facts?.includes(TOLD) !== true || !BY_KEY.test(text.slice(0, MAX_CHARS))) return facts;
  const ended = ENDED.exec(facts);
  if (ended === null || !isAll) return facts.replace(TOLD, 'It was stopped by hand (Ctrl-C)');
  return facts.replace(ENDED, (_, at: string, took: string) => `It was stopped by hand (Ctrl-C)${at}, and ended ${
    took} later in order: nothing is wrong in these lines.`);
}
