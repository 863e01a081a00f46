/** Explains that a node of a cluster closed a connection long before the timeout of which its error speaks. Pure. */

const ASKED = new RegExp(/\bon (vmstorage) "([^"\n]{1,200})" with timeout ([\d.]{1,12}) ?s(?:econds)? /.source
  + /\(elapsed ([\d.]{1,12}) seconds\)[^]{0,600}?(?:\bEOF\b|connection reset by peer|broken pipe)/.source);
/** Portion of the timeout below which it was not reached. */
const MAX_PORTION = 0.5;
const END = 'closed the connection: look at its log at that time, whether it was started again, and whether both have '
  + 'the same version; a longer -search.maxQueryDuration does not help.';

/** Returns what such an error means; null if the timeout was reached, or nothing was closed. */
export function closedSearch(error: string): string | null {
  const [, node = '', address = '', timeout = '', elapsed = ''] = ASKED.exec(error) ?? [];
  if (elapsed === '' || Number(elapsed) >= MAX_PORTION * Number(timeout)) return null;
  return `This is no timeout (${elapsed} s of ${timeout} s had passed): ${node} ${address}, or a proxy before it, ${
    END}`;
}

/** Whether a sentence is such a meaning. */
export const isClosedSearch = (sentence: string): boolean =>
  sentence.startsWith('This is no timeout (') && sentence.endsWith(END);
