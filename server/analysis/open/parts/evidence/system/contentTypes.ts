/** Says that an update to Prometheus 3 is why a target without a Content-Type is refused. Pure; bounded. */

const REFUSED = 'sends no Content-Type that Prometheus 3 accepts';
/** An update from 2 to 3, in one sentence or line. */
const UPDATED = new RegExp(/\bv?2\.\d{1,2}(?:\.\d{1,2})?\b[^\n]{0,40}?(?:\bto\b|->|\u2192|=>)\s{0,3}v?3\.\d/.source
  + /|\b(?:upgrad|updat|bump)\w{0,4}\b[^\n]{0,60}?\bto (?:prometheus )?v?3\b/.source, 'i');
const MAX_CHARS = 64 * 1024;

/** Returns that the update made it a fault, and what mends the target; null for other faults, and without an update. */
export const refusedSinceUpdate = (facts: string, text: string): string | null =>
  (!facts.includes(REFUSED) || !UPDATED.test(text.slice(0, MAX_CHARS)) ? null
    : 'Prometheus 2 took such an answer for its text format; version 3 refuses it on purpose, so going back is not '
      + 'needed: the target should send Content-Type text/plain with version=0.0.4.');
