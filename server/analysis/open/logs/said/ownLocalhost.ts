/** Explains a refused connection to localhost from within a container, which is the container itself. Pure. */

const REFUSED = 'Nothing listens at that address, or something rejects it: see whether the other side runs.';
const OWN = 'In a container, localhost is the container itself, and nothing listens at that port there: use the name '
  + 'of the other service in place of localhost, on a network that both are in.';
/** An address on the way of which no other host is, at most a few words before its refusal. */
const LOCAL =
  /(?:\b(?:localhost|127\.0\.0\.1)(?::\d{1,5})?|\[::1\])[^\n]{0,80}?connection refused/i;
const OF_CONTAINERS = /\bdocker\b/i;

/** Returns facts in which the meaning of such a refusal is that of a container, if `envelope` is that of containers. */
export function withOwnLocalhost(facts: string | null, envelope: string | null): string | null {
  return facts === null || envelope === null || !OF_CONTAINERS.test(envelope) || !LOCAL.test(facts) ? facts
    : facts.replace(REFUSED, OWN);
}

/** Whether a sentence is that meaning. */
export const isOwnLocalhost = (sentence: string): boolean => sentence === OWN;
