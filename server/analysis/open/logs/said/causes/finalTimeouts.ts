/** Explains a timeout that the OpenTelemetry Collector takes as final. Pure. */

const FINAL = /\bPermanent error: [^\n]{0,300}?(?:context deadline exceeded|Client\.Timeout|i\/o timeout)/;

const NOT_AGAIN = 'No answer came within the timeout, and the exporter takes that as permanent, so it does not send '
  + 'these data again: see whether its endpoint is up and how long it takes to answer, then raise the timeout of the '
  + 'exporter or update the Collector.';

/** Returns what such an error means; null for other texts. */
export const finalTimeout = (text: string): string | null => (FINAL.test(text) ? NOT_AGAIN : null);

/** Whether a sentence is that meaning. */
export const isFinalTimeout = (sentence: string): boolean => sentence === NOT_AGAIN;
