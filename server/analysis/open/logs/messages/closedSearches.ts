/** Explains that a node of a cluster closed a connection long before the timeout of which its error speaks. Pure. */

const ASKED = new RegExp(String.raw`\bcannot execute \w{3,8}="?[^\n]{0,80}? on vmstorage "([^"\n]{1,200})"`
  + String.raw`(?: with timeout ([\d.]{1,12}) ?s(?:econds)?)?(?: \(elapsed ([\d.]{1,12}) seconds\))?`
  + String.raw`[^]{0,600}?(?:\bEOF\b|connection reset by peer|broken pipe)`);
/** Portion of the timeout below which it was not reached. */
const MAX_PORTION = 0.5;
const CLOSED = ', or a proxy before it, closed the connection: look at its log at that time, whether it was started '
  + 'again, and whether both have the same version';
const END = `${CLOSED}; a longer -search.maxQueryDuration does not help.`;

/** Returns what such an error means; null if the timeout was reached, or nothing was closed. */
export function closedSearch(error: string): string | null {
  const [, address, timeout, elapsed] = ASKED.exec(error) ?? [];
  if (address === undefined) return null;
  if (timeout === undefined || elapsed === undefined) return `The vmstorage ${address}${CLOSED}.`;
  return Number(elapsed) >= MAX_PORTION * Number(timeout) ? null
    : `This is no timeout (${elapsed} s of ${timeout} s had passed): the vmstorage ${address}${END}`;
}

/** Whether a sentence is such a meaning. */
export const isClosedSearch = (sentence: string): boolean =>
  (sentence.startsWith('This is no timeout (') && sentence.endsWith(END))
    || (sentence.startsWith('The vmstorage ') && sentence.endsWith(`${CLOSED}.`));
