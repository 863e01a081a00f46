/** Splits a log of several containers, pods or units by what the envelopes name, before a program is named. Pure. */
import { sourceLines, type SourceLine } from '../../logs/bareLines.ts';
import { isAbout } from '../../logs/envelopeFields.ts';
import { sampled, type Look } from '../look/look.ts';
import { baseOf } from '../look/sourceName.ts';
import type { Recognized, RecognizeText } from '../look/recognized.ts';
import { programOfName } from '../logs/naming/programTable.ts';
import { isSameProgram } from './programs.ts';
import { hasReadLines, isTsdb, withExit, type Unit } from './together.ts';

/** Envelopes whose names are always those of processes. */
const OF_PROCESSES: ReadonlySet<string> = new Set(['docker compose', 'Procfile', 'kubectl --prefix', 'stern', 'kail']);
/** Envelopes whose names may also be those of threads, files or parts of one program. */
const OF_PARTS: ReadonlySet<string> = new Set([
  'prefix', 'logcli', 'JSON', 'Loki JSON', 'JSON export', 'CSV export', 'journald', 'journald JSON', 'syslog',
  'syslog RFC 5424', 'file name',
]);
/** Services whose lines matter to others only by the clock that they set. */
const SETS_CLOCK = /^(?:chronyd?|ntpd(?:ate)?|ntpsec|systemd-timesyncd)$/;
const MAX_SOURCES = 16;
const MIN_NAMED = 6;
/** From this number on, the lines are only a sample of the text. */
const SAMPLE_LINES = 1000;

/** A name in brackets, which would hide the time behind it from the readers of lines. */
const PREFIX = /^\s{0,4}\[[^\]\n]{1,150}\]:?\s+/;

interface Line { at: number; text: string }
interface Group { base: string; program: string | null; lines: Line[]; what: Recognized | null }

/** Returns what each program wrote; null if the lines are not of several programs that their envelopes tell apart. */
export function unitsBySource(look: Look, recognized: RecognizeText): Unit[] | null {
  if (look.writers.length < 2) return null;
  const lines = withKnownPrefixes(sourceLines(look.text, sampled(look.text)));
  const kinds = new Set<string>();
  const sources = new Map<string, Line[]>();
  const about: Line[] = [];
  let named = 0;
  for (const [at, { text, source, envelopes }] of lines.entries()) {
    const kind = envelopes.find((one) => OF_PROCESSES.has(one) || OF_PARTS.has(one));
    if (source === '' || (kind === undefined && envelopes.length > 0)) continue;
    kinds.add(kind ?? 'command');
    named += 1;
    const base = baseOf(source);
    const own = isAbout(base) || SETS_CLOCK.test(base) ? about : sources.get(base) ?? [];
    if (own !== about) sources.set(base, own);
    own.push({ at, text: kind === 'prefix' ? text.replace(PREFIX, '') : text });
    if (sources.size > MAX_SOURCES) return null;
  }
  // In a report beside other outputs, the lines of a journal still show their programs.
  const isJournal = named >= MIN_NAMED && [...kinds].every((kind) => /^(?:journald|syslog)$/.test(kind));
  if (sources.size < 2 || (named * 2 < lines.length && !isJournal)) return null;
  const apart = byProgram([...sources].map(([base, own]) => groupOf(base, own, recognized)), recognized);
  if (apart.length < 2 || apart.every(({ what }) => what === null) || !areProcesses(apart, kinds)) return null;
  const groups = withAbout(apart, about, recognized);
  const exits = exitsOf(lines.map(({ text }) => text), [...sources.keys()]);
  const isSample = look.isCut || lines.length >= SAMPLE_LINES;
  return groups.map(({ base, program, lines: own, what, bases }) => {
    const exitCode = bases.map((one) => exits.get(one)).find((code) => code !== undefined) ?? null;
    return withExit({
      label: program ?? base, what, lineCount: own.length, isRead: hasReadLines(textOf(own)), isSample,
    }, exitCode);
  });
}

/** Names of threads and files tell no programs apart, unless a program is known by its lines or its name. */
function areProcesses(groups: readonly Pick<Group, 'base' | 'program'>[], kinds: ReadonlySet<string>): boolean {
  const known = groups.filter(({ program }) => program !== null);
  if ([...kinds].every((kind) => OF_PROCESSES.has(kind) || kind === 'command')) return true;
  return known.length > 1 || known.some(({ base, program }) => programOfName(base) === program);
}

function groupOf(base: string, lines: Line[], recognized: RecognizeText): Group {
  const what = recognized(textOf(lines));
  const program = programOf(what, base) ?? programOfName(base);
  return { base, program, lines, what: what === null ? null : asOf(what, program) };
}

/** Lines that do not show their program are of that of their container's name, if any. */
function asOf(what: Recognized, program: string | null): Recognized {
  return what.program === program ? what
    : { ...what, format: 'log', program, confidence: program === null ? 'guess' : 'likely' };
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

const RUNTIMES: ReadonlySet<string> = new Set(['Go', 'Java']);

/** Returns the program of the lines; not one that only the pod's name gives to a helper in it. */
function programOf(what: Recognized | null, base: string): string | null {
  if (what === null || what.program === null || what.confidence === 'guess' || RUNTIMES.has(what.program)) return null;
  return what.format.endsWith('-by-name') && programOfName(base) !== what.program ? null : what.program;
}

interface Joined extends Group { bases: string[] }

/** Joins the sources of one program, such as several pods of Prometheus. */
function byProgram(groups: readonly Group[], recognized: RecognizeText): Joined[] {
  const joined: Joined[] = [];
  for (const group of groups) {
    const { program } = group;
    const known = joined.find((one) =>
      program !== null && one.program !== null && isSameProgram(one.program, program));
    known?.bases.push(group.base);
    known?.lines.push(...group.lines);
    if (known === undefined) joined.push({ ...group, lines: [...group.lines], bases: [group.base] });
  }
  return joined.map((one) => (one.bases.length === 1 ? one : again(one, recognized)));
}

/** Recognizes a group that got more lines; its program stays, except that a name of several becomes one of them. */
function again(group: Joined, recognized: RecognizeText): Joined {
  const lines = group.lines.toSorted((a, b) => a.at - b.at);
  const what = recognized(textOf(lines));
  if (what === null) return { ...group, lines };
  const isSame = group.program !== null && what.program !== null && what.confidence !== 'guess'
    && isSameProgram(group.program, what.program);
  return isSame ? { ...group, lines, what, program: what.program }
    : { ...group, lines, what: asOf(what, group.program) };
}

/** Adds lines of the kernel and of supervisors to the program that they name, else to the TSDB. */
function withAbout(groups: readonly Joined[], about: readonly Line[], recognized: RecognizeText): Joined[] {
  const tsdb = groups.find(({ what }) => what !== null && isTsdb(what.format)) ?? groups[0];
  const added = new Map<Joined, Line[]>();
  for (const line of about) {
    const text = line.text.toLowerCase();
    const meant = groups.find(({ bases }) => bases.some((base) => text.includes(base.toLowerCase()))) ?? tsdb;
    if (meant !== undefined) added.set(meant, [...added.get(meant) ?? [], line]);
  }
  return groups.map((one) => {
    const lines = added.get(one);
    return lines === undefined ? one : again({ ...one, lines: [...one.lines, ...lines] }, recognized);
  });
}

/** Assigns a line such as `[web] text` without a time to the source that other lines with that prefix have. */
function withKnownPrefixes(lines: readonly SourceLine[]): readonly SourceLine[] {
  const known = new Set(lines.flatMap(({ source, envelopes }) => (envelopes.includes('prefix') ? [source] : [])));
  return known.size === 0 ? lines : lines.map((line) => {
    const name = line.source === '' ? /^\s{0,4}\[([^\]\n]{1,150})\]/.exec(line.text)?.[1] : undefined;
    return name === undefined || !known.has(name) ? line : { ...line, source: name, envelopes: ['prefix'] };
  });
}

const EXIT = /^\s{0,8}(?:container )?(\S{1,150}) exited with code (\d{1,3})\b/i;
/** Lines of docker compose after which containers end because they are stopped. */
const STOPPED = /Gracefully [Ss]topping|Aborting on container exit/;

/** Returns the exit code of each source that docker compose saw end by itself. */
function exitsOf(lines: readonly string[], bases: readonly string[]): ReadonlyMap<string, number> {
  const exits = new Map<string, number>();
  for (const line of lines) {
    if (STOPPED.test(line)) break;
    const [, name = '', code] = EXIT.exec(line) ?? [];
    const whole = baseOf(name);
    const base = bases.find((one) => whole === one) ?? bases.find((one) => /[-_]$/.test(whole.slice(0, -one.length))
      && whole.endsWith(one));
    if (code !== undefined && base !== undefined && Number(code) > 0) exits.set(base, Number(code));
  }
  return exits;
}
