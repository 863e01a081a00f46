/** Drops from an error what is the same in others or of no use to its reader: ids, times, statements. Pure; bounded. */

type Step = (text: string) => string;

/** A key of a request or of the line itself, which no reason needs. */
const IDS = new RegExp(String.raw`[,;]? ?\b(?:trace|span|request|req|correlation|session|query|x-request|x-amzn-trace)`
  + String.raw`[_-]?[iI][dD]["']?[=:] ?["']?[\w:-]{8,80}["']?(?=[\s,;)\]}"]|$)`, 'g');
const AGENT = new RegExp(String.raw`[,;]? ?\b(?:User-Agent|user_agent|userAgent)["']?[=:] ?(?:"[^"\n]{0,300}"`
  + String.raw`|'[^'\n]{0,300}'|[^\s;,"\n]{1,200})`, 'g');
const CALLER = /(?:^|[\s,;])caller=[\w./-]{1,200}\.go:\d{1,6}(?=[\s,;]|$)/g;
const TIME = new RegExp(String.raw`(?:^|(?<=[\s,;]))(?:ts|time|timestamp|t)="?\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}`
  + String.raw`(?:Z|[+-]\d\d:?\d\d)?"?[\s,;]{0,2}`, 'g');
/** The time of a line that is quoted within another one. */
const LINE_TIME = /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:? {1,4}/;
/** What Thanos says behind how many series have chunks out of order, if none of them are duplicates. */
const NO_DUPLICATES = /: 0\.0{1,3} of these are exact duplicates(?: \(in terms of data and time range\))?/g;
/** How Mimir and Cortex begin an error of a quorum, before the error of one ingester. */
const QUORUM = new RegExp(String.raw`\bmaxFailure \(quorum\) on a given error family, `
  + String.raw`(?:rpc error: code = \S{1,40} desc = )?addr=\S{1,100} state=[A-Z]{3,12} zone=[\w-]{0,60}, `, 'g');
/** How gRPC wraps a message, of which the code may say something. */
const RPC = /\brpc error: code = (\w{1,30}(?:\(\d{1,3}\))?) desc = /g;
/** The range of a block, which its meta.json has. */
const BLOCK_TIMES = new RegExp(String.raw` \[mint: \d{10,16}, maxt: \d{10,16}, range: [\dhms.]{2,20}, blocks: \d{1,5}\]`
  + String.raw`|, mint: \d{10,16}, maxt: \d{10,16}(?:, range: [\dhms.]{2,20})?`, 'g');
/** The version that ClickHouse puts behind each message. */
const VERSION = / \(version \d[\d.]{3,20}(?: \([\w ]{1,40}\))?\)/g;
/** Addresses and offsets of frames. */
const POINTERS = / ?(?:\+0x[0-9a-f]{1,16}|\(0x[0-9a-f]{4,16}(?:, 0x[0-9a-f]{1,16}){0,20}(?:, \.{3})?\))/g;

/** How long a request took that a server of dskit answered, before the answer. */
const TOOK = /(\(\d{3}\)) [\d.]{1,12}(?:m|\u00b5|n)?s(?= Response:)/g;

const rpcCode = (_: string, code: string): string => (/^(?:Unknown|OK|Code\(2\))$/.test(code) ? '' : `${code}: `);

/** Statements of SQL in quotation marks, or behind a word that says that one follows. */
const STATEMENT = new RegExp([
  /(?:SELECT|select|WITH \w{1,60} AS|INSERT INTO|insert into|UPDATE|DELETE FROM|delete from|COPY|EXPLAIN)\b/,
  /(?:CREATE (?:TABLE|INDEX|MATERIALIZED VIEW)|ALTER TABLE)\b/,
].map(({ source }) => source).join('|')).source;
const QUOTED_SQL = new RegExp(`(["'\u0060])((?:${STATEMENT})(?:(?!\\1)[^\\n]){50,4000})\\1`, 'g');
const IN_QUERY = new RegExp(String.raw`\(in query: ((?:${STATEMENT})[^\n]{50,8000}?)\)$`);
const NAMED_SQL = new RegExp(String.raw`(\b(?:STATEMENT|[Qq]uery(?: was)?): {1,2})((?:${STATEMENT})[^\n]{50,8000})$`);
/** What a statement works on. */
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE|COPY)\s{1,8}((?:IF (?:NOT )?EXISTS )?["\u0060]?[\w.]{1,120}["\u0060]?)/i;

/** Returns what a statement does and on which table. */
function statementHead(sql: string): string {
  const [verb = ''] = /^[A-Za-z]{1,10}(?: (?:INTO|FROM|TABLE))?/i.exec(sql) ?? [];
  const table = TABLE.exec(sql);
  if (table === null) return `${verb} \u2026`;
  const [clause] = table;
  return table.index < verb.length ? `${sql.slice(0, table.index + clause.length)} \u2026`
    : `${verb} \u2026 ${clause} \u2026`;
}

const PATH = /(?<![\w./:])\/(?:[\w.@+-]{1,100}\/){1,20}([\w.@+-]{1,100})(?![\w./@+-])/g;
/** A shorter path is no longer than what stands for it. */
const MIN_PATH = 24;

/** Leaves of a path that the text has named already its last name. */
export function withoutSamePaths(text: string): string {
  const known = new Set<string>();
  return text.replace(PATH, (path, name: string) => {
    if (path.length < MIN_PATH || !known.has(path)) {
      known.add(path);
      return path;
    }
    return `\u2026/${name}`;
  });
}

/** The folders of a block, whose name identifies it. */
const BLOCK_FOLDERS = /(?<![\w./:])(?:\/[\w.@+=-]{1,100}){2,12}\/(?=[0-7][0-9A-HJKMNP-TV-Z]{25}(?![\w.-]))/g;
/** What Thanos says of each block with chunks that are twice in it. */
const IN_TERMS = / \(in terms of data and time range\)/g;

/** Advice at the end without a figure or a setting, behind the reason. */
const ADVICE = new RegExp(String.raw`[.;] {1,2}(?:[Cc]onsider|[Tt]ry|[Pp]lease|[Yy]ou (?:may|might|can|should)`
  + String.raw`|[Mm]ake sure|[Ii]t is recommended|[Cc]heck|[Ss]ee also|[Ff]or more (?:information|details))\b`
  + String.raw`[^\n\d=]{10,1000}$`);
/** What is left must still be an error. */
const MIN_LEFT = 60;

const withoutEndingAdvice: Step = (text) => {
  const at = ADVICE.exec(text)?.index ?? -1;
  return at < MIN_LEFT ? text : text.slice(0, at + 1).replace(/;$/, '.');
};

/** Steps, those first that lose least. */
export const NOISE: readonly Step[] = [
  (text) => text.replace(IDS, ''), (text) => text.replace(AGENT, ''), (text) => text.replace(CALLER, ''),
  (text) => text.replace(NO_DUPLICATES, ''),
  (text) => text.replace(LINE_TIME, ''), (text) => text.replace(TIME, ''), (text) => text.replace(POINTERS, ''),
  (text) => text.replace(QUORUM, ''), (text) => text.replace(RPC, rpcCode), (text) => text.replace(BLOCK_TIMES, ''),
  (text) => text.replace(VERSION, ''), (text) => text.replace(TOOK, '$1'), withoutSamePaths,
  (text) => text.replace(IN_TERMS, ''), (text) => text.replace(BLOCK_FOLDERS, '\u2026/'),
  (text) => text.replace(QUOTED_SQL, (_, mark: string, sql: string) => `${mark}${statementHead(sql)}${mark}`),
  (text) => text.replace(IN_QUERY, (_, sql: string) => `(in query: ${statementHead(sql)})`),
  (text) => text.replace(NAMED_SQL, (_, before: string, sql: string) => `${before}${statementHead(sql)}`),
  withoutEndingAdvice,
];
