/** Reads the log of a case that has another file: its lines with times, and the names that it goes by. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { endOfLine } from '../../../logs/processEnds.ts';
import { readLogLines, type LogLine } from '../../../logs/readLog.ts';
import type { SideFile } from '../comparedFiles.ts';

export interface CaseLog {
  /** Name of its file. */
  name: string;
  format: string;
  /** Lines of the program itself that have a time, by time. */
  lines: readonly LogLine[];
  /** Words by which another log may name it: its file, its containers and hosts. */
  names: readonly string[];
}

const MIN_NAME = 5;
/** Names of files that say nothing about what is in them. */
const NO_NAME = new RegExp([
  /^(?:input|output|pasted|server|errors?|messages|syslog|journal|export|console|stdout|stderr|containers?|current)$/,
  /^(?:previous|describe|kubelet|kernel|local(?:host)?|before|after|unknown|untitled|cluster|default|system)$/,
].map(({ source }) => source).join('|'), 'i');

/** Returns the name of a file without folders and endings. */
const stemOf = (name: string): string =>
  (name.split('/').at(-1) ?? '').replace(/(?:\.(?:log|txt|gz|json|ndjson|csv|md|out)){1,4}$/i, '');

const read = new WeakMap<SideFile, CaseLog | null>();

/** Reads a log, once for all files beside it; null without lines that have a time. */
export function caseLog(file: SideFile): CaseLog | null {
  const known = read.get(file);
  if (known !== undefined) return known;
  const log = logIn(file);
  read.set(file, log);
  return log;
}

function logIn({ name, format, text }: SideFile): CaseLog | null {
  const sources = readLogLines(text);
  const lines = sources.flatMap((source) => source.lines)
    .filter(({ by, timeMs }) => by === '' && Number.isFinite(timeMs))
    .sort((a, b) => a.timeMs - b.timeMs);
  const names = [stemOf(name), ...sources.flatMap((source) => [source.name, source.host])]
    .filter((one) => one.length >= MIN_NAME && !NO_NAME.test(one));
  return lines.length === 0 ? null : { name, format, lines, names: [...new Set(names)] };
}

const SEPARATORS = /[\w-]/;

/** Whether a text has a name as a whole word: `thanos-store-1` is not in `thanos-store-10`. */
export function hasName(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  return at >= 0 && !SEPARATORS.test(text[at - 1] ?? ' ') && !SEPARATORS.test(text[at + name.length] ?? ' ');
}

/** Whether a line says that its program was told to stop. */
export const isAsked = ({ message, plain }: LogLine): boolean => endOfLine(message, !plain)?.kind === 'asked';

const READY = /\bready to receive\b|\b(?:is|became) (?:now )?ready\b|\bnow ready to\b/i;
/** Whether a line says that its program is ready. */
export const isReady = ({ message }: LogLine): boolean => READY.test(message) && !/\bnot ready\b/i.test(message);

const REPLAYS = /\bReplaying (?:WAL|on-disk)|\bWAL (?:segment|checkpoint) loaded\b/i;
/** Whether a line is one of the replay of a WAL. */
export const isReplay = ({ message }: LogLine): boolean => REPLAYS.test(message);

/** Whether a line ends the replay of a WAL. */
export const endsReplay = (line: LogLine): boolean => /\bWAL replay completed\b/i.test(line.message) || isReady(line);

const BEGINS = /^(?:Starting (?:Prometheus|Thanos|Grafana|Loki|Mimir|Tempo|VictoriaMetrics|Alertmanager|server)\b)/i;
const BEGINS_TOO = /^(?:running receive|starting (?:otelcol|vm\w{4,8}|influxd|etcd)\b|InfluxDB starting\b)/i;
/** Whether a line is the first that a program logs. */
export const isBegin = ({ message }: LogLine): boolean => BEGINS.test(message) || BEGINS_TOO.test(message);

/** Returns the time of day in UTC, to the second. */
export const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

/** Returns the time from one moment to another. */
export const between = (fromMs: number, toMs: number): string => formatSeconds((toMs - fromMs) / 1000);
