/** Reads the level, the message and the cause of one error or warning line in any log format. Pure. */
import { withInnerError } from '../../../../logs/excerpt/answerBodies.ts';
import { tellingLabels } from '../../../../logs/excerpt/lessSaid.ts';
import { withCountedMaps } from '../../../../logs/excerpt/numberedMaps.ts';
import { firstOpen } from '../../../../logs/excerpt/openMarks.ts';

/**
 * An error or a warning; `fatal`: the program says that it cannot go on. `below`: the level, below warning, at which
 * the program logs a failure, as one that it tries again.
 */
export interface SaidLine {
  level: 'fatal' | 'error' | 'warning';
  below?: string;
  message: string;
  cause: string;
  /** The part that the end of the line cuts off; null if both are complete. */
  cut: 'message' | 'cause' | null;
}

const FATAL_WORD = /^(?:c|f|fatal?|d?panic?|crit(?:ical)?|alert|emerg(?:ency)?)$/i;
const ERROR_WORD = /^(?:e|erro?r?|eror|severe)$/i;
const WARNING_WORD = /^(?:w|warn(?:ing)?)$/i;

/** An optional time before a level; `COLUMNS` has the levels and messages of programs that log without keys. */
const TIME = String.raw`(?:[A-Z][a-z]{2} \d{1,2}, \d{4} @ \d\d:\d\d:\d\d\S{0,5} \S{1,60} )?`
  + String.raw`(?:\[?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d:\d\d\S{0,15}\]?(?: [A-Z]{2,5}| [+-]\d{4})?\s{1,8})?`;
const ZAP = 'error|fatal|panic|dpanic|warn|ERROR|FATAL|WARN';
const WORDS = 'ERROR|ERRO|WARN|WARNING|FATAL|FATA|PANIC|CRITICAL|CRIT|SEVERE';
const COLUMNS: readonly RegExp[] = [
  // Cassandra: a level, a thread, a time, the code. Elasticsearch: time, level, class and node in brackets.
  new RegExp(/^(WARN|ERROR|FATAL) {1,3}\[[^\]]{1,100}\] \d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} /.source
    + /[\w$]{1,100}\.java:\d{1,6} - (.{1,900})/.source),
  new RegExp(/^\[\d{4}-\d\d-\d\dT[\d:,.]{8,16}\]\[(WARN|ERROR|FATAL) ?\]\[[^\]]{1,100}\] ?/.source
    + /(?:\[[^\]]{0,100}\] ?){0,2}(.{1,900})/.source),
  // zap and VictoriaMetrics: level, code location, message; a copy from a terminal has blanks for tabs.
  new RegExp(`^${TIME}(${ZAP})[\\t ]{1,16}\\S{1,200}\\.go:\\d{1,6}[\\t ]{1,16}(.{1,1800})`),
  new RegExp(`^${TIME}(${ZAP})\\t\\S{1,200}\\t(.{1,900})`),
  // Rust: level, module, message.
  new RegExp(`^${TIME}(ERROR|WARN) {1,4}(?:[\\w]{1,60}(?:::\\w{1,60}){0,9}: )(.{1,900})`),
  // QuestDB: C and E, the class.
  new RegExp(`^${TIME}([CE]) (?:i\\.q\\.\\S{1,100}|server-main) (.{1,900})`),
  // ClickHouse: thread, query, level, part.
  /^(?:.{0,200}?\] )?\{[\w-]{0,60}\} <(Fatal|Critical|Error|Warning)> (.{1,900})/,
  // logrus on a terminal; etcd before 3.4; Telegraf; M3 before 0.5; klog.
  /^(WARN|ERRO|FATA|PANI)\[\d{4,12}\] (.{1,900})/,
  /(?:^|\s)([CEW]) \| (\w{2,20}: .{1,900})/,
  new RegExp(`^${TIME}([EW])! (.{1,900})`),
  /^\d\d:\d\d:\d\d\.\d{1,9}\[([FEW])\] (.{1,900})/,
  // The parts of InfluxDB before 1.4 have no level.
  /^\[[\w-]{1,30}\] ?\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d ()((?:.{0,80}\b)?(?:[Ff]ailed|[Ee]rror)[: ].{1,600})/,
  /^([EWF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,9}\d{1,9} \S{1,80}\] (.{1,900})/,
  new RegExp(`^${TIME}(?:\\[[\\w .-]{1,60}\\] )?\\[?(${WORDS})\\]?[:|]? (?:- )?(?:\\[\\S{1,80}\\] )?(.{1,900})`),
  new RegExp(`^${TIME}(?:\\[(error|fatal|warning|critical)\\]|(error|fatal|warning|critical):) (.{1,900})`, 'i'),
  // Fluent Bit and others: each word in brackets.
  new RegExp(String.raw`^(?:\[?[^[\]]{1,40}\] ?){0,2}\[ {0,2}(error|fatal|warn|warning|critical)\] (.{1,900})`, 'i'),
  // TDengine: a module, the level.
  /^(?:\d\d\/\d\d \d\d:\d\d:\d\d\.\d{3,9} \d{1,12} )?[A-Z]{2,5} (FATAL|ERROR|WARN) (.{1,900})/,
  // Graphite, without a level.
  new RegExp(/^(?:\d\d\/\d\d\/\d{4}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d) \d\d:\d\d:\d\d(?: \d{4})? :: /.source
    + /()(.{0,80}?\b(?:[Ee]rror|[Ff]ailed|Exception|is full)\b.{0,600})/.source),
  // Java and Python: a thread or a name between the time and the level.
  new RegExp(`^(?=\\[?[\\d:./-]{8})(?!.{0,120}?\\b(?:INFO|DEBUG|TRACE|NOTICE|LOG)\\b)${TIME}`
    + `.{0,80}?[\\s[|(-](${WORDS})[\\s\\]|):-]{1,8}(.{1,900})`),
];
/** Lines of zap and klog at a level below warning, which report a failure if they state an error. */
const INFO_COLUMNS: readonly RegExp[] = [
  new RegExp(`^${TIME}(info|debug|INFO|DEBUG)[\\t ]{1,16}\\S{1,200}\\.go:\\d{1,6}[\\t ]{1,16}(.{1,900})`),
  /^(I)\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,9}\d{1,9} \S{1,80}\] (.{1,900})/,
];
/** PostgreSQL, after a prefix that is configured; FATAL ends only a session. */
const SESSION = /^.{0,160}?\b(FATAL|PANIC|ERROR|WARNING):\s{2}(.{1,900})/;
const KEYED_LEVEL = /(?:^|[\s,{])"?(?:level|lvl|severity)"?[=:] ?"?(\w{1,10})/;
/** An error that InfluxDB logs at level info. */
const HAS_ERROR = /\blvl=info\b.* error=/;
const KEYED_MESSAGE = /\b(?:msg|message)"?[=:] ?"((?:[^"\\]|\\.){1,900})/;
const BARE_MESSAGE = /\bmsg=([^\s"]{1,200})/;
const KEYED_CAUSE = /\b(?:err|error|reason|details|exception)"?[=:] ?"((?:[^"\\]|\\.){1,900})/;
/** A cause without quotation marks, which extends to the next key. */
const BARE_CAUSE = /\s(?:err|error|reason)=([^"\s][^\n]{0,600}?)(?=\s{1,8}[\w.]{1,40}=|$)/;
const FAILS = /\b(?:fail(?:ed|ure|s)?|error|cannot|could not|couldn't|unable)\b/i;
/** The client disconnected or cancelled the request. */
const CANCELED = /^(?:rpc error: code = Canceled desc = )?context cancell?ed$/;
const FAILED_REQUEST = /\bstatus=failed\b/;
/** Causes of which a message need not say that something failed. */
const NOT_REACHED = new RegExp([
  /connection refused|connection reset by peer|no such host|no route to host|network is unreachable/,
  /deadline exceeded|i\/o timeout/,
].map(({ source }) => source).join('|'), 'i');
const BARE_KEYS = /^(?:ts|caller|time|msg)=\S|\bmsg="[^"]{1,300}" (?:\S{1,200} ){0,9}err="/;
/** Values that Go and JSON write for no cause. */
const NONE = /^(?:null|nil|none|<nil>)?$/i;
/** Fields that zap appends to a message on a console. */
const JSON_BEHIND = /\s{1,8}\{"\w.*$/;
const KEY = /\s{1,40}[\w.]{1,40}=\S/g;
const MAX_KEYS = 20;
const STACK_BEHIND = /,? Stack trace\b.*$/;
/** A structured message of klog: quotation marks around it, then the end of the line or its keys. */
const KLOG_MESSAGE = /^"((?:[^"\\]|\\.){1,900})(?:(")(?=\s{1,8}[\w.]{1,40}=|\s*$)|\\?$)/;
/** The mark that a pager puts where it cuts a line. */
const CUT_MARK = /\s?[>\u00bb\u2026]$/;
/** The body of an answer that VictoriaMetrics quotes. */
const HAS_ANSWER = /; response body="|\bResponse body:? /;
/** A component in brackets, and a single word. */
const ONE_WORD = /^\s{0,4}(?:\[[^\]]{1,80}\] ?){1,3}\w{0,40}\s{0,4}$/;
const MAX_VALUE = 900;
const MAX_LABELS = 120;
/** Maximum length of a line that is examined; the line in the file stays as it is. */
const MAX_LINE = 2000;

interface Value { text: string; isCut: boolean }
const NO_VALUE: Value = { text: '', isCut: false };

/** Reads a line; null if it is neither an error nor a warning, or has no message. `isCut`: a terminal cut its end. */
export function saidLine(raw: string, isCut = false): SaidLine | null {
  const line = withCountedMaps(raw.trimStart()).replace(LABELS, (series) =>
    // A blank would begin a key of the line.
    `({${tellingLabels(series, MAX_LABELS).replaceAll('", ', '",')}…})`);
  const keyed = KEYED_LEVEL.exec(line)?.[1];
  const cause = causeIn(line, isCut);
  // Includes lines without a level that state an error.
  if (keyed !== undefined || (cause.text !== '' && BARE_KEYS.test(line))) return ofKeys(line, keyed, cause);
  const session = SESSION.exec(line);
  // The only level of PostgreSQL that ends all of its processes.
  if (session?.[1] === 'PANIC') return ofColumns('F', { text: `PANIC: ${session[2] ?? ''}`, isCut }, cause);
  if (session !== null)
    return ofColumns(session[1] === 'WARNING' ? 'W' : 'E', { text: session[2] ?? '', isCut }, cause);
  const info = infoLine(line, { isCut, cause });
  if (info !== null) return info;
  for (const pattern of COLUMNS) {
    const found = pattern.exec(line);
    if (found === null) continue;
    const [word = '', text = ''] = found.slice(1).filter((group) => group !== undefined);
    const said = ofColumns(word, { text, isCut }, cause);
    if (said !== null) return said;
  }
  return null;
}

/** Reads a line without keys at a level below warning that states an error; null for others. */
function infoLine(line: string, { isCut, cause }: { isCut: boolean; cause: Value }): SaidLine | null {
  if (cause.text === '') return null;
  const [, level = '', text] = INFO_COLUMNS.map((pattern) => pattern.exec(line)).find((found) => found !== null) ?? [];
  if (text === undefined || !isFailure(text, cause)) return null;
  const said = ofColumns('W', { text, isCut }, cause);
  return said === null ? null : { ...said, below: level === 'I' ? 'info' : level.toLowerCase() };
}

/** Whether a line at a level below warning reports a failure, by its message and the error that it states. */
const isFailure = (message: string, { text }: Value): boolean => text !== '' && !CANCELED.test(text)
  && (FAILS.test(message) || NOT_REACHED.test(text));

function causeIn(line: string, isCut: boolean): Value {
  const keyed = valueIn(KEYED_CAUSE, line);
  const bare = keyed === null ? BARE_CAUSE.exec(line) : null;
  const text = bare?.[1];
  const value = keyed ?? (bare === null || text === undefined ? NO_VALUE
    : shown(text, isCut && bare.index + bare[0].length === line.length));
  return NONE.test(value.text) ? NO_VALUE : value;
}

/** Returns the value that a pattern finds after a quotation mark, and whether the line ends before the closing one. */
function valueIn(pattern: RegExp, line: string): Value | null {
  const found = pattern.exec(line);
  const text = found?.[1];
  if (found === null || text === undefined) return null;
  const rest = line.slice(found.index + found[0].length);
  return shown(text, (rest === '' || rest === '\\') && text.length < MAX_VALUE && line.length < MAX_LINE);
}

const shown = (text: string, isCut: boolean): Value =>
  ({ text: plain(isCut ? text.replace(CUT_MARK, '') : text), isCut });

function ofKeys(line: string, keyed: string | undefined, cause: Value): SaidLine | null {
  const bare = BARE_MESSAGE.exec(line)?.[1];
  const message = valueIn(KEYED_MESSAGE, line) ?? (bare === undefined ? cause : { text: bare, isCut: false });
  // Some programs log failures at level info or debug.
  const isFailed = isFailure(message.text, cause)
    || (cause.text !== '' && !CANCELED.test(cause.text) && FAILED_REQUEST.test(line));
  const own = keyed === undefined || HAS_ERROR.test(line) ? 'error' : levelOf(keyed);
  const level = own ?? (isFailed ? 'warning' : null);
  if (level === null || message.text === '') return null;
  const said = saidOf(level, message, cause);
  return own === null && keyed !== undefined ? { ...said, below: keyed.toLowerCase() } : said;
}

function ofColumns(word: string, { text: whole, isCut }: Value, stated: Value): SaidLine | null {
  // The error in the body of an answer is no key of the line.
  const text = withInnerError(whole);
  const cause = text !== whole && text.includes(stated.text) ? NO_VALUE : stated;
  // Without a level, the pattern has already found words of an error.
  const level = word === '' && text !== '' ? 'error' : levelOf(word);
  if (level === null || text.trim() === '') return null;
  const keyed = /^\s{0,4}msg="((?:[^"\\]|\\.){1,900})"/.exec(text)?.[1];
  if (keyed !== undefined) return saidOf(level, { text: plain(keyed), isCut: false }, cause);
  const klog = KLOG_MESSAGE.exec(text);
  if (klog !== null)
    return saidOf(level, shown(klog[1] ?? '', klog[2] === undefined && text.length < MAX_VALUE), cause);
  const [, task, thrown = ''] = cause.text === '' ? THROWN.exec(text) ?? [] : [];
  if (task !== undefined)
    return saidOf(level, { text: task, isCut: false }, shown(thrown.replace(STACK_BEHIND, ''), isCut));
  const all = text.replace(JSON_BEHIND, '');
  const short = withoutKeys(all);
  // What looks like keys is the answer, or all that the line says.
  const first = HAS_ANSWER.test(all) || ONE_WORD.test(short) ? all : short;
  // Behind a colon, keys are what the message says, unless one of them is the cause.
  const message = (cause.text === '' && /:\s{0,8}$/.test(first) ? all : first).replace(STACK_BEHIND, '')
    .replace(/^[\s:]{1,8}/, '').trim();
  const own = message === '' ? text.trim() : message;
  return saidOf(level, shown(own, isCut && text.trimEnd().endsWith(own)), cause);
}

/** ClickHouse's words for its action when an exception came, and the exception; a single word is only a logger. */
const THROWN = new RegExp(/^(\S{1,80}:? \w[^\n]{8,400}?): /.source
  + /(Code: \d{1,5}(?:\.|, e\.displayText\(\) =) DB::Exception: [^\n]{1,900})/.source);

/** Drops the keys behind a message, except those that are of the message: within brackets, or before its last words. */
export function withoutKeys(text: string): string {
  const at = [...text.matchAll(KEY)].slice(0, MAX_KEYS).find(({ index }) => firstOpen(text.slice(0, index)) < 0)?.index;
  return at === undefined || GOES_ON.test(text.slice(at).replaceAll(QUOTED_VALUE, '""')) ? text : text.slice(0, at);
}
const QUOTED_VALUE = /"(?:[^"\\]|\\.){0,900}"/g;
/** Words of an error behind a key, of which none is the error itself. */
const GOES_ON = new RegExp(/^(?!.{0,1800}\b(?:err|error|reason|cause)=).{1,900}?(?<==""|\)): /.source
  + /(?:cannot|error|failed|could not|unexpected)\b/.source);

/** vmagent's words on an answer, with the error of the receiver in its body. */
const ANSWERED = new RegExp(/^(unexpected status code received after sending a block [^\n]{1,300}?: \d{3})/.source
  + /; response body="([^\n]{0,800}?)"?(?:; re-sending the block in [\d.]{1,12} ?s(?:econds)?\.?)?$/.source);
const OF_REQUEST = /^remoteAddr: [^\n]{1,400}?requestURI: \S{1,300}?; /;

/** vminsert's words on rows that it could not send, with the node before the reason. */
const UNSENT = new RegExp(/^(cannot send \d{1,15} bytes with \d{1,12} rows to -storageNode="[^"\n]{1,200}"): /.source
  + /([^\n]{1,800}?); (?:closing the connection|re-routing)/.source);

/** vmselect's words on a node that it asked, after the query and its purpose. */
const UNANSWERED = new RegExp(String.raw`\b(cannot execute (?:rpc|func)Name="\w{1,60}" on vmstorage "[^"\n]{1,200}"`
  + String.raw`(?: with timeout [\d.]{1,12} ?s(?:econds)?)?(?: \(elapsed [\d.]{1,12} seconds\))?)`
  + String.raw`(?:; the timeout can be adjusted with \x60[^\x60\n]{1,80}\x60 command-line flag)?: ([^\n]{1,900})$`);

/** vmagent's words on failed scrapes, with the last error of the target after them. */
const UNSCRAPED = new RegExp(String.raw`^(cannot scrape target "[^"\n]{1,400}" \(\{[^{}\n]{0,160}…\}\) \d{1,9} out `
  + String.raw`of \d{1,9} times during -promscrape\.suppressScrapeErrorsDelay=\S{1,20}); `
  + String.raw`the last error: ([^\n]{1,900})$`);
/** Its labels may be so long that the error is out of sight. */
const LABELS = /(?<=\bcannot scrape target "[^"\n]{1,400}" )\(\{[^\n]{0,1500}?\}\)(?= \d{1,9} out of )/;

/** vmalert's words on alerts that a notifier did not take, with the status of its answer. */
const UNNOTIFIED = /^([^\n]{0,300}?\bfailed to send alerts to addr "[^"\n]{1,300}"): (invalid SC \d{3}\b)/;

/** Reads an error whose level is known from elsewhere, as one of a list is. */
export const ofMessage = (level: SaidLine['level'], text: string): SaidLine =>
  saidOf(level, { text, isCut: false }, NO_VALUE);

/** The duration of a request that was answered within a second, which is of that request alone. */
const TOOK = /^((?:GET|POST|PUT|PATCH|DELETE|HEAD) \/\S{0,300} \(\d{3}\)) \d[\d.]{0,15}[num\u00b5\u03bc]s(?= )/;

/** Takes the error of the receiver as the cause of an answer that it is the body of. */
function saidOf(level: SaidLine['level'], message: Value, cause: Value): SaidLine {
  const [, unsent, reason = ''] = UNSENT.exec(message.text) ?? [];
  if (unsent !== undefined)
    return pairOf(level, { ...message, text: unsent }, { text: reason, isCut: false });
  const [, asked, answer = ''] = UNANSWERED.exec(message.text) ?? [];
  if (asked !== undefined)
    return pairOf(level, { text: asked, isCut: false }, { text: answer, isCut: message.isCut });
  const [, unnotified, status = ''] = UNNOTIFIED.exec(message.text) ?? [];
  if (unnotified !== undefined)
    return pairOf(level, { text: unnotified, isCut: false }, { text: status, isCut: false });
  const [, unscraped, last = ''] = UNSCRAPED.exec(message.text) ?? [];
  if (unscraped !== undefined)
    return pairOf(level, { ...message, text: unscraped }, { text: last, isCut: false });
  const [, answered, body = ''] = ANSWERED.exec(message.text) ?? [];
  if (answered === undefined) return pairOf(level, message, cause);
  const text = body.replace(OF_REQUEST, '').replace(/(?:\\{1,4}n|\s){1,4}$/, '');
  return pairOf(level, { ...message, text: answered }, text === '' ? cause : { text, isCut: false });
}

const pairOf = (level: SaidLine['level'], message: Value, cause: Value): SaidLine => ({
  level, message: message.text.replace(TOOK, '$1'), cause: cause.text,
  cut: cause.isCut ? 'cause' : message.isCut ? 'message' : null,
});

const plain = (text: string): string => text.replaceAll(String.raw`\"`, '"').trim();

function levelOf(word: string): SaidLine['level'] | null {
  return FATAL_WORD.test(word) ? 'fatal' : ERROR_WORD.test(word) ? 'error' : WARNING_WORD.test(word) ? 'warning' : null;
}
