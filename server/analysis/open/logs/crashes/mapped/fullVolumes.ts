/** Joins a crash in a mapped file with the lines of the same text that say that a volume is full. Pure; bounded. */
import type { Recognized } from '../../../look/recognized.ts';
import { ANY_FILE, OF_QUERIES } from './mappedFiles.ts';

const FULL = /no space left on device|\bENOSPC\b/gi;
const FIRST = /^[^\n]{0,120}?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)/;
/** A time has no fraction of a second in a sentence. */
const FRACTION = /[.,]\d{1,9}/;
/** A limit of inotify watches has the same error. */
const WATCH = /inotify|\bwatch(?:er|es|ing)?\b/i;
const MAX_CHARS = 1024 * 1024;
const MAX_LINE = 400;

/** Returns `whole` with the full volume as the cause of such a crash, if the text has lines on it. */
export function withFullVolume(whole: Recognized, text: string): Recognized {
  const { interest } = whole;
  const general = interest === null ? undefined : [OF_QUERIES, ANY_FILE].find((one) => interest.includes(one));
  if (interest === null || general === undefined) return whole;
  const lines = fullLines(text.slice(0, MAX_CHARS));
  const [first] = lines;
  if (first === undefined) return whole;
  const time = FIRST.exec(first)?.[1]?.replace(FRACTION, '');
  const at = time === undefined ? '' : lines.length === 1 ? `, at ${time}` : `, the first at ${time}`;
  const evidence = `${lines.length === 1 ? '1 line' : `${lines.length} lines`} of the text ${
    lines.length === 1 ? 'says' : 'say'} "no space left on device"${at}`;
  const said = general === OF_QUERIES
    ? 'It crashed while it wrote the mapped file of its active queries (queries.active in the data folder), which it '
      + `does at each start, as on a full volume: ${evidence}. Free space on that volume or enlarge it (see df and df `
      + '-i), then start it again.'
    : `SIGBUS means that a mapped file could not be accessed, as when a volume is full: ${
      evidence}. Free space there first (see df and df -i), then start it again.`;
  return { ...whole, interest: interest.replaceAll(general, () => said) };
}

function fullLines(text: string): string[] {
  return [...text.matchAll(FULL)].map(({ index }) => {
    const from = text.lastIndexOf('\n', index) + 1;
    return text.slice(from, from + MAX_LINE).split('\n', 1)[0] ?? '';
  }).filter((line, i, all) => !WATCH.test(line) && line !== all[i - 1]);
}
