/**
 * Recognizes a file by its first megabyte. Pure: runs nothing in the file and throws nothing. `FORMATS` is the table of
 * formats, one row each.
 */
import { forgetTexts } from '../../../core/text/prefilter/fits.ts';
import { ALERT_SERIES, ALERT_TEXTS, AMTOOL_TABLE } from './alerts/alertFormats.ts';
import { BINARY_FORMATS } from './binaryFormats.ts';
import { remedyOf, type Format, type Match } from './look/format.ts';
import { JSON_FORMATS } from './jsonFormats.ts';
import { LONE_CRASHES } from './logs/crashes/loneCrashes.ts';
import { withFullVolume } from './logs/crashes/mapped/fullVolumes.ts';
import { ANY_LOG, LOG_FORMATS, LOGGED_STACKS, LONE_STACKS, QUERY_LOG } from './logs/logFormats.ts';
import { EXCEPTIONS, LONE_ERROR, LONE_PANIC, TRACEBACKS } from './logs/loneErrors.ts';
import { NAMED_LOGS } from './logs/namedLogs.ts';
import { KNOWN_TEXT } from './logs/known/knownTexts.ts';
import { withNames } from './logs/known/finalName.ts';
import { NAMED_ALERT } from './logs/known/namedAlerts.ts';
import { withKnown } from './logs/known/withKnown.ts';
import { RUNTIME_ERRORS } from './logs/crashes/runtimeErrors.ts';
import { QUOTED_ERROR } from './logs/quotedErrors.ts';
import { RANGE_QUERY } from './logs/refusals/rangeQueries.ts';
import { REFUSALS } from './logs/refusals/refusals.ts';
import { lookAt, lookAtText, type Look } from './look/look.ts';
import { nearestForms, READ_FILES } from './look/nearest.ts';
import type { Recognized, RecognizeText } from './look/recognized.ts';
import { BENCHMARK_TEXTS, LOGGED_BENCHMARKS, OTHER_TEXTS } from './otherTexts.ts';
import { VIEWED_ANSWER } from './outputs/apiAnswers.ts';
import { BLOCK_TOOLS } from './outputs/blockTools.ts';
import { withFutureBlock } from './outputs/blocks/futureBlocks.ts';
import { BENCHMARK_TOOLS } from './outputs/benchmarkTools.ts';
import { POD_TABLE } from './outputs/host/podTables.ts';
import { HOST_OUTPUTS } from './outputs/hostOutputs.ts';
import { LISTINGS } from './outputs/listings.ts';
import { DBENCH } from './outputs/loads/dbench.ts';
import { CURL_TIMES } from './outputs/loads/curlTimes.ts';
import { LOAD_TOOLS } from './outputs/loadTools.ts';
import { MORE_LOADS } from './outputs/loads/moreLoads.ts';
import { MEMORY_MAPS } from './outputs/memoryMaps.ts';
import { OTHER_OUTPUTS } from './outputs/otherOutputs.ts';
import { OTHER_SERVERS } from './outputs/otherServers.ts';
import { CONFIGURATIONS } from './outputs/configurations.ts';
import { JAVA_DEADLOCK } from './outputs/profilers/javaDeadlock.ts';
import { OPROFILE } from './outputs/profilers/oprofile.ts';
import { PPROF_SESSION } from './outputs/profilers/tables/pprofSessions.ts';
import { QUERY_PLANS } from './outputs/plans/queryPlans.ts';
import { PROFILER_TABLES } from './outputs/profilerTables.ts';
import { LATE_TEXTS, METRIC_TEXTS, PROFILER_TEXTS } from './outputs/profilerTexts.ts';
import { SYSTEM_CALLS } from './outputs/systemCalls.ts';
import { THREAD_DUMPS } from './outputs/threadDumps.ts';
import { TSDB_TOOLS } from './outputs/tsdbTools.ts';
import { COMPOSE_EXITS } from './logs/kubernetes/composeExits.ts';
import { DOCKER_STATES } from './logs/kubernetes/dockerStates.ts';
import { BARRED_OUTPUTS } from './parts/barred.ts';
import { heaviestBlock, withBlocks } from './parts/byBlock.ts';
import { unitsBySource } from './parts/bySource.ts';
import { withEvidence } from './parts/evidence/evidence.ts';
import { withShellEvidence } from './parts/evidence/shell/shellEvidence.ts';
import { withMatterFirst } from './parts/matter/mainMatter.ts';
import { withNow } from './parts/nowFigures.ts';
import { withShown } from './parts/shown.ts';
import { withoutPassedSteps } from './parts/steps/passedSteps.ts';
import { withShownOutputs } from './parts/steps/shownOutputs.ts';
import { withPodStep } from './parts/steps/podSteps.ts';
import { together } from './parts/together.ts';
import { withVerdict } from './parts/verdicts/verdicts.ts';
import { withoutWaits } from './parts/waits.ts';
import { pastedParts, quotedLines, withMarks } from './pasted.ts';
import { PROFILE_TEXTS, SAMPLED_TEXTS } from './profileTexts.ts';
import { commandsOf, recorderOf } from './recorders.ts';
import { outputsOf } from './severalOutputs.ts';
import { DATA_FORMATS, DATA_TEXTS } from './structure/dataTexts.ts';
import { HEALTH_ANSWERS } from './structure/health/healthAnswers.ts';
import { HOST_TABLES } from './structure/hostTables.ts';
import { jsonPart } from './structure/jsonPart.ts';
import { KNOWN_TABLES } from './structure/knownTables.ts';
import { OTHER_CONFIGURATIONS } from './structure/otherConfigurations.ts';
import { STORE_CONFIGURATIONS } from './structure/storeConfigurations.ts';
import { structureOf } from './structure/structureOf.ts';

export type { Recognized } from './look/recognized.ts';

/** All formats in test order: by signature, by header, then by content. */
export const FORMATS: readonly Format[] = [
  ...BINARY_FORMATS, QUERY_LOG, ...JSON_FORMATS, ...PROFILE_TEXTS, DBENCH, ...MORE_LOADS, ...LOAD_TOOLS,
  ...PROFILER_TABLES, OPROFILE, ...MEMORY_MAPS, AMTOOL_TABLE, ALERT_SERIES, ...ALERT_TEXTS, ...OTHER_TEXTS,
  LOGGED_BENCHMARKS, ...LOG_FORMATS, ...BENCHMARK_TEXTS, ...PROFILER_TEXTS,
  ...THREAD_DUMPS, RUNTIME_ERRORS, ...SYSTEM_CALLS, ...TSDB_TOOLS, ...BLOCK_TOOLS, VIEWED_ANSWER, ...METRIC_TEXTS,
  ...BENCHMARK_TOOLS, ...QUERY_PLANS,
  ...HOST_OUTPUTS, ...LISTINGS, ...OTHER_OUTPUTS, ...OTHER_SERVERS, ...HEALTH_ANSWERS, ...OTHER_CONFIGURATIONS,
  ...STORE_CONFIGURATIONS,
  ...CONFIGURATIONS, ...REFUSALS, ...DATA_FORMATS, ...DATA_TEXTS, ...HOST_TABLES, CURL_TIMES,
  ...KNOWN_TABLES, POD_TABLE,
  ...BARRED_OUTPUTS, ...SAMPLED_TEXTS, LOGGED_STACKS, ...NAMED_LOGS, ANY_LOG,
];

/** Formats tested if no other is found, also on the parts of a paste. */
const LATE: readonly Format[] = [
  ...LATE_TEXTS, PPROF_SESSION, LONE_STACKS, DOCKER_STATES, QUOTED_ERROR, LONE_PANIC, ...LONE_CRASHES, JAVA_DEADLOCK,
  TRACEBACKS, EXCEPTIONS, COMPOSE_EXITS, RANGE_QUERY, KNOWN_TEXT, LONE_ERROR,
];
/** Those of parts; the messages in the parts are told of the whole text. */
const LATE_OF_PARTS = LATE.filter((format) => format !== KNOWN_TEXT);

/** Formats of what one container logs. */
const LOGS: readonly Format[] = [QUERY_LOG, ...LOG_FORMATS, ...REFUSALS, LOGGED_STACKS, ...NAMED_LOGS, ANY_LOG];
const OF_PARTS = FORMATS.filter(({ isAnywhere }) => isAnywhere !== true);
/** Number of first characters that are searched for Markdown marks. */
const MARKED_CHARS = 64 * 1024;
/** Characters by which a part is recognized; a low limit, because all formats are tried on each of several parts. */
const PART_CHARS = 6 * 1024;

/** Recognizes the first MiB of a file (`LOOK_BYTES`), which must be expanded if it is gzip. */
export function recognize(bytes: Uint8Array, name = ''): Recognized {
  try {
    const look = lookAt(bytes, name);
    const own = withEvidence(withoutWaits(ofLook(look, bytes, name)), look.text);
    const whole = withShellEvidence(own, look.text);
    const steps = withShownOutputs(withoutPassedSteps(whole, look.text), look.text);
    const judged = withFutureBlock(withPodStep(withVerdict(steps, look), look.text), look.text);
    return withMatterFirst(judged, look.text);
  } finally {
    forgetTexts();
  }
}

function ofLook(look: Look, bytes: Uint8Array, name: string): Recognized {
  const one = found(look);
  const several = severalIn(look, name, one);
  if (several !== null)
    return finished(
      withShown(withBlocks(several, look.text, { recognized: ofOutputs(name), isSplit: true }), look.text), look
    );
  const whole = one ?? (look.isText ? withinText(look, name) : null);
  return whole === null ? unknown(bytes.length === 0, look)
    : finished(withKnown(withShown(withRecorder(withOthers(whole, look, name), look), look.text), look), look);
}

const finished = (whole: Recognized, look: Look): Recognized =>
  withNames(withFullVolume(withNow(whole, look.text), look.text), look);

/** Adds the program that recorded a profile, if a command around it shows it and the profile itself does not. */
function withRecorder(whole: Recognized, { head }: Look): Recognized {
  if (whole.door !== 'profile' || whole.program !== null) return whole;
  const program = recorderOf(whole.pasted === null ? commandsOf(head) : head);
  return program === null ? whole : { ...whole, program, name: `${whole.name} (${program})` };
}

/** Recognizes lines of several programs, told apart by what their envelopes name; null for other texts. */
function severalIn(look: Look, name: string, whole: Recognized | null): Recognized | null {
  if (!look.isText || (whole?.door ?? 'log') !== 'log' || whole?.format === 'pod-list') return null;
  const units = unitsBySource(look, (text) => found(lookAtText(text, name), LOGS));
  return units === null ? null : together(units, look.envelope);
}

const ofOutputs = (name: string): RecognizeText => (output) => {
  const look = lookAtText(output, name);
  const whole = found(look);
  const one = severalIn(look, name, whole) ?? whole ?? found(look, LATE_OF_PARTS);
  return one === null ? null : { ...one, pasted: output };
};

/** Adds what the other blocks of a paste tell. */
const withOthers = (whole: Recognized, { text }: Look, name: string): Recognized =>
  withBlocks(whole, text, { recognized: ofOutputs(name), isSplit: false });

/** Recognizes a part of the text; a part known only by its shape comes after the others. */
function withinText(look: Look, name: string): Recognized | null {
  const part = pastedIn(look.text, name);
  if (part !== null && part.confidence !== 'guess') return part;
  const late = found(look, LATE);
  const sure = partOfJson(look.text, name) ?? quotedLog(look.text, name)
    ?? (late?.confidence === 'guess' ? null : late);
  // A log of an unknown program is opened, with what else is known beside it.
  const block = sure !== null || part?.door === 'log' ? null : heaviestBlock(look.text, ofOutputs(name));
  return sure ?? block ?? late ?? part ?? lateOutput(look.text, name) ?? found(look, [NAMED_ALERT]);
}

/** Recognizes a log line within a sentence, if the line shows its program. */
function quotedLog(text: string, name: string): Recognized | null {
  for (const pasted of quotedLines(text)) {
    const one = found(lookAtText(pasted, name));
    if (one !== null && one.door === 'log' && one.confidence !== 'guess') return { ...one, pasted };
  }
  return null;
}

/** Recognizes JSON whose beginning was cut off, or that text surrounds. */
function partOfJson(text: string, name: string): Recognized | null {
  const json = jsonPart(text);
  const part = json === null ? null : found(lookAtText(json, name), JSON_FORMATS);
  return part === null ? null : { ...part, pasted: json };
}

function lateOutput(text: string, name: string): Recognized | null {
  for (const pasted of outputsOf(text)) {
    const late = found(lookAtText(pasted, name), LATE);
    if (late !== null) return { ...late, pasted };
  }
  return null;
}

/** Returns the first part of a paste that is of a format by its first lines; else the first match by shape alone. */
function pastedIn(text: string, name: string): Recognized | null {
  const marked = withMarks(text);
  // Without their Markdown marks, lines of a part may match formats that the whole text does not match.
  const formats = marked !== text || /^[ \t]*[>`~]/m.test(text.slice(0, MARKED_CHARS)) ? FORMATS : OF_PARTS;
  let guess: Recognized | null = null;
  for (const part of pastedParts(marked)) {
    const head = found(lookAtText(part.head.slice(0, PART_CHARS), name), formats);
    if (head === null || (head.confidence === 'guess' && guess !== null)) continue;
    const pasted = part.whole();
    const whole = { ...found(lookAtText(pasted, name)) ?? head, pasted };
    if (whole.confidence !== 'guess') return whole;
    guess ??= whole;
  }
  return guess;
}

function found(look: Look, formats: readonly Format[] = FORMATS): Recognized | null {
  for (const format of formats) {
    const match = format.match(look);
    if (match !== null) return described(look, format, match);
  }
  return null;
}

function described(look: Look, format: Format, match: Match): Recognized {
  const { confidence, program = null, version = null } = match;
  const of = version === null ? '' : ` ${version}`;
  const by = program === null || format.name.includes(program) ? '' : ` (${program}${of})`;
  // A row of a table may look like a line of a container.
  const envelope = look.envelope !== null && format.door === 'log' && format.id !== 'pod-list' ? look.envelope : null;
  return {
    format: format.id,
    name: `${by === '' ? versioned(format.name, program, of) : `${format.name}${by}`}${
      envelope === null ? '' : ` in ${envelope}`}`,
    program, version, confidence, envelope, door: format.door,
    interest: format.interest?.(look) ?? null, caveat: format.caveat?.(look) ?? null,
    remedy: remedyOf(format, look),
    pasted: null, sides: format.sides?.(look) ?? null,
  };
}

/** Puts the version behind the program in a name, which may have words after it. */
const versioned = (name: string, program: string | null, version: string): string =>
  (program === null ? `${name}${version}` : name.replace(program, () => `${program}${version}`));

function unknown(isEmpty: boolean, { isText, text }: Look): Recognized {
  const { name, fact } = isText ? structureOf(text) : { name: 'a binary file', fact: null };
  return {
    format: isEmpty ? 'empty' : 'unknown',
    name: isEmpty ? 'an empty file' : `${name} of no form that is known here`,
    program: null, version: null, confidence: isEmpty ? 'certain' : 'guess', envelope: null, door: null, interest: fact,
    caveat: null, pasted: null, sides: null,
    remedy: isEmpty ? null : isText ? nearestForms(text) : READ_FILES,
  };
}
