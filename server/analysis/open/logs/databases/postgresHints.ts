/** Finds the hint and the context that PostgreSQL prints under an error that is reported. Pure; bounded. */
import { quoted } from '../../look/factTools.ts';
import { meaningBeside } from '../said/meanings.ts';

const ERROR = /\b(?:ERROR|FATAL|PANIC): {1,4}(\S[^\n]{0,600})$/;
const UNDER = /(?:^|\s)(HINT|CONTEXT|DETAIL|QUERY|STATEMENT|LOCATION): {1,4}(\S[^\n]{0,600})$/;
const MAX_LINES = 5000;
const MAX_LINE = 1500;
/** Lines of a statement that may stand between an error and its hint. */
const MAX_BETWEEN = 6;
const SAME_CHARS = 40;

interface Hinted { error: string; hint: string | null; context: string | null }

const plain = (text: string): string => text.replaceAll(/["'\\]/g, '').trim();
const isIn = (text: string, facts: string): boolean => plain(facts).includes(plain(text).slice(0, SAME_CHARS));
const said = (text: string): string => quoted(text.replaceAll('"', '\'').replace(/\.$/, ''));

/** Returns the errors in the order of the text, each with what stands under it. */
function errorsIn(text: string): Hinted[] {
  const found: Hinted[] = [];
  let between = 0;
  for (const whole of text.split('\n', MAX_LINES)) {
    const line = whole.slice(0, MAX_LINE).trimEnd();
    const error = ERROR.exec(line)?.[1];
    const last = found.at(-1);
    if (error !== undefined) {
      found.push({ error, hint: null, context: null });
      between = 0;
      continue;
    }
    const [, kind = '', words = ''] = UNDER.exec(line) ?? [];
    if (kind === '') between += 1;
    if (last === undefined || kind === '' || between > MAX_BETWEEN) continue;
    if (kind === 'HINT') last.hint ??= words;
    if (kind === 'CONTEXT') last.context ??= words;
  }
  return found;
}

/** Returns `facts` with the hint under the first reported error that has one, and what it means. */
export function withHint(facts: string | null, text: string): string | null {
  if (facts === null || !text.includes('HINT: ')) return facts;
  const own = errorsIn(text).find(({ error, hint }) => hint !== null && isIn(error, facts));
  if (own === undefined || own.hint === null || isIn(own.hint, facts)) return facts;
  const meaning = meaningBeside(own.hint);
  const isNew = meaning !== null && !facts.includes(meaning);
  const at = own.context === null || isIn(own.context, facts) ? '' : ` It happened in ${said(own.context)}.`;
  return `${facts} Its hint is ${said(own.hint)}.${isNew ? ` ${meaning}` : ''}${at}`;
}
