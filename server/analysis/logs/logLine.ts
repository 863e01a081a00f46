/** What the reader of logs gives: lines with time, level, message and fields, told apart by their source. */
import type { Stamp } from './stamps.ts';

/** How the text ends: `cut` off, `unknown` (the end of a file without a line end), or `whole`. */
export type Cut = 'cut' | 'unknown' | 'whole';

export interface LogLine {
  /** 1-based, in the file; the first line of a message over several. */
  line: number;
  /** ms since the epoch, UTC: the message's own, else the envelope's. */
  timeMs: number;
  /** Lower case; `""` when the line has none. */
  level: string;
  message: string;
  /** The source: the pod, service, unit or stream that the envelope names; `""` where it names none. */
  of: string;
  /** The other keys, as text. Without a prototype. */
  fields: Readonly<Record<string, string>>;
  /** Which program wrote it about the server: `kernel`, `systemd`, `kubelet`, ...; `""` for the server itself. */
  by: string;
  /** Process ID, where the envelope states it. */
  process: string;
  /**
   * The key whose value the envelope cut off, `message` for the message; such a field is absent from `fields`, for its
   * value is unknown. `""` for a cut at a key that is not known, null for a whole line.
   */
  cut: string | null;
  /** The text is not of a log format: a crash, a line of another program, or a message exported alone. */
  plain: boolean;
}

export interface LogSource {
  /** As the envelope names it; `""` where it names none. */
  name: string;
  host: string;
  /** Names of the envelopes that its lines were in, outermost first: `docker compose`, `container runtime`. */
  envelopes: string[];
  /** Formats of its lines inside: `logfmt`, `json`, `tabs`, `plain`. */
  formats: string[];
  /** Lines that were wanted, in the order of their time. */
  lines: LogLine[];
  /** Lines that could be read, wanted or not. */
  readCount: number;
  /** Times of the first and the last line read; null without any. */
  firstMs: number | null;
  lastMs: number | null;
  /** Lines cut off by the envelope. */
  cutCount: number;
  /**
   * What local stamps of the envelope are ahead of UTC, ms, where they date lines: by the messages of the same host;
   * null where none is dated so. `"unknown"`: no message says it, and they are taken for UTC.
   */
  localAheadMs: number | 'unknown' | null;
}

/** Text between levels of unpacking: what is left of a line, and what its envelopes said of it. */
export interface Peeled {
  text: string;
  name: string;
  host: string;
  program: string;
  process: string;
  envelopes: string[];
  stamp: Stamp | null;
  /** Of a container runtime that splits long lines: more of this line follows. */
  partial: boolean;
  /** The text as such a runtime holds it, with the blanks at its ends; null elsewhere. */
  part: string | null;
  cut: Cut;
  /** The envelope ends after the text, so that the text is whole. */
  closed: boolean;
  /** A record of an export of a log store, which may hold lines twice and in any order. */
  exported: boolean;
  /** The name comes from a prefix of no known kind. */
  guessed: boolean;
}

export const MAX_VALUE = 8 * 1024;
export const MAX_FIELDS = 64;

export function emptyFields(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

export function unpeeled(text: string): Peeled {
  return {
    text, name: '', host: '', program: '', process: '', envelopes: [], stamp: null, partial: false, part: null,
    cut: 'whole', closed: false, exported: false, guessed: false,
  };
}
