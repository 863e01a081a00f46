/** Types of the log reader: lines with time, level, message and fields, grouped by source. */
import type { Stamp } from './stamps.ts';

/** How the text ends: `cut` off, `unknown` (the end of a file without a line end), or `whole`. */
export type Cut = 'cut' | 'unknown' | 'whole';

export interface LogLine {
  /** 1-based line number in the file; the first one of a multi-line message. */
  line: number;
  /** ms since the epoch, UTC: the message's own time, else the envelope's. */
  timeMs: number;
  /** Whether the stamp names its zone, or other lines of its host show it; else the stamp was taken for UTC. */
  isUtc: boolean;
  /** Lower case; `""` when the line has none. */
  level: string;
  message: string;
  /** Source: the pod, service, unit or stream that the envelope names; `""` if it names none. */
  of: string;
  /** The other fields, as text. The object has no prototype. */
  fields: Readonly<Record<string, string>>;
  /** Program that wrote it about the server: `kernel`, `systemd`, `kubelet`, ...; `""` for the server itself. */
  by: string;
  /** Process ID if the envelope has it, else `""`. */
  process: string;
  /**
   * Key whose value the envelope cut off, `message` for the message; such a field is absent from `fields`, because its
   * value is unknown. `""` for a cut at an unknown key, null for a whole line.
   */
  cut: string | null;
  /** Whether the text has no log format: a crash, a line of another program, or a message exported alone. */
  plain: boolean;
}

export interface LogSource {
  /** Name from the envelope; `""` if it has none. */
  name: string;
  host: string;
  /** Names of the envelopes of its lines, outermost first: `docker compose`, `container runtime`. */
  envelopes: string[];
  /** Formats of its lines inside the envelopes: `logfmt`, `json`, `tabs`, `plain`. */
  formats: string[];
  /** The wanted lines, ordered by time. */
  lines: LogLine[];
  /** Number of lines that could be read, wanted or not. */
  readCount: number;
  /** Times of the first and the last line read; null without any. */
  firstMs: number | null;
  lastMs: number | null;
  /** Number of lines cut off by the envelope. */
  cutCount: number;
  /** Process IDs of its program, in the order of their lines, without adjacent repetitions; bounded. */
  processes: readonly string[];
  /**
   * How far the envelope's local stamps are ahead of UTC, ms, from messages of the same host; null if no line is dated
   * by them. `"unknown"`: no message has a UTC time, and the stamps are taken for UTC.
   */
  localAheadMs: number | 'unknown' | null;
}

/** A line while its envelopes are stripped: the remaining text, and what the envelopes state about it. */
export interface Peeled {
  text: string;
  name: string;
  host: string;
  program: string;
  process: string;
  envelopes: string[];
  stamp: Stamp | null;
  /** Whether more of this line follows, because a container runtime splits long lines. */
  partial: boolean;
  /** The text in such a runtime's file, with leading and trailing blanks; null for others. */
  part: string | null;
  cut: Cut;
  /** Whether the envelope ends after the text, so that the text is whole. */
  closed: boolean;
  /** Whether it comes from an export of a log store, which may hold lines twice and in any order. */
  exported: boolean;
  /** Whether the name comes from an unknown prefix. */
  guessed: boolean;
}

export const MAX_VALUE = 8 * 1024;
export const MAX_FIELDS = 64;

/**
 * Whether a value that reaches the end of a line is known to be cut: one with blanks is in quotation marks, whose
 * closing one is missing. One without blanks may be whole.
 */
export const isKnownCut = (value: string): boolean => /\s/.test(value);

export function emptyFields(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

export function unpeeled(text: string): Peeled {
  return {
    text, name: '', host: '', program: '', process: '', envelopes: [], stamp: null, partial: false, part: null,
    cut: 'whole', closed: false, exported: false, guessed: false,
  };
}
