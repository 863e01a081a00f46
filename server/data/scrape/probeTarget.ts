import { firstLine } from '../../../core/result.ts';
import { AddressRefused } from '../../kernel/allow/addressGuard.ts';
import { explainNoSamples } from '../metrics/exposition/explainNoSamples.ts';
import { connectionError } from './connectionErrors.ts';
import { fetchMetrics } from './fetchMetrics.ts';
import type { TargetClient } from './httpClient.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 16 * 2 ** 20;
/** Length of the start that must contain a sample: after the comments of a few metrics. */
const LOOKED_AT_BYTES = 64 * 1024;
const SAMPLE = /^(?:[a-zA-Z_:][\w:]*(?:\{[^\n]*\})?|\{"[^\n]*\})[ \t]*[+-]?(?:\d|\.\d|NaN|Inf)/m;

/** Returns why an address does not work as a target, as a sentence; null if it answers with metrics. */
export async function probeTarget(client: TargetClient): Promise<string | null> {
  const { body, contentType, error } = await fetchMetrics(client, TIMEOUT_MS, { maxBytes: MAX_BYTES });
  if (error !== null) return error.message;
  if (body === null) return `The request to ${client.where} was given up.`;
  const start = Buffer.from(body.subarray(0, LOOKED_AT_BYTES)).toString('utf8');
  // The answer is not quoted: it may reveal more than this user may read.
  const problem = explainNoSamples(body, contentType, SAMPLE.test(start) ? 1 : 0, undefined);
  return problem === null ? null : `${client.where} does not answer with metrics. ${problem}`;
}

/** Returns why a name could not be resolved, as a sentence. */
export function unresolved(error: unknown, where: string): string {
  return error instanceof AddressRefused ? error.message
    : error instanceof Error ? connectionError(error, where).message : firstLine(error);
}
