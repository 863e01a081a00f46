/** Reads the level, the message and the cause of one error or warning line in any log format. Pure. */

/** An error or a warning; `fatal`: the program says that it cannot go on. */
export interface SaidLine { level: 'fatal' | 'error' | 'warning'; message: string; cause: string }

const FATAL_WORD = /^(?:c|f|fatal?|d?panic?|crit(?:ical)?|alert|emerg(?:ency)?)$/i;
const ERROR_WORD = /^(?:e|erro?r?|severe)$/i;
const WARNING_WORD = /^(?:w|warn(?:ing)?)$/i;

/** An optional time before a level; `COLUMNS` has the levels and messages of programs that log without keys. */
const TIME = String.raw`(?:\[?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d:\d\d\S{0,15}\]?(?: [A-Z]{2,5}| [+-]\d{4})?\s{1,8})?`;
const ZAP = 'error|fatal|panic|dpanic|warn|ERROR|FATAL|WARN';
const WORDS = 'ERROR|ERRO|WARN|WARNING|FATAL|FATA|PANIC|CRITICAL|CRIT|SEVERE';
const COLUMNS: readonly RegExp[] = [
  // zap and VictoriaMetrics: level, code location, message; a copy from a terminal has blanks for tabs.
  new RegExp(`^${TIME}(${ZAP})[\\t ]{1,16}\\S{1,200}\\.go:\\d{1,6}[\\t ]{1,16}(.{1,900})`),
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
    + /()(.{0,80}?\b(?:[Ee]rror|[Ff]ailed|Exception)\b.{0,600})/.source),
  // Java and Python: a thread or a name between the time and the level.
  new RegExp(`^(?=\\[?[\\d:./-]{8})(?!.{0,120}?\\b(?:INFO|DEBUG|TRACE|NOTICE|LOG)\\b)${TIME}`
    + `.{0,80}?[\\s[|(-](${WORDS})[\\s\\]|):-]{1,8}(.{1,900})`),
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
const BARE_KEYS = /^(?:ts|caller|time|msg)=\S|\bmsg="[^"]{1,300}" (?:\S{1,200} ){0,9}err="/;
/** Values that Go and JSON write for no cause. */
const NONE = /^(?:null|nil|none|<nil>)?$/i;
/** Fields that zap appends to a message on a console. */
const JSON_BEHIND = /\s{1,8}\{"\w.*$/;
export const KEYS_BEHIND = /\s{1,40}[\w.]{1,40}=\S.*$/;
const STACK_BEHIND = /,? Stack trace\b.*$/;

/** Reads a line; null if it is neither an error nor a warning, or has no message. */
export function saidLine(raw: string): SaidLine | null {
  const line = raw.trimStart();
  const keyed = KEYED_LEVEL.exec(line)?.[1];
  const given = plain(KEYED_CAUSE.exec(line)?.[1] ?? BARE_CAUSE.exec(line)?.[1] ?? '');
  const cause = NONE.test(given) ? '' : given;
  // Includes lines without a level that state an error.
  if (keyed !== undefined || (cause !== '' && BARE_KEYS.test(line))) return ofKeys(line, keyed, cause);
  const session = SESSION.exec(line);
  if (session !== null) return ofColumns(session[1] === 'WARNING' ? 'W' : session[1] === 'PANIC' ? 'F' : 'E',
    session[2] ?? '', cause);
  for (const pattern of COLUMNS) {
    const found = pattern.exec(line)?.slice(1).filter((group) => group !== undefined) ?? [];
    const [word = '', text = ''] = found;
    const said = ofColumns(word, text, cause);
    if (said !== null) return said;
  }
  return null;
}

function ofKeys(line: string, keyed: string | undefined, cause: string): SaidLine | null {
  const message = KEYED_MESSAGE.exec(line)?.[1] ?? BARE_MESSAGE.exec(line)?.[1] ?? cause;
  // Some programs log failures at level info or debug.
  const isFailure = cause !== '' && !CANCELED.test(cause) && (FAILS.test(message) || FAILED_REQUEST.test(line));
  const level = keyed === undefined || HAS_ERROR.test(line) ? 'error'
    : levelOf(keyed) ?? (isFailure ? 'warning' : null);
  return level === null || message === '' ? null : { level, message: plain(message), cause };
}

function ofColumns(word: string, text: string, cause: string): SaidLine | null {
  // Without a level, the pattern has already found words of an error.
  const level = word === '' && text !== '' ? 'error' : levelOf(word);
  if (level === null || text.trim() === '') return null;
  const keyed = /^\s{0,4}msg="((?:[^"\\]|\\.){1,900})"/.exec(text)?.[1];
  if (keyed !== undefined) return { level, message: plain(keyed), cause };
  const message = text.replace(JSON_BEHIND, '').replace(KEYS_BEHIND, '').replace(STACK_BEHIND, '')
    .replace(/^[\s:]{1,8}/, '').trim();
  return { level, message: message === '' ? text.trim() : message, cause };
}

const plain = (text: string): string => text.replaceAll(String.raw`\"`, '"').trim();

function levelOf(word: string): SaidLine['level'] | null {
  return FATAL_WORD.test(word) ? 'fatal' : ERROR_WORD.test(word) ? 'error' : WARNING_WORD.test(word) ? 'warning' : null;
}
