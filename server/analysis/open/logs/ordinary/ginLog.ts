/** Recognizes what a Go program with the web framework Gin prints: its routes and hints at a start, and requests. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { hintsAlone } from './setupHints.ts';

const OF_GIN = /^\[GIN(?:-debug)?\] /m;
const LISTENS = /^\[GIN-debug\] Listening and serving HTTPS? on (\S{1,100})/m;
/** A request by its status, its time and its path. */
const REQUEST = /^\[GIN\] [\d/]{10} - [\d:]{8} \| {0,4}(\d{3}) \|/;

/** Counts the requests that the program answered with an error of its own. */
function failedRequests(lines: readonly string[]): string | null {
  const codes = lines.flatMap((line) => REQUEST.exec(line)?.[1] ?? []);
  const failed = codes.filter((code) => code.startsWith('5'));
  return failed.length === 0 ? null : `It answered ${failed.length} of ${codes.length} ${
    codes.length === 1 ? 'request' : 'requests'} with a status of ${[...new Set(failed)].sort().join(', ')}: see what `
    + 'its own lines say at these times.';
}

function ginFacts(look: Look, crashFacts: (look: Look) => string | null): string | null {
  const listens = LISTENS.exec(look.bare)?.[1];
  const failed = failedRequests(look.lines);
  return joined([
    failed, hintsAlone(look) ?? crashFacts(look),
    listens === undefined ? null : `It listens at ${listens}.`,
  ]);
}

/** Returns the format. `crashFacts`: describes the crashes and errors of any log. */
export const ginLog = (crashFacts: (look: Look) => string | null): Format => ({
  id: 'gin-log', name: 'a log of a Go program with Gin', door: 'log',
  match: ({ isText, bare }) => when(isText && fits(OF_GIN, bare), LIKELY),
  interest: (look) => ginFacts(look, crashFacts),
  remedy: 'Watch it live where it has /metrics, or open its profiles.',
});
