/** Corrects the advice on a device that does not answer SNMP where the text shows that it answers. Pure; bounded. */

/** The meaning of a timeout of SNMP, with the advice that holds if nothing was answered. */
const SILENT = /A device does not answer requests of SNMP in time: look at its address, [^.]{20,200}\./;
/** A request as tcpdump prints it: how many rows it asks for, and behind which OID. */
const REQUEST = new RegExp([
  /\bGet(?:Bulk|NextRequest)\(\d{1,6}\)(?: {1,3}N=\d{1,4} M=(\d{1,5}))? {1,3}/,
  /\.?((?:[A-Za-z]\w{0,20}|\d{1,10})(?:\.\d{1,10}){3,40})/,
].map(({ source }) => source).join(''), 'g');
/** A row that snmpwalk or snmpget prints. */
const ANSWER = new RegExp([
  /^[ \t>]{0,12}(?:[A-Z][\w-]{2,40}::\w{2,60}(?:\.[\w."-]{1,120})?|\.?(?:iso|1)(?:\.\d{1,10}){4,40})/,
  / = (?:STRING|INTEGER|OID|Timeticks|Counter(?:32|64)|Gauge32|Hex-STRING|IpAddress): /,
].map(({ source }) => source).join(''), 'm');
const OID = /(?<![\w.])\.?(1\.3\.6(?:\.\d{1,10}){4,40})(?![\w.]*\d)/g;
/** An entry of the list of a module. */
const WALKED = /^[ \t]{0,40}- ["']?\.?(1\.3\.6(?:\.\d{1,10}){4,40})["']?[ \t]*$/gm;
const TIMEOUT = /^[ \t]{1,40}timeout: {1,4}["']?(\d{1,6}m?s)\b/m;
const REPETITIONS = /\bmax_repetitions: {1,4}(\d{1,5})\b/;
const MAX_CHARS = 64 * 1024;
const MAX_OIDS = 200;

const oidsIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].slice(0, MAX_OIDS).map(([, oid = '']) => oid))];

/** Whether an OID, of which tcpdump prints only the last parts, lies within one that is walked. */
function isWithin(oid: string, walked: readonly string[]): boolean {
  const parts = oid.split('.');
  return walked.some((root) => parts.some((_, i) => {
    const begin = parts.slice(0, parts.length - i).join('.');
    return i > 0 && begin.split('.').length > 2 && (root === begin || root.endsWith(`.${begin}`));
  }));
}

/** Returns facts with the advice that fits a device which answered some requests; unchanged for others. */
export function withWalk(facts: string, text: string): string {
  if (!SILENT.test(facts)) return facts;
  const head = text.slice(0, MAX_CHARS);
  const walked = oidsIn(head, WALKED);
  const [, rows, oid] = [...head.matchAll(REQUEST)].slice(0, MAX_OIDS)
    .findLast(([, , asked = '']) => isWithin(asked, walked)) ?? [];
  const isAnswered = oid !== undefined || ANSWER.test(head);
  if (!isAnswered) return facts;
  const timeout = TIMEOUT.exec(head)?.[1];
  const most = rows ?? REPETITIONS.exec(head)?.[1];
  const how = oid === undefined ? 'the text has rows that it returned'
    : `the one in the text asks for what follows ${oid}, in the middle of the walk`;
  return facts.replace(SILENT, () => 'The device leaves a request of SNMP without an answer in time, and answers '
    + `others: ${how}, so its address and community are right. Lower max_repetitions${
      most === undefined ? '' : ` (${most} rows a request now)`} and raise the timeout of the module${
      timeout === undefined ? '' : ` (${timeout} now)`} below the scrape_timeout of Prometheus.${
      otherOid(head, walked)}`);
}

/** Says that a module walks an OID that lacks a part of one that the text names. */
function otherOid(text: string, walked: readonly string[]): string {
  const named = oidsIn(text, OID).filter((oid) => !walked.includes(oid));
  for (const root of walked) {
    // What lies within the walk is a row of it.
    const other = named.find((oid) => !oid.startsWith(`${root}.`) && isShorter(root, oid));
    if (other !== undefined) return ` Its module walks ${root}, but the text names ${other}, with one part more: `
      + 'correct generator.yml and generate snmp.yml again if that is a mistake.';
  }
  return '';
}

/** Whether an OID is another one without one of its parts before the last. */
function isShorter(short: string, long: string): boolean {
  const parts = long.split('.');
  return short.split('.').length === parts.length - 1 && parts.slice(0, -1).some((_, i) =>
    parts.filter((_part, at) => at !== i).join('.') === short);
}
