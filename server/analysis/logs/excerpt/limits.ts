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
  /[,;.]? (?:see|refer to|visit) https?:\/\/\S{1,200}(?: for (?:more )?(?:details|information))?/gi,
];

/** Returns a text without such advice. */
export const withoutAdvice = (text: string): string => ADVICE.reduce((rest, one) => rest.replace(one, ''), text);

const NUMBER = String.raw`\d[\d,.]{0,20}(?:[ -]?(?:[KMGT]i?B|B|bytes?|series|samples|chunks|items|lines)\b)?`;
const MOST = String.raw`(?:max(?:imum)?|limit|quota|allowed|capacity)`;
const OWN = String.raw`(?:current|actual|got|used|usage|size|requested|needed|want)`;
/** What joins a word and its amount. */
const OF = String.raw`(?: (?:is|of|was))?[:=]? ?`;
const DURATION = String.raw`\d[\d.]{0,20} ?(?:ns|us|\u00b5s|ms|s|m|h|sec(?:onds?)?|min(?:utes?)?)`
  + String.raw`(?:\d[\d.msh]{0,20})?\b`;
/** Names of figures that are compared with their limits. */
const SIZED = String.raw`(?=\w{0,40}(?:size|limit|max|mem|bytes|threshold|capacity|used|quota))\w{2,50}`;
const FIGURE = String.raw`\d[\d.]{0,20}(?:[A-Za-z\u00b5]{1,3}\b)?`;
/** Amounts in parentheses, both of a pair, or one behind a word of a limit: they say by how much. */
const AMOUNT = new RegExp([
  /\((?=[^()]{0,140}\d)[\w -]{0,30}\b(?:limit|actual|max\w{0,10}|size|quota|current|got|want|allowed)\b[^()]{0,100}\)/
    .source,
  String.raw`\b(?:would|to) use ${NUMBER}(?: \([^()]{1,80}\))?,? ?(?:but )?(?:the )?${MOST}${OF}${NUMBER}`,
  String.raw`\b${MOST}${OF}${NUMBER}[,;]? (?:but )?${OWN}${OF}${NUMBER}`,
  String.raw`\b${OWN}${OF}${NUMBER}[,;]? (?:but )?(?:the )?${MOST}${OF}${NUMBER}`,
  String.raw`\b${NUMBER}(?: of)?(?: \w{1,12}){0,2} exceed(?:s|ed|ing)? (?:the )?${MOST}${OF}${NUMBER}`,
  String.raw`\b(?:limit|quota),? set to ${NUMBER}(?:/s)?(?: with a maximum allowed burst of ${NUMBER})?`,
  String.raw`\b${MOST}${OF}${NUMBER} (?:violated|exceeded|reached) \((?:got|${OWN}):? ${NUMBER}\)`,
  // Figures by their names, two or more together.
  String.raw`\b(?:${SIZED}=${FIGURE}(?:,? \w{2,50}=${FIGURE}){1,3}|\w{2,50}=${FIGURE},? ${SIZED}=${FIGURE})`,
  String.raw`\b${NUMBER} is (?:greater|larger|more|higher) than (?:the )?(?:[\w-]{1,20} ){0,6}${NUMBER}`,
  // A quota of Kubernetes.
  /\brequested: [\w./=,-]{3,120}, used: [\w./=,-]{3,120}, limited: [\w./=,-]{2,120}\w/.source,
  String.raw`\(${NUMBER} (?:vs\.?|>) ${NUMBER}\)`, String.raw`\(\d{1,15}/\d{1,15}\)`,
  // How many of how many.
  String.raw`\b\d{1,15}/\d{1,15} (?:series|samples|chunks|blocks|points|parts|rows|shards|tenants|keys)\b`,
  // What there is and what is needed, and what something took of the time it may take.
  String.raw`\b(?:have|has|got|found|only|available)${OF}${NUMBER}[,;]? (?:but )?(?:want|wanted|needs?|required?`
    + String.raw`|requires|expected|requested)${OF}${NUMBER}`,
  String.raw`\b(?:took|after|elapsed:?|waited) ${DURATION}[,;]? ?\(?(?:(?:the )?(?:timeout|limit|deadline|threshold)`
    + String.raw`|over|expected|more than|exceed(?:s|ed|ing)?)[^\d\n]{0,30}${DURATION}\)?`,
  String.raw`\b(?:limit|quota|maximum) of \d[\d,.]{0,20}(?: [\w/]{1,20})?`,
].join('|'), 'gi');
const MAX_TRIES = 10;

/** Where a text that a reader shortens must stay whole. */
export interface Place { from: number; to: number }

/** Returns the places of the amounts of a text. */
export const amountsIn = (text: string): Place[] => [...text.matchAll(AMOUNT)].slice(0, MAX_TRIES)
  .map(({ 0: found, index }) => ({ from: index, to: index + found.trimEnd().length }));

/** Returns the first amount of a text; null without one. */
export function amountIn(text: string): string | null {
  const [first] = amountsIn(text);
  return first === undefined ? null : text.slice(first.from, first.to);
}

const BLOCK = /\b(?:blocks? )?[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;

/** Returns the places of the ULIDs of blocks, which one has to look at. */
export const blocksIn = (text: string): Place[] => [...text.matchAll(BLOCK)].slice(0, MAX_TRIES)
  .map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/** Counts of a whole, such as "3 out of 4": another count is another message. */
export const COUNTS = new RegExp(String.raw`\b\d{1,9} (?:out )?of (?:the )?\d{1,9}\b|\b\d{1,6}\/\d{1,6}(?= (?:replicas?`
  + String.raw`|targets?|nodes?|instances?|ingesters?|shards?|partitions?|peers?|endpoints?|stores?|pods?|containers?`
  + String.raw`|members?|blocks?|queries|requests?)\b)`, 'g');

/** Returns a text whose numbers are all 0, except those of such counts. */
export const withoutNumbers = (text: string): string =>
  text.replaceAll(new RegExp(`(${COUNTS.source})|\\d{1,20}`, 'g'), (found, count?: string) =>
    (count === undefined ? '0' : found));
