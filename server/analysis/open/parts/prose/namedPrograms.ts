/**
 * Names the program of a text whose form is that of any program: by the paths of its source, by the names of its
 * files, or by the only version that the text labels. Pure; bounded.
 */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { IMAGES } from '../../logs/naming/programTable.ts';
import { programOfName } from '../../logs/naming/programTable.ts';
import { sourceProgram } from '../../logs/naming/sourcePaths.ts';
import type { Recognized } from '../../look/recognized.ts';
import { fileVersion, statedVersion } from './statedVersions.ts';
import { versionInProse } from './versions.ts';

/** Forms of crashes, errors and logs without a program of their own. */
const OF_ANY: ReadonlySet<string> = new Set([
  'error-message', 'known-messages', 'exception', 'go-crash', 'go-panic', 'go-stacks', 'go-stacks-in-log', 'go-quit',
  'log', 'jvm-crash', 'rust-panic', 'cpp-terminate', 'refused-configuration', 'python-traceback',
  'java-exception',
]);
const RUNTIMES: ReadonlySet<string> = new Set(['Go', 'a Go program', 'Java', 'Rust', 'C++', 'Python']);
const UNNAMED = 'of a program that is not known here';
/** Programs whose folders and jars stand in errors and traces. */
const OF_FILES = ['QuestDB', 'Elasticsearch', 'OpenSearch', 'Cassandra', 'OpenTSDB', 'Prometheus', 'Thanos', 'Loki',
  'InfluxDB', 'Grafana', 'Alertmanager'];
const MAX_CHARS = 64 * 1024;

interface Named { program: string; version: string | null; isCertain: boolean }

/** Returns `whole` with its program, if the text shows it and the form does not. */
export function withProgram(whole: Recognized, text: string): Recognized {
  const { format, program, name, version } = whole;
  if (!OF_ANY.has(format) || (program !== null && !RUNTIMES.has(program))) return whole;
  const found = programIn(text.slice(0, MAX_CHARS));
  if (found === null || (format === 'log' && !found.isCertain)) return whole;
  const of = found.version === null ? found.program : `${found.program} ${found.version}`;
  const runtime = program === null ? '' : ` (${program}${version === null ? '' : ` ${version}`})`;
  return {
    ...whole, program: found.program, version: found.version,
    name: format === 'log' ? name.replace(UNNAMED, () => `of ${of}`) : !found.isCertain ? `${name}, with ${of}`
      : runtime !== '' && name.endsWith(runtime) ? `${name.slice(0, -runtime.length)} (${of})` : `${name} (${of})`,
  };
}

/** Who wrote a line of syslog or of a journal, which may be indented as a block of a report. */
const TAG = /^[ \t]{0,40}[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,255} ([\w.@/-]{2,60})\[\d{1,8}\]: /gm;

/** Returns the only known program by whose name the lines of a journal are tagged; null without one. */
function taggedProgram(text: string): string | null {
  const [only, second] = new Set([...text.matchAll(TAG)].map(([, tag = '']) => programOfName(tag)));
  return second === undefined ? only ?? null : null;
}

/** Returns the program that wrote a text according to its source or files, else the only one with a version. */
function programIn(text: string): Named | null {
  const ofSource = sourceProgram(text);
  if (ofSource !== null) return { program: ofSource, version: null, isCertain: true };
  const tagged = taggedProgram(text);
  if (tagged !== null) return { program: tagged, version: null, isCertain: true };
  const files = OF_FILES.flatMap((program) => {
    const version = mayHave(text, program) ? fileVersion(program, text) : null;
    return version === null ? [] : [{ program, version, isCertain: isInPath(text, version) }];
  });
  const found = files.length > 0 ? files : Object.keys(IMAGES).flatMap((program) => {
    const version = mayHave(text, program) ? statedVersion(program, text) : null;
    return version === null ? [] : [{ program, version, isCertain: false }];
  });
  return found.length === 1 ? found[0] ?? null : found.length > 1 ? null : listedProgram(text);
}

/** A row of top or ps of a server, with its CPU and memory before the name. */
const LISTED = new RegExp(String.raw`^[ \t]{0,8}(?:\d{1,8}[ \t]{1,12}\S{1,32}|\S{1,32}[ \t]{1,12}\d{1,8})[ \t]`
  + String.raw`[^\n]{0,120}?\d[.,:]\d[^\n]{0,60}?[ \t](?:\/\S{0,100}\/)?`
  + String.raw`(influxd|prometheus|thanos|loki|mimir|vmstorage|victoria-metrics|grafana(?:-server)?|telegraf|promtail`
  + String.raw`|alertmanager)\b`, 'gm');

/** Returns the only server in a table of processes that the words of the text name, too, with its version. */
function listedProgram(text: string): Named | null {
  const names = new Set([...text.matchAll(LISTED)].map(([, name = '']) => programOfName(name)));
  const [only] = names;
  if (names.size !== 1 || only === undefined || only === null || !mayHave(text, only)) return null;
  return { program: only, version: statedVersion(only, text) ?? versionInProse(only, text), isCertain: false };
}

/** Whether a version stands in a path or in the name of a jar, which an error names of the program that runs. */
function isInPath(text: string, version: string): boolean {
  const own = version.replaceAll('.', String.raw`\.`);
  return new RegExp(String.raw`[/\\][\w-]{1,60}[-_]v?${own}(?:-[\w-]{1,40})?[/\\]|[-_]v?${own}\.jar\b`).test(text);
}

/** Whether a text may name a program, which is faster to see than its version. */
const mayHave = (text: string, program: string): boolean =>
  new RegExp(program.replace(/^Victoria/, 'victoria-?').replaceAll(' ', '.?').replace('_', '.?'), 'i').test(text);

/** Programs of VictoriaMetrics, apart from the database and its parts, which have each other's source. */
const COMPONENT = new RegExp([
  /\bapp\/(vmagent|vmalert|vmauth|vmctl|vmbackup|vmrestore|vmgateway)\/[\w./-]{0,200}\w/,
  /\bbuild version: (vmagent|vmalert|vmauth|vmctl|vmbackup|vmrestore|vmgateway)-\d{8}-/,
].map(({ source }) => source).join('|'), 'g');
const DATABASE = /\bapp\/(?:victoria-metrics|vmstorage|vminsert|vmselect)\//;

/** Names which program of VictoriaMetrics it is, if the paths of its source show one. */
export function withComponent(whole: Recognized, text: string): Recognized {
  // The lines of a log show more than its paths.
  if (whole.program !== 'VictoriaMetrics' || whole.format === 'victoriametrics-log') return whole;
  const head = text.slice(0, MAX_CHARS);
  const [only, second] = new Set([...head.matchAll(COMPONENT)].map(([, one, other]) => one ?? other ?? ''));
  return only === undefined || second !== undefined || fits(DATABASE, head) || whole.name.includes(only) ? whole
    : {
      ...whole, program: `VictoriaMetrics ${only}`,
      name: whole.name.replace('VictoriaMetrics', () => `VictoriaMetrics ${only}`),
    };
}
