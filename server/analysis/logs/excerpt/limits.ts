/** Keeps the amounts of an error that is shortened, and drops advice that is the same in each. Pure; bounded. */

/** Servers add to a refusal whom to ask, where to read more, and numbers that only they can look up. */
const ADVICE: readonly RegExp[] = [
  // Of Mimir; the name of the limit stands before it.
  /\.? To adjust the related [\w-]{1,40} limits?, configure [^,\n]{1,200}, or contact your service administrator/g,
  // Of Loki and Cortex; the user may stand behind it.
  /,? (?:reduce log volume|reduce the number of active streams \([^()]{1,100}\))(?=,? or contact)/g,
  /,? consider splitting a stream via [a-z ]{1,40}(?=,? or contact)/g,
  /,? (?:or )?(?:please )?contact your (?:\w{1,12} )?administrator to see if the limit can be increased/g,
  /,? (?:please )?contact (?:your |the )?administrator to raise it/g,
  /, (?:request id|host id): [\w+/=-]{8,120}/gi,
  /[,;.]? (?:see|refer to|visit) https?:\/\/\S{1,200}/gi,
];

/** Returns a text without such advice. */
export const withoutAdvice = (text: string): string => ADVICE.reduce((rest, one) => rest.replace(one, ''), text);

/** Amounts in parentheses or behind a word of a limit, which say by how much. */
const AMOUNT = new RegExp([
  /\((?=[^()]{0,140}\d)[\w -]{0,30}\b(?:limit|actual|max\w{0,10}|size|quota|current|got|want|allowed)\b[^()]{0,100}\)/,
  /\b(?:limit|quota|maximum) of \d[\d,.]{0,20}(?: [\w/]{1,20})?/,
].map(({ source }) => source).join('|'), 'i');

/** Returns the first amount that a text between its beginning and its end has; null without one. */
export const amountIn = (middle: string): string | null => AMOUNT.exec(middle)?.[0] ?? null;
