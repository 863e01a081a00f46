/** How the lines of a file are laid out: wrapped or cut off at the width of a terminal. Looks at a bounded sample. */
import { readLogfmt } from './logfmt.ts';

export interface Layout {
  /** Lines of this length go on in the next one. */
  wrapWidth: number | null;
  /** Lines of this length are cut off. */
  cutWidth: number | null;
}

const MAX_LINES = 4000;
const START = new RegExp(
  /(?:^|[\s|\]>}"])(?:ts|time|level|t|caller|lvl)=|\{"/.source
    + /|^[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:|^\d{4}-\d\d-\d\d|^\[pod\//.source
);
const LOGFMT = /(?:^|[\s|\]>])(?:ts|time|level|caller|t|lvl)=/;
const MIN_WIDTH = 40;

export function layoutOf(sample: string): Layout {
  const lines = sample.split('\n', MAX_LINES).map((line) => line.replace(/\r$/, ''));
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const full = lines.flatMap((line, i) => (line.length === longest ? [i] : []));
  if (longest < MIN_WIDTH || longest > 2000 || full.length < 2) return { wrapWidth: null, cutWidth: null };
  const followed = full.filter((i) => {
    const next = lines[i + 1] ?? '';
    return next.trim() !== '' && !START.test(next.slice(0, 200));
  });
  if (followed.length >= 2 && followed.length * 2 >= full.length) return { wrapWidth: longest, cutWidth: null };
  const isCut = full.some((i) => breaksOff(lines[i] ?? ''));
  return { wrapWidth: null, cutWidth: isCut ? longest : null };
}

/** An open quote, or a key without its value, at the end of a line. */
function breaksOff(line: string): boolean {
  const start = LOGFMT.exec(line.slice(0, 400));
  if (start === null) return false;
  const read = readLogfmt(line.slice(start.index).replace(/[>\u00bb\u2026]$/, ''));
  return read.isOpen || read.endsInKey;
}
