/** Explains a timeout that the OpenTelemetry Collector takes as final. Pure. */

const FINAL = /\bPermanent error: [^\n]{0,300}?(?:context deadline exceeded|Client\.Timeout|i\/o timeout)/;

/** What it means, without the step. */
export const NOT_AGAIN = 'No answer came within the timeout, and the exporter takes that as permanent, so it does not '
  + 'send these data again';
const WITH_STEP = `${NOT_AGAIN}: see whether its endpoint is up and how long it takes to answer; a longer timeout of `
  + 'the exporter helps only where answers come late, and not where none comes.';

/** Returns what such an error means; null for other texts. */
export const finalTimeout = (text: string): string | null => (FINAL.test(text) ? WITH_STEP : null);

/** Whether a sentence is that meaning. */
export const isFinalTimeout = (sentence: string): boolean => sentence === WITH_STEP;

/** Returns facts with another step for such timeouts. */
export const withTimeoutStep = (facts: string, step: string): string => facts.replace(WITH_STEP, () =>
  `${NOT_AGAIN}. ${step}`);
