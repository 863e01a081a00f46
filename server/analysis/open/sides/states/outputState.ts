/**
 * Uses what is in another file as evidence of the fault of a log: counters, flags, limits, settings, owners and mounts.
 * Pure.
 */
import { deniedPath, openFiles } from '../../parts/evidence/files.ts';
import { MAPS, OPEN_FILES } from '../../parts/evidence/faults.ts';
import { countedLimits, isReached } from '../../parts/evidence/limits/counts.ts';
import { networkMount } from '../../parts/evidence/mounts.ts';
import { settingsBeside } from '../../parts/evidence/settings.ts';
import { featuresOn } from '../../parts/evidence/shell/features.ts';
import { pastedMetrics } from '../../parts/evidence/shell/pastedMetrics.ts';
import type { BesideState, StateFile } from './stateFile.ts';

/** The places to look at where memory or a mapping is refused. */
const GUESSES = [
  / Go got no memory from the host: look at [^\n]{1,240}?\.(?= [A-Z]|$)/,
  / The kernel refused memory or a mapping: look at [^\n]{1,240}?\.(?= [A-Z]|$)/,
];
const MAX_SAID = 2;
/** Characters of the end of a log that may have the path of its error. */
const END_CHARS = 32 * 1024;
/** Forms of the state of a program, of profiles and of benchmarks, which have no settings and no output of a host. */
const NO_OUTPUT = new RegExp([
  /^(?:metrics|server-state|targets-part|tsdb-|recording|profile|pprof|go-(?:stacks|benchmark)|benchstat|pytest)/,
  /^(?:google-benchmark|criterion|jmh|hyperfine|json-|wrk|k6|perf|py-spy|async)/,
].map(({ source }) => source).join('|'));

/** Returns what the other file shows of the fault; null if it has nothing of it. */
export function outputState(log: StateFile, { name, text, format }: StateFile): BesideState | null {
  const { sentence } = log;
  const metrics = pastedMetrics(sentence, text, name);
  const limited = MAPS.test(sentence) ? 'maps' : OPEN_FILES.test(sentence) ? 'files' : null;
  const reached = countedLimits(limited, text);
  const program = /\bPrometheus\b/.test(sentence) ? 'Prometheus' : null;
  const outputs = NO_OUTPUT.test(format) ? [] : [
    featuresOn(sentence, text), reached === null ? openFiles(sentence, text) : null,
    deniedPath(sentence, `${log.text.slice(-END_CHARS)}\n${text}`), networkMount(sentence, text, program),
    settingsBeside(sentence, text),
  ];
  const said = [metrics, reached, ...outputs].filter((one) => one !== null).slice(0, MAX_SAID)
    .map((one) => ofFile(one, name));
  return said.length === 0 ? null
    : { said: said.join(' '), without: isReached(reached) ? GUESSES : [] };
}

/** Returns a sentence on "the text" as one on the other file. */
const ofFile = (said: string, name: string): string => said.replace(' by the text', () => ` by ${name}`)
  .replace(/^In the text, /, () => `In ${name}, `).replace(/^The text shows /, () => `${name} shows `);
