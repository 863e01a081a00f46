/**
 * Reports a request and its answer that a client prints over several lines: the address, the status, the body. Pure.
 */
import { ends, joined, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { meaningOf } from './meanings.ts';

const ASKED = /\b(GET|POST|PUT|PATCH|DELETE)[ (:"']{1,3}(https?:\/\/[^\s)"']{4,300})/;
const STATUS = /^\s{0,12}(?:HTTP )?status(?:[ _]?code)?\s?[:=]\s?"?([45]\d\d)\b/i;
const BODY = /^\s{0,12}(?:response )?body(?:\[:\d{1,6}\])?\s?[:=]\s?"?(\S[^\n]{0,600}?)"?\s{0,4}$/i;
/** Maximum number of lines between a request and its answer. */
const MAX_BELOW = 8;
const MAX_LINES = 1000;
/** A status that a proxy put in place of the one of the server. */
const CHANGED = /\b([45]\d\d)[- ]to[- ]([45]\d\d)\b/;
const AGAIN = /\b(?:retry(?:ing)?|try(?:ing)? again|transient (?:problem|error))\b/i;
const NOT_AGAIN = /\b(?:not|no|won't|giving up|non)\W{1,3}(?:\w{1,12} ){0,2}(?:retry|try)/i;

interface Answer { method: string; url: string; status: string; body: string; at: number }

/** Returns the answers with an error that the lines show, each behind its request. */
function answersIn(lines: readonly string[]): Answer[] {
  return lines.flatMap((line, at): Answer[] => {
    const [, method, url] = ASKED.exec(line) ?? [];
    if (method === undefined || url === undefined) return [];
    const below = lines.slice(at + 1, at + 1 + MAX_BELOW);
    const next = below.findIndex((one) => ASKED.test(one));
    const own = next < 0 ? below : below.slice(0, next);
    const status = own.flatMap((one) => STATUS.exec(one)?.[1] ?? [])[0];
    const body = own.flatMap((one) => BODY.exec(one)?.[1] ?? [])[0];
    return status === undefined || body === undefined ? [] : [{ method, url, status, body, at }];
  });
}

/** Returns the host and the path of a URL, without what may be secret. */
const addressOf = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/^[^/@\s]{1,200}@/, '').replace(/[?#].*$/, '');

/** Describes the first such answer, with what it means and what the client does; null without one. */
export function printedAnswers(look: Look): string | null {
  const lines = timedLines(look).slice(0, MAX_LINES).map(({ line }) => line);
  const all = answersIn(lines);
  const [first] = all;
  if (first === undefined) return null;
  const { method, url, status, body, at } = first;
  const [, own, shown] = CHANGED.exec(body) ?? [];
  const alike = all.filter((one) => one.status === status).length;
  const retry = lines.slice(at + 1, at + 1 + 2 * MAX_BELOW).find((line) => AGAIN.test(line) && !NOT_AGAIN.test(line));
  const word = AGAIN.exec(retry ?? '')?.[0];
  return joined([
    `A client got status ${status} for ${method} ${addressOf(url)}${
      alike > 1 ? ` (${alike} times in the text)` : ''}: "${ends(body)}".`,
    own === undefined || shown !== status ? null
      : `By its words, the status of the server was ${own}, and a proxy before it made ${status} of that, as clients `
        + 'send again after 5xx: the server is not down.',
    meaningOf(body) ?? meaningOf(`${method} ${url}: status=${status}`),
    word === undefined ? null : `The client tries again, by its line with "${word}".`,
  ]);
}
