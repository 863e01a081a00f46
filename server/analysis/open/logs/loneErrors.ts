/** Recognizes the rest of a crash or an error without a log around it: a panic, an exception, a message. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../look/factTools.ts';
import { LIKELY, when, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { withoutExplanations } from '../look/explainedTables.ts';
import { isExplained, isReported } from '../look/plainText.ts';
import { shapeOf } from '../structure/shape.ts';
import { libcClash } from './crashes/libcClash.ts';
import { loggedBefore, wholeMessage } from './crashes/java/exceptionLines.ts';
import { figuresOver } from './chains/figures.ts';
import { programOfModules } from './naming/programTable.ts';
import { extentOf, isSameForm } from './figures/extent.ts';
import { javaPlace, pythonPlace } from './crashes/userFrames.ts';
import { failedWebhook } from './messages/webhooks.ts';
import { sourceProgram } from './naming/sourcePaths.ts';
import { isSummary } from './said/causes/summaries.ts';
import { withoutWait } from './said/causes/waitMeanings.ts';
import { meaningBeside, meaningOf } from './said/meanings.ts';
import { regionSplit } from './databases/regionSplits.ts';
import { isToolFailure } from './said/toolLines.ts';

const JVM = /^\s{0,4}# A fatal error has been detected by the Java Runtime Environment/m;
const JVM_SIGNAL =
  /^\s{0,4}# {1,4}((?:SIG[A-Z]{2,6}|EXCEPTION_[A-Z_]{2,40}|Internal Error|Out of Memory)[^\n]{0,80}?)(?: at pc=|,|$)/m;
const JVM_FRAME = /^\s{0,4}# Problematic frame:[^\n]{0,20}\n\s{0,4}# {1,4}([^\n]{2,200})/m;
const JVM_VERSION = /^\s{0,4}# JRE version: ([^\n]{2,120}?)(?: \(build|$)/m;

/** Programs, each with a pattern of a library or a class that only it has. */
const JAVA_PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['QuestDB', /libquestdb|\bio\.questdb\.|\/\.?questdb\//], ['IoTDB', /\borg\.apache\.(?:iotdb|tsfile)\./],
  ['Druid', /\borg\.apache\.druid\./], ['KairosDB', /\borg\.kairosdb\./],
  ['ClickHouse', /\bDB::Exception|clickhouse/i],
  ['OpenTSDB', /\bnet\.opentsdb\./], ['Cassandra', /org\.apache\.cassandra/],
  ['Elasticsearch', /org\.elasticsearch/], ['OpenSearch', /org\.opensearch\./],
  ['HBase', /org\.apache\.hadoop\.hbase\./], ['the JMX exporter', /\bio\.prometheus\.jmx\./],
];
/** The client of HBase that OpenTSDB is built with. */
const ASYNC_HBASE = /\borg\.hbase\.async\./;

export function javaProgram(text: string): string | undefined {
  if (fits(ASYNC_HBASE, text) && fits(/\bOpenTSDB\b/, text)) return 'OpenTSDB';
  return JAVA_PROGRAMS.find(([, pattern]) => fits(pattern, text))?.[0];
}

export const JVM_CRASH: Format = {
  id: 'jvm-crash', name: 'the report of a Java VM that crashed', door: 'log',
  match: ({ bare }) => when(fits(JVM, bare), () => ({ ...LIKELY, program: javaProgram(bare) ?? 'Java' })),
  interest: ({ bare, text }) => {
    const [signal, frame, version] = [JVM_SIGNAL, JVM_FRAME, JVM_VERSION].map((one) => one.exec(bare)?.[1]?.trim());
    return joined([
      `It crashed${signal === undefined ? '' : ` with ${signal}`}${frame === undefined ? '' : `, in ${frame}`}${
        version === undefined ? '' : `, on ${version}`}.`,
      frame === undefined ? 'The frame is not in the text: the file hs_err_pid….log has it, with the stack.'
        : !frame.startsWith('C ') ? null : libcClash(text, true) ?? 'The frame is in native code, which is a fault of '
          + 'that library or of a file that it maps; the file hs_err_pid….log has the stack.',
    ]);
  },
  remedy: 'Open the log of the server: its last lines say what it did.',
};

/** First line of a Go panic, which may be copied without its stack, also in back quotes or a cell of a table. */
const PANIC = new RegExp([
  /^\s{0,8}((?:panic|fatal error): \S[^\n]{0,600})/, /[`|][ \t]{0,4}((?:panic|fatal error): \S[^\n`|]{0,600})/,
].map(({ source }) => source).join('|'), 'm');
const panicIn = (text: string): string => PANIC.exec(text)?.slice(1).find((said) => said !== undefined) ?? '';
/** Panic message that only the logger of VictoriaMetrics writes. */
const VICTORIA = /^\s{0,8}panic: (?:FATAL|BUG): /m;

export const LONE_PANIC: Format = {
  id: 'go-panic', name: 'the panic of a Go program', door: null,
  match: ({ text }) => (!fits(PANIC, text) ? null : {
    ...LIKELY, program: fits(VICTORIA, text) ? 'VictoriaMetrics' : programOfModules(text) ?? undefined,
  }),
  interest: ({ text }) => {
    const panic = panicIn(text);
    const extent = extentOf(text.split('\n').filter((line) => panic !== '' && line.includes(panic)), panic);
    return joined([`It crashed with ${quoted(panic)}${extent === '' ? '' : `,${extent}`}.`, meaningBeside(panic)]);
  },
  remedy: 'Open the log with it: the lines before say what the program did, those behind where it crashed.',
};

const EXCEPTION = new RegExp(
  /^\s{0,8}(?:Exception in thread "[^"\n]{1,80}" )?((?:[a-z][\w$]{0,40}\.){1,8}[A-Z]\w{1,60}(?:Exception|Error))/.source
    + /(?:: ([^\n]{1,900}))?$/.source, 'm'
);
/** A pattern that each of them has and that is found faster. */
const CLASS = /\.[A-Z]\w{1,60}(?:Exception|Error)/;
/** A Python traceback; its type and message are in the first line after the indented frames. */
const TRACEBACK = new RegExp(
  /^Traceback \(most recent call last\):[ \t]{0,8}\n(?:[ \t][^\n]{0,1000}\n|--- <[^\n]{0,80}\n){1,200}/.source
    + /((?:\w{1,60}\.){0,8}\w{3,60})(?:: ([^\n]{1,900}))?$/.source, 'm'
);
const PYTHON = /^Traceback \(most recent call last\):/m;
const CAUSED = /^\s{0,8}Caused by: ([^\n]{1,600})/gm;
const MAX_CAUSES = 20;

/** Returns the type and message of an exception and its last cause, or null without an exception. */
export function exceptionFacts(text: string): string | null {
  const python = TRACEBACK.exec(text);
  const found = python ?? EXCEPTION.exec(text);
  const [first = '', type, line] = found ?? [];
  if (found === null || type === undefined) return null;
  const end = found.index + first.length;
  const message = line === undefined || python !== null ? line : wholeMessage(text, line, end);
  const logged = python !== null ? null
    : loggedBefore(text, end - first.trimStart().length, `${type}: ${message ?? ''}`);
  const over = figuresOver(message ?? '');
  const own = first.trim().split('\n').at(-1) ?? '';
  const extent = extentOf(text.split('\n').filter((one) => one.includes(own)), own);
  const place = python === null ? javaPlace(text) : pythonPlace(text);
  const causes = [...text.matchAll(CAUSED)].slice(-MAX_CAUSES)
    .map(({ 0: whole, 1: said = '', index }) => wholeMessage(text, said, index + whole.length));
  const cause = causes.at(-1);
  // The innermost cause says most; those around it may be known where it is not.
  const meaning = meaningOf([...causes.toReversed(), `${type}: ${message ?? ''}`].join('\n'));
  return joined([
    message === undefined ? `It is ${type}${place}.`
      : `It is ${type}: ${quoted(message.replace(/\.? ?Stack trace:.*$/, ''))}${place}.`,
    extent === '' ? null : `It occurs${extent}.`, over === null ? null : `In it, ${over}`, logged,
    cause === undefined ? null : `The cause given is ${quoted(cause)}.`,
    regionSplit(text, [type, ...causes].join('\n')), meaning,
  ]);
}

export const TRACEBACKS: Format = {
  id: 'python-traceback', name: 'a traceback of Python', door: null,
  match: ({ text }) => when(fits(PYTHON, text), LIKELY),
  interest: ({ text }) => exceptionFacts(text) ?? 'Its last line, which has the error, is not in the text.',
  remedy: 'Open the log of the program that it comes from.',
};

export const EXCEPTIONS: Format = {
  id: 'exception', name: 'an exception of a Java program', door: null,
  match: ({ text }) => when(fits(CLASS, text) && fits(EXCEPTION, text),
    () => ({ ...LIKELY, program: javaProgram(text) })),
  interest: ({ text }) => exceptionFacts(text),
  remedy: 'Open the log of the server that it comes from.',
};

/** Beginnings of error lines; `ENDS` has the endings from the operating system and Go's network code. */
const BEGINS = /^\s{0,8}(?:\S{1,60}: )?(?:error|err|fatal|failed|failure|unable to|cannot|could not|can't|warning)\b/i;
const CAUSES = [
  'no such file or directory', 'permission denied', 'connection refused', 'connection reset by peer',
  'context deadline exceeded', 'no space left on device', 'i/o timeout', 'EOF', 'cannot allocate memory',
  'too many open files', 'input/output error', 'read-only file system', 'no such host', 'operation not permitted',
].join('|');
const ENDS = new RegExp(String.raw`: (?:unexpected )?(?:${CAUSES})\W{0,4}$`, 'i');
const MAX_LINES = 30;

/** Words of failures; `TECHNICAL` has marks that are rare in the sentences of a report. */
const FAILS = new RegExp(String.raw`\b(?:ERROR|FATAL|PANIC|CRITICAL|SEVERE|[Ee]rror|[Ff]ailed|[Ff]ailure|[Cc]annot`
  + String.raw`|unable|not allowed|duplicate|corrupt(?:ed|ion)?|refused|denied|exceeded|invalid|unexpected|timed? out`
  + String.raw`|killed)\b`);
/** Counts of no failure, which summaries of tests and loads print. */
const NO_FAILURE = new RegExp(String.raw`\b0 (?:tests? )?(?:failed|failures?|errors?)\b`
  + String.raw`|"?\b(?:failed|failures?|fails|errors?)"?\s?[:=]\s?(?:0\b|\[\])`, 'gi');
const TECHNICAL = /[={}[\]"]|\w[/_]\w|: \S|\.\w{2,4}:\d/;

/** Returns the error among a few lines: one that begins or ends so, else one that names a failure; summaries last. */
function errorLine({ text }: Look): string | null {
  const lines = withoutExplanations(text.slice(0, 16 * 1024)).split('\n').map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > MAX_LINES || shapeOf(text) === 'source code') return null;
  const isProse = (line: string, i: number): boolean =>
    isExplained([line, ...lines.slice(i + 1, i + 2)].join('\n'), line.search(/\s|$/));
  const errors = lines.filter((line, i) => (BEGINS.test(line) && !isProse(line, i)) || ENDS.test(line.slice(-200)));
  const found = errors.find((line) => !isSummary(line)) ?? lines.find(isToolFailure)
    ?? lines.find((line, i) => {
      const at = FAILS.exec(line.replaceAll(NO_FAILURE, ({ length }) => ' '.repeat(length)))?.index;
      return at !== undefined && TECHNICAL.test(line) && isReported(line, at) && !isProse(line, i) && !isSummary(line);
    }) ?? errors[0];
  if (found === undefined) return null;
  return whole(found.replace(CONTAINER, ''), lines[lines.indexOf(found) + 1] ?? '');
}

/** The name of a container before a line of docker compose. */
const CONTAINER = /^[\w.-]{1,60} {1,40}\| {0,40}/;

/** Adds the next line to one that goes on there, as errors of YAML do: a quotation must not end before what it says. */
const whole = (line: string, next: string): string =>
  (!/[:([]$/.test(line) || !/^[\w"'[({./-]/.test(next) ? line : `${line} ${next.replace(CONTAINER, '')}`);

/** Number of lines up to which a message stands alone. */
const MAX_ALONE = 3;

export const LONE_ERROR: Format = {
  id: 'error-message', name: 'an error message', door: null,
  match: (look) => when(errorLine(look) !== null, () => ({
    confidence: 'guess',
    program: sourceProgram(look.words) ?? (fits(/^VictoriaMetrics\/[\w./-]{3,150}\.go:\d/m, look.bare)
      ? 'VictoriaMetrics' : undefined),
  })),
  interest: (look) => {
    const webhook = failedWebhook(look.text);
    const error = errorLine(look) ?? '';
    const extent = extentOf(look.lines.filter((line) => isSameForm(line.trim(), error)), error);
    const said = joined([`It says ${quoted(webhook?.quote ?? error)}${extent}.`, meaningOf(look.text)]);
    // Among other lines, which may say why, a timeout is no finding.
    return look.lines.length > MAX_ALONE ? withoutWait(said) : said;
  },
  remedy: 'Open the log that it comes from: the lines before it say why.',
};
