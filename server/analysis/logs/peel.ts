/**
 * Strips the envelopes off a line, one after the other: container runtimes, kubectl, stern, docker compose, syslog,
 * journald, runit, supervisord, logcli, continuous integration. Every pattern is anchored and reads a bounded head.
 */
import { fieldsOfLabels, isAbout, join, nameSource, stamped } from './envelopeFields.ts';
import { unpeeled, type Peeled } from './logLine.ts';
import { peelJson } from './peelJson.ts';
import { isBare, startsRecord } from './records.ts';
import { stampAt, wholeStamp } from './stamps.ts';

const MAX_ENVELOPES = 6;
const HEAD = 600;
const LEVEL = /^(?:debug|info|warn(?:ing)?|error|fatal|panic|dpanic|trace|notice|critical)$/i;
/** State of a file: prefixes without marks are recognized if they preceded a record before. */
export interface PeelMemory {
  pods: Set<string>;
  fileName: string;
  child: string;
  /** Number of the line before, if lines are numbered; else 0. */
  number: number;
}

export function peel(text: string, memory: PeelMemory): Peeled {
  const peeled = unpeeled(text.trimStart());
  peelFurther(peeled, memory);
  if (peeled.name === '' && memory.child !== '') peeled.name = memory.child;
  if (memory.fileName !== '') peeled.name = join(memory.fileName, peeled.name);
  return peeled;
}

/** Strips all envelopes around `peeled.text`, also around the text of an export's record. */
export function peelFurther(peeled: Peeled, memory: PeelMemory): void {
  for (let i = 0; i < MAX_ENVELOPES && peeled.text !== ''; i++) {
    if (isBare(peeled.text)) break;
    if (peeled.text.startsWith('{"') ? !peelJson(peeled) : !peelOne(peeled, memory)) break;
    peeled.text = peeled.text.trimStart();
  }
  peeled.text = peeled.text.trimEnd();
}

type Rule = (peeled: Peeled, head: string, memory: PeelMemory) => boolean;

/** Matches text that only an envelope with a word in front may begin: a month, a pod, a service or a file. */
const WORD = /^[A-Za-z_(){};/.]/;
/** Matches a sign that such an envelope, or the record after it, always has. */
const SIGNS = /[|[=]|\{"|\d\d:\d\d|\d{4}-\d\d|\.(?:log|txt)\b|gc \d/;

function peelOne(peeled: Peeled, memory: PeelMemory): boolean {
  const head = peeled.text.slice(0, HEAD);
  // Fast path for text that is not a log: one check instead of one per rule.
  if (memory.pods.size === 0 && WORD.test(head) && !SIGNS.test(head)) return false;
  return RULES.some((rule) => rule(peeled, head, memory));
}

/** Returns a rule that strips what the pattern matches; `use` interprets the match. */
function byPattern(pattern: RegExp, envelope: string, use: (peeled: Peeled, match: RegExpExecArray) => void): Rule {
  return (peeled, head) => {
    const match = pattern.exec(head);
    if (match === null) return false;
    peeled.text = peeled.text.slice(match[0].length);
    if (envelope !== '') peeled.envelopes.push(envelope);
    use(peeled, match);
    return true;
  };
}

const named = (peeled: Peeled, name: string): void => { peeled.name = join(peeled.name, name); };

const quoteMark = byPattern(/^(?:>|\u2502)\s?/, '', () => undefined);
const BULLET = new RegExp(
  /^(?:(?:[-*\u2022]|\d{1,3}[.)])\s{1,3}`{0,3}|`{1,3})/.source
    + /(?=\[|\{"|[a-z]{1,6}=|\d{4}-|panic:|fatal error:|runtime: |goroutine \d)/.source
);
const bullet = byPattern(BULLET, '', (peeled) => {
  peeled.text = peeled.text.replace(/`{1,3}$/, '');
});

/** Strips line numbers of pagers, editors and `grep -n`, if they precede a record or are consecutive. */
const lineNumber: Rule = (peeled, head, memory) => {
  const [found, digits] = /^(\d{1,7})(?!:\d\d:\d\d)(?:[:|\u2502]\s{0,8}|\s{1,8})(?=\S)/.exec(head) ?? [];
  if (found === undefined) return false;
  const isNext = Number(digits) === memory.number + 1 || digits === '1';
  memory.number = Number(digits);
  if (!isNext && !isRecordOrTime(peeled.text.slice(found.length))) return false;
  peeled.text = peeled.text.slice(found.length);
  return true;
};

/** Reads a row of an export without a header: the longest cell is the line. */
const csvRow: Rule = (peeled, head) => {
  if (!/^"[^"]{0,500}","/.test(head)) return false;
  const cells = peeled.text.split(/,(?=")/, 50).map((cell) => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"'));
  const text = cells.reduce((most, cell) => (cell.length > most.length ? cell : most), '');
  for (const cell of cells) if (cell !== text) stamped(peeled, wholeStamp(cell));
  peeled.text = text;
  peeled.envelopes.push('CSV export');
  peeled.closed = true;
  peeled.exported = true;
  return true;
};

const ciJob = byPattern(
  /^([^\t]{1,200})\t([^\t]{1,200})\t\uFEFF?(?=\d{4}-\d\d-\d\dT)/, 'GitHub Actions',
  (peeled, [, job = '', step = '']) => { named(peeled, `${job.trim()}/${step.trim()}`); }
);

const kubectl = byPattern(
  /^\[(pod\/[^\]\s]{1,200})\]\s?/, 'kubectl --prefix', (peeled, [, name = '']) => { named(peeled, name); }
);

/** Strips names in brackets, as of kubetail; not `[INFO]`, and not a time. */
const bracketed: Rule = (peeled, head, memory) => {
  const match = /^\[([\w./@:-]{1,150}(?: [\w./@:-]{1,100}){0,2})\]:?\s+/.exec(head);
  const name = match?.[1] ?? '';
  if (match === null || !/[a-z]/i.test(name) || LEVEL.test(name)) return false;
  if (/^\d{4}-\d\d-\d\d|^[A-Z][a-z]{2} /.test(name)) return false;
  if (!memory.pods.has(match[0]) && !isRecordOrTime(peeled.text.slice(match[0].length))) return false;
  remember(memory, match[0]);
  peeled.text = peeled.text.slice(match[0].length);
  peeled.envelopes.push('prefix');
  named(peeled, name);
  return true;
};

/** foreman, goreman and others that run a Procfile: `12:34:56 name | line`. */
const procfile = byPattern(
  /^\d\d:\d\d:\d\d\s{1,8}([A-Za-z_][\w.@/-]{0,150})\s{0,100}\|(?:\s|$)/, 'Procfile',
  (peeled, [, name = '']) => { named(peeled, name); }
);

/** docker compose, pm2: `name | line`; a single capital letter is a level of etcd, not a name. */
const compose = byPattern(
  /^(?![A-Z] \|)(?:\d{1,3}\|)?([A-Za-z_][\w.@/-]{0,150})(?: std(?:out|err))?\s{0,100}\|(?:\s|$)/,
  'docker compose',
  (peeled, [, name = '']) => { named(peeled, name); }
);

const kail = byPattern(
  /^([\w.-]{1,100}\/[\w.-]{1,200}\[[\w.-]{1,100}\]):\s/, 'kail', (peeled, [, name = '']) => { named(peeled, name); }
);

const grepped: Rule = (peeled, head, memory) => {
  const match = /^([\w./-]{1,200}\.(?:log|txt)(?:\.\d{1,4})?)[:-](?:\d{1,9}(?::(?!\d\d:)|-(?!\d\d-)))?/.exec(head);
  const name = match?.[1] ?? '';
  if (match === null || (!memory.pods.has(name) && !isRecordOrTime(peeled.text.slice(match[0].length)))) return false;
  remember(memory, name);
  peeled.text = peeled.text.slice(match[0].length);
  peeled.envelopes.push('file name');
  named(peeled, name);
  return true;
};

function remember(memory: PeelMemory, prefix: string): void {
  if (memory.pods.size < 1000) memory.pods.add(prefix);
}

/** BuildKit: the number is seconds since the step began, not a time of day. */
const buildKit = byPattern(
  /^#(\d{1,5})\s(?:(\d{1,7}\.\d{1,3})\s)?/, 'BuildKit', (peeled, [, step = '']) => { named(peeled, `#${step}`); }
);

const syslog5424 = byPattern(
  new RegExp(
    /^<\d{1,3}>1\s(\S{1,40})\s(\S{1,255})\s(\S{1,48})\s(\S{1,128})\s\S{1,32}\s/.source
      + /(?:-|(?:\[(?:[^\]\\]|\\.){0,400}\]){1,3})(?:\s|$)\uFEFF?/.source
  ),
  'syslog RFC 5424', (peeled, [, time = '', host = '', program = '', process = '']) => {
    stamped(peeled, stampAt(time)?.stamp ?? null);
    peeled.host = host === '-' ? '' : host;
    if (program !== '-') ofProgram(peeled, program, process === '-' ? '' : process);
    unescapeSyslog(peeled);
  }
);
const priority = byPattern(/^<\d{1,3}>(?=[A-Z][a-z]{2}\s|\d{4}-)/, 'syslog', () => undefined);

/**
 * stern: `pod container line`, preceded by a namespace if there are several. A line that is not a record needs a prefix
 * that preceded one before.
 */
const stern: Rule = (peeled, head, memory) => {
  const match = /^((?:[a-z0-9][\w.-]{0,150}(?:\s\u203a)?\s){1,3})(.*)$/s.exec(head);
  if (match === null) return false;
  const [, prefix = '', rest = ''] = match;
  const known = startsRecord(rest) ? prefix : prefixesOf(head).find((one) => memory.pods.has(one));
  return known !== undefined && takeStern(peeled, known, memory);
};

function prefixesOf(head: string): string[] {
  const words = head.split(' ', 4);
  return [3, 2, 1].filter((count) => words.length > count).map((count) => `${words.slice(0, count).join(' ')} `);
}

function takeStern(peeled: Peeled, prefix: string, memory: PeelMemory): boolean {
  remember(memory, prefix);
  peeled.text = peeled.text.slice(prefix.length);
  peeled.envelopes.push('stern');
  peeled.guessed = true;
  named(peeled, prefix.replace(/\u203a/g, '').trim().replace(/\s+/g, '/'));
  return true;
}

/** Matches a zone that an export put before the line without a blank. */
const GLUED_ZONE = /^[A-Z]{2,4}(?=(?:level|ts|caller|time)=)/;

/** Strips a time and what follows it: a runtime's stream, a host and a program, labels, a supervisor's level. */
const timed: Rule = (peeled, head, memory) => {
  const bracket = /^\[(?=\d{4}-|[A-Z][a-z]{2}\s)/.test(head) ? 1 : 0;
  // Bare numbers are times in journald's short-unix format and in lines copied from CloudWatch.
  const unix = /^(?:\d{10}\.\d{6}\s\S+\s[\w.-]+\[\d+\]:|\d{13}\t)/.test(head);
  const found = stampAt(head.slice(bracket), unix) ?? weekday(head.slice(bracket));
  if (found === null) return false;
  const end = bracket + found.end;
  if (bracket === 1 && head[end] !== ']') return false;
  stamped(peeled, found.stamp);
  peeled.text = peeled.text.slice(end + bracket).replace(/^[ :]?(?:\s*[|,;]\s?|\s)?\s*/, '').replace(GLUED_ZONE, '');
  afterTime(peeled, found.stamp.yearless, memory);
  return true;
};

const LABEL = /[a-zA-Z_][\w.]{0,100}=\\?"(?:[^"\\]|\\.){0,300}\\?"/.source;
const LABELS = new RegExp(`^\\{(${LABEL}(?:,\\s?${LABEL}){0,40})?\\}\\s*`);
const HOST = /^([^\s=|{"[\]]{1,150})\s([^\s=|{"[\]:]{1,100})(?:\[(\d{1,10})\])?:(?:\s|$)/;

/** Parses `Fri 2026-11-20 16:30:50 UTC` of journald's short-full format. */
function weekday(head: string): ReturnType<typeof stampAt> {
  if (!/^[A-Z][a-z]{2}\s\d{4}-/.test(head)) return null;
  const found = stampAt(head.slice(4));
  return found === null ? null : { ...found, end: found.end + 4 };
}

function afterTime(peeled: Peeled, isBsd: boolean, memory: PeelMemory): void {
  const head = peeled.text.slice(0, HEAD);
  const runtime = /^(?:stdout|stderr)\s([PF])(?::\w{1,20})*(?:\s|$)/.exec(head) ?? /^\d\d[OE]([ +])\s?/.exec(head);
  if (runtime !== null) {
    peeled.partial = runtime[1] === 'P';
    peeled.text = peeled.text.slice(runtime[0].length);
    peeled.part = peeled.text;
    peeled.envelopes.push(/^std/.test(head) ? 'container runtime' : 'GitLab CI');
    return;
  }
  const labels = LABELS.exec(peeled.text.slice(0, 4000));
  if (labels !== null) {
    nameSource(peeled, fieldsOfLabels(labels[1] ?? ''));
    peeled.text = peeled.text.slice(labels[0].length);
    peeled.envelopes.push('logcli');
    return;
  }
  if (afterSupervisor(peeled, head, memory)) return;
  const host = HOST.exec(head);
  const isHost = host !== null && (isBsd || host[3] !== undefined || isAbout(host[2] ?? '')
    || isRecordOrTime(head.slice(host[0].length)));
  const local = /^([^\s=|{"[\]:]{1,100})\[(\d{1,10})\]:(?:\s|$)/.exec(head);
  if (host !== null && isHost) {
    peeled.host = host[1] ?? '';
    ofProgram(peeled, host[2] ?? '', host[3] ?? '');
    peeled.text = peeled.text.slice(host[0].length);
  } else if (local !== null) {
    ofProgram(peeled, local[1] ?? '', local[2] ?? '');
    peeled.text = peeled.text.slice(local[0].length);
  } else {
    peeled.envelopes.push('time');
    return;
  }
  peeled.envelopes.push(isBsd ? 'syslog' : 'journald');
  unescapeSyslog(peeled);
}

/** Strips supervisord's level; in debug mode its own line before a program's output names that program. */
function afterSupervisor(peeled: Peeled, head: string, memory: PeelMemory): boolean {
  const match = /^(?:CRIT|ERRO|WARN|INFO|DEBG|TRAC|BLAT)\s(?:'([\w.:-]{1,100})' (?:stdout|stderr) output:)?/.exec(head);
  if (match === null) return false;
  memory.child = match[1] ?? '';
  // Programs in a container write such levels, too.
  if (peeled.name === '') peeled.name = peeled.program = 'supervisord';
  peeled.text = peeled.text.slice(match[0].length);
  peeled.envelopes.push('supervisord');
  return true;
}

function ofProgram(peeled: Peeled, program: string, process: string): void {
  peeled.program = program;
  peeled.process = process;
  named(peeled, program);
}

/** Restores tabs, which rsyslog writes as `#011`. */
function unescapeSyslog(peeled: Peeled): void {
  if (peeled.text.includes('#011')) peeled.text = peeled.text.replaceAll('#011', '\t');
}

function isRecordOrTime(text: string): boolean {
  return startsRecord(text) || stampAt(text) !== null;
}

const RULES: readonly Rule[] = [
  quoteMark, bullet, lineNumber, csvRow,
  ciJob, kubectl, syslog5424, priority, timed, bracketed, procfile, compose, kail, grepped, buildKit, stern,
];
