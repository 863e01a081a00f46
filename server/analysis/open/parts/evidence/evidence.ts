/**
 * Adds to what is wrong in a text what else in it bears on that: settings, outputs about files and disks, and what its
 * writer says. Each sentence repeats what the text shows. Pure; bounded.
 */
import { joined } from '../../look/factTools.ts';
import type { Recognized } from '../../look/recognized.ts';
import { isQuiet } from '../gravity.ts';
import { circumstances, complaint } from '../prose/circumstances.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { hostPath } from './configuration/hostPaths.ts';
import { misplacedTls } from './configuration/remoteTls.ts';
import { targetPorts } from './configuration/targetPorts.ts';
import { unsetFlag } from './configuration/unsetFlags.ts';
import { yamlFile } from './configuration/yamlFile.ts';
import { withCgroupCounts } from './system/cgroupCounts.ts';
import { refusedSinceUpdate } from './system/contentTypes.ts';
import { cutLines } from './system/cutLines.ts';
import { errnoNames } from './system/errnos.ts';
import { laterFullDisk } from './system/laterFullDisk.ts';
import { ANY_FAULT, MAPS, OPEN_FILES } from './faults.ts';
import { deniedPath, fullDisk, openFiles } from './files.ts';
import { fixedVersions } from './fixedVersions.ts';
import { gossipPorts } from './gossipPorts.ts';
import { ioErrors } from './ioErrors.ts';
import { influxCache } from './influx/influxCache.ts';
import { influxMemory } from './influx/influxMemory.ts';
import { countedLimits, isReached } from './limits/counts.ts';
import { withBurst } from './limits/bursts.ts';
import { oomLimit } from './limits/oomLimit.ts';
import { targetCounts } from './limits/targetCounts.ts';
import { jvmMemory } from './jvmMemory.ts';
import { networkMount } from './mounts.ts';
import { podData } from './podData.ts';
import { allUnhealthy, ringMembers } from './rings.ts';
import { settingsBeside } from './settings.ts';
import { sizeRetention } from './sizeRetention.ts';
import { sqliteFile } from './sqliteFile.ts';
import { sqlValues } from './sqlValues.ts';
import { unitLogs } from './unitLogs.ts';
import { machineMemory } from './system/machineMemory.ts';
import { withRoomLeft } from './system/roomLeft.ts';
import { withWalk } from './walks.ts';
import { writersWords } from './writersWords.ts';

const MAX_ADDED = 3;
/** A longer text is a file, beside which nobody wrote. */
const MAX_CHARS = 128 * 1024;
/** Forms that compare or measure, whose figures say nothing of a fault. */
const NO_FAULTS: ReadonlySet<string> = new Set(['benchstat', 'go-benchmark', 'hyperfine', 'pprof-diff', 'metrics']);

/** Whether a form describes pods, with their volumes and limits. */
const ofPods = (format: string): boolean => format === 'kubectl-describe';

/** Adds what the counts of a report say of a table that names no fault. */
const withCounts = (whole: Recognized, text: string): Recognized => (whole.interest === null ? whole
  : { ...whole, interest: withCgroupCounts(whole.interest, text) });

/** Returns `whole` with the evidence behind its facts; unchanged without a fault or without evidence. */
export function withEvidence(recognized: Recognized, text: string): Recognized {
  const whole = withCounts(recognized, text);
  const { interest: told, door, format, program } = whole;
  const walked = told === null || text.length > MAX_CHARS ? told : withRoomLeft(withWalk(told, text), text);
  const interest = walked === null || text.length > MAX_CHARS ? walked : withBurst(walked, text);
  if (interest === null || (door !== 'log' && door !== null) || NO_FAULTS.has(format)) return whole;
  if (isQuiet(interest) && text.length <= MAX_CHARS)
    return { ...whole, interest: joined([interest, complaint(interest, text)]) };
  if (text.length > MAX_CHARS || isQuiet(interest) || !ANY_FAULT.test(interest)) return whole;
  const limited = MAPS.test(interest) ? 'maps' : OPEN_FILES.test(interest) ? 'files' : null;
  const reached = countedLimits(limited, text);
  const cause = sizeRetention(interest, text);
  const cache = influxCache(interest, text, program);
  const around = cause === null && cache === null ? circumstances(interest, text) : null;
  // A limit that is reached by the counts is the cause: the places to look at otherwise are left out.
  const memory = limited === 'maps' ? enoughMemory(interest) : null;
  const known = reached === null || !isReached(reached) ? interest
    : behindCause(withoutGuesses(interest), memory === null ? reached : `${reached} ${memory}`);
  const facts = around === null ? known : behindCause(known, around);
  const added = [
    cutLines(interest, text), hostPath(interest, text),
    oomLimit(interest, text), misplacedTls(interest, text), unsetFlag(interest, text),
    targetCounts(interest, text), laterFullDisk(interest, text), errnoNames(interest, text),
    refusedSinceUpdate(interest, text), yamlFile(interest, text),
    known === interest ? reached : null, targetPorts(interest, text),
    cache, machineMemory(interest, text),
    influxMemory(interest, text, whole), ofPods(format) ? podData(interest, text, program) : null,
    ringMembers(interest, text), allUnhealthy(interest, text), gossipPorts(interest, text), ioErrors(interest, text),
    unitLogs(interest, text), jvmMemory(interest, text), fixedVersions(interest, text, program),
    interest === walked && reached === null ? settingsBeside(interest, text) : null, sqlValues(interest, text),
    sqliteFile(interest, text),
    known === interest ? openFiles(interest, text) : null, fullDisk(interest, text), deniedPath(interest, text),
    networkMount(interest, text, program), cause === null && cache === null ? writersWords(facts, text) : null,
  ].filter((said) => said !== null).slice(0, MAX_ADDED);
  return added.length === 0 && cause === null && facts === told ? whole
    : { ...whole, interest: joined([cause, facts, ...added]) };
}

const CAUSE = 'The cause given is ';

/** What may be short where memory or a mapping is refused. */
const GUESS = /^(?:Go got no memory from the host|The kernel refused memory or a mapping): look at /;
const FREE = / (\d{1,3}) % of the memory is (?:available|free)\b/;
const MIN_FREE = 20;

/** Says that memory is not short beside a limit of mappings; null if the text does not show that. */
function enoughMemory(facts: string): string | null {
  const free = FREE.exec(facts)?.[1];
  return Number(free) >= MIN_FREE ? `Memory is not the cause: ${free ?? ''} % of it was available.` : null;
}

const withoutGuesses = (facts: string): string => sentencesOf(facts).filter((one) => !GUESS.test(one)).join(' ');

/** Puts a sentence behind the first one and its cause. */
function behindCause(facts: string, said: string): string {
  const [first = '', ...rest] = sentencesOf(facts);
  const causes = rest.findIndex((one) => !one.startsWith(CAUSE));
  const at = causes < 0 ? rest.length : causes;
  return [first, ...rest.slice(0, at), said, ...rest.slice(at)].join(' ');
}
