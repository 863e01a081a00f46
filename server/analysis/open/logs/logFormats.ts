/** Formats of logs by the program that wrote them. All open on the log page. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, LIKELY, when, wordOf, type Format } from '../look/format.ts';
import { allWait, goroutineStates } from '../goroutines/goroutineTexts.ts';
import { schedulerFacts } from '../outputs/runtime/schedtrace.ts';
import type { Look } from '../look/look.ts';
import { scavengerFacts } from './gc/scavenger.ts';
import { gcTraceFacts, hasGcTrace } from './gcTrace.ts';
import { withDecided } from './chains/settled/outcome.ts';
import { builtWith } from './crashes/crashFacts.ts';
import { kernelFacts } from './kernelFacts.ts';
import { knownIssueFacts, type LogServer } from './knownIssueFacts.ts';
import { isAbout } from '../../logs/envelopeFields.ts';
import { joined } from '../look/factTools.ts';
import { crashFacts } from './logFacts.ts';
import type { LogProgram } from './logProgram.ts';
import { JVM_CRASH } from './loneErrors.ts';
import { countLogLines, isLog } from './logLines.ts';
import { LOG_PROGRAMS } from './logPrograms.ts';
import { exitedContainers, writerOf } from './namedLogs.ts';
import { programOfModules } from './naming/programTable.ts';
import { isOfHost, isOfSender } from './naming/senders.ts';
import { servedPanic } from './crashes/otherCrashes.ts';
import { baseOf } from '../look/sourceName.ts';
import { ginLog } from './ordinary/ginLog.ts';
import { quietFacts } from './ordinary/quietLog.ts';
import { runFacts } from './ordinary/runFacts.ts';
import { hintedStart } from './ordinary/setupHints.ts';
import { settledStart } from './ordinary/settledStart.ts';
import { printedAnswers } from './said/printedAnswers.ts';
import { errorFacts } from './said/saidLines.ts';
import { quitFacts } from './crashes/quitFacts.ts';
import { goVersionIn, moduleVersion, startedAs } from './crashes/stackVersions.ts';

const READ: ReadonlySet<string> = new Set([
  'prometheus-log', 'prometheus-thanos-log', 'thanos-log', 'mimir-log', 'cortex-log', 'ingester-log',
  'bucket-compactor-log',
]);

/** Returns the lines that name failures; null if none does. */
function namedFailures(look: Look): string | null {
  const facts = quietFacts(look);
  return facts !== null && /\bnames? (?:a failure|failures)\b/.test(facts) ? facts : null;
}

/** The start message of programs that have files and words of their relatives. */
const OWN_START = /\bmsg="Starting (Loki|Tempo)" version=/;

function rowOf({ id, program, texts, version, kind, interest: ownFacts = crashFacts }: LogProgram): Format {
  const versionOf = ({ words }: Look): string | undefined =>
    (version === undefined ? undefined : wordOf(version, words));
  return {
    id, name: `a log of ${program}`, door: 'log',
    interest: (look) => withDecided(joined([
      joined([
        quitWithin(look),
        // Another container that ended may be why this program fails.
        exitedContainers(look, program), settledStart(look) ?? hintedStart(look) ?? ownFacts(look),
        kind === undefined ? null : knownIssueFacts(look, { kind, version: versionOf(look) }),
      ]) ?? (ownFacts === kernelFacts ? errorFacts(look) ?? namedFailures(look) : quietFacts(look)),
      READ.has(id) || ownFacts === kernelFacts || settledStart(look) !== null
        || hintedStart(look) !== null ? null : runFacts(look),
    ]), look),
    match: (look) => {
      if (!look.isText || !fits(texts, look.words) || !isLog(look)) return null;
      if (kind !== undefined && (wordOf(OWN_START, look.words) ?? program) !== program) return null;
      if (isOfSender(look, { id, texts }) || isOfHost(look, program)) return null;
      const version = versionOf(look) ?? startedAs(program, look.words) ?? moduleVersion(program, look.words);
      return { ...LIKELY, program, version };
    },
    remedy: READ.has(id)
      ? 'Give the lines of a start ("Starting Prometheus" to "Server is ready") or of compactions ("write block", '
        + '"compact blocks").'
      : `Starts and compactions of ${program} are not read from logs. Watch it live where it has /metrics, or open its `
        + 'profiles.',
  };
}

const CRASH =
  /(?:^|[\s"|>\]:])(?:panic: \S|fatal error: \S|runtime: goroutine stack exceeds|SIG(?:SEGV|ABRT|BUS|QUIT): )/m;

const OF_GO = /goroutine \d+|\.go:\d+|runtime\.|unexpected fault address 0x/;

/** Parameters of a query, with the keys in the order in which Go writes a map, or in any other. */
const QUERY_LINE = /"params": ?\{"end":|"params": ?\{.{0,1500}?"query":.{0,1500}?"execTotalTime":/;

/** Tested before formats recognized by single words, because queries may contain any word. */
export const QUERY_LOG: Format = {
  id: 'prometheus-query-log', name: 'a query log of Prometheus', door: 'log',
  match: ({ isText, lines }) => {
    const some = isText ? lines.slice(0, 100) : [];
    const count = some.filter((line) => QUERY_LINE.test(line)).length;
    return when(count * 2 > some.length, { ...CERTAIN, program: 'Prometheus' });
  },
  remedy: 'Open the file that query_log_file in the configuration of Prometheus names.',
};

const STACKS = /^goroutine \d{1,20} (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?\[[^\]\n]{1,100}\]:\s*$/m;

const KINDS: Readonly<Record<string, LogServer['kind']>> = {
  Prometheus: 'prometheus', Thanos: 'thanos', Mimir: 'mimir', Cortex: 'mimir', VictoriaMetrics: 'victoriametrics',
};

const isQuit = (text: string): boolean => fits(/^SIGQUIT: quit\s*$/m, text) && fits(STACKS, text)
  && !fits(/^(?:panic|fatal error): \S/m, text);

/** Describes the stacks that a program printed below its log; null without any. */
function quitWithin({ bare }: Look): string | null {
  return isQuit(bare) ? quitFacts(bare.slice(bare.search(/^SIGQUIT: quit/m)), bare) : null;
}

/** Stacks that somebody asked for with a signal, without a panic. */
const QUIT_DUMP: Format = {
  id: 'go-quit', name: 'the stacks that a Go program printed on SIGQUIT', door: 'log',
  match: ({ words }) => when(isQuit(words), () => ({ ...LIKELY, ...programOfStack(words) })),
  interest: ({ text }) => quitFacts(text),
  remedy: 'A dump shows one moment: for more, fetch /debug/pprof/profile, or send SIGQUIT to the next process too.',
};

export const LOG_FORMATS: readonly Format[] = [
  ...LOG_PROGRAMS.map(rowOf),
  JVM_CRASH,
  {
    id: 'gctrace', name: 'the output of GODEBUG=gctrace=1', door: 'log',
    match: (look) => when(hasGcTrace(look), () => ({ ...CERTAIN, program: writerOf(look.writers) ?? 'Go' })),
    interest: (look) => joined([gcTraceFacts(look), scavengerFacts(look.text), schedulerFacts(look.text)]),
    remedy: 'For charts of GC, give tsdbscope the address of the program’s /metrics.',
  },
  QUIT_DUMP,
  ginLog(crashFacts),
  {
    id: 'go-crash', name: 'the output of a Go program that crashed', door: 'log',
    match: (look) => when(fits(CRASH, look.words) && fits(OF_GO, look.words),
      () => ({ ...LIKELY, ...programOfStack(look.words) })),
    interest: (look) => {
      const kind = KINDS[programOfModules(look.words) ?? ''];
      const known = kind === undefined ? null : knownIssueFacts(look, { kind, version: undefined });
      return joined([crashFacts(look), builtWith(look), known]);
    },
    remedy: 'Open the whole log with it: the lines before say what the program did.',
  },
];

/** Returns the program in the paths of a stack with its version, else Go with that of its own source. */
function programOfStack(words: string): { program: string; version: string | undefined } {
  const program = programOfModules(words);
  return program === null ? { program: 'Go', version: goVersionIn(words) }
    : { program, version: moduleVersion(program, words) };
}

const MAX_COUNTED = 300;
/** Envelopes whose names are those of jobs, steps, threads or files. */
const OF_OTHERS = /GitHub|GitLab|BuildKit|prefix|grep|supervisord/;

/** Returns the name of the only container, unit or program that wrote the lines, which is not known by its lines. */
function containerOf({ writers, envelope }: Look): string | undefined {
  const [name, second] = [...new Set(writers.map((writer) => baseOf(writer)))];
  const isName = name !== undefined && /^[a-z][\w.-]{2,60}$/i.test(name) && !isAbout(name);
  return second !== undefined || !isName || envelope === null || OF_OTHERS.test(envelope) ? undefined : name;
}

/** Fallback for logs of other programs, tested last. */
export const ANY_LOG: Format = {
  id: 'log', name: 'a log of a program that is not known here', door: 'log',
  match: (look) => {
    const count = countLogLines(look, MAX_COUNTED);
    const isMost = count * 3 > Math.min(look.lines.length, MAX_COUNTED);
    return when(count > 0 && (isMost || look.envelope !== null), {
      confidence: 'guess', program: containerOf(look),
    });
  },
  interest: (look) => joined([crashFacts(look), exitedContainers(look)]) ?? printedAnswers(look) ?? quietFacts(look),
  remedy: 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.',
};

/** Stacks in a text with neither the beginning of a log nor of a dump. */
export const LONE_STACKS: Format = {
  id: 'go-stacks', name: 'stacks of the goroutines of a Go program', door: null,
  match: ({ words }) => when((fits(STACKS, words) || fits(/^created by \S{3,300}/m, words))
    && fits(/\.go:\d{1,7} \+0x[0-9a-f]/, words), () => ({ ...LIKELY, ...programOfStack(words) })),
  // Of a crash, one goroutine runs; those behind it only wait.
  interest: (look) => servedPanic(look) ?? (allWait(look.bare)
    ? `${goroutineStates({ ...look, text: look.bare })} If a crash printed them, its reason stood before the first one.`
    : 'A crash prints them; its reason comes before the first one, and is not in the text.'),
  remedy: 'Open the log from its line "panic:" or "fatal error:" on.',
};

/** A line of a stack: `net/http.(*conn).serve(0xc0, 0x1)`, `created by a/b.c`, or a file with its line. */
const FRAME = new RegExp([
  /^\s{0,8}(?:goroutine \d{1,12} \[|created by \S|[\w./()*[\]-]{1,200}\((?:0x|\.\.\.|\)))/,
  /^\s{0,8}\S{1,300}\.(?:go|s):\d{1,7}(?: \+0x|$)/,
].map(({ source }) => source).join('|'));

/** Stacks in the lines of a journal or of a container runtime. */
export const LOGGED_STACKS: Format = {
  ...LONE_STACKS, id: 'go-stacks-in-log',
  match: ({ lines, words, envelope }) => {
    if (envelope === null) return null;
    const some = lines.slice(0, MAX_COUNTED);
    const count = some.filter((line) => FRAME.test(line)).length;
    return when(count * 2 > some.length && fits(/\bgoroutine \d{1,12} \[/, words),
      () => ({ ...LIKELY, ...programOfStack(words) }));
  },
};
