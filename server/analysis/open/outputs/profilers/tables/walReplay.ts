/** Tells that a table of pprof is of a server that reads back its WAL, as it does when it starts. Pure. */
import type { PprofRow } from '../pprofDifference.ts';

/** The decoder of records of the WAL. */
const OF_RECORDS = /\/tsdb\/record\.\(\*Decoder\)\.(\w{3,30})$/;
/** The work of a server after its start, and remote write, which reads the WAL all the time. */
const AT_WORK = new RegExp(String.raw`/(?:scrape|promql|rules|web/api/v1|storage/remote)\.|/(?:wlog|wal)\.\(\*(?:Live`
  + String.raw`Reader|Watcher)\)|\.\(\*headAppender\w*\)\.`);
/** The functions for the bytes of a record. */
const OF_BYTES = /\/tsdb\/encoding\.\(\*Decbuf\)\.\w{3,30}(?: |$)/;
const MIN_PERCENT = 30;
/** Points by which rounded shares may differ. */
const ROUNDING = 0.05;

const percentOf = (text: string): number => Number.parseFloat(text);

/** The function that a decoder calls for the texts of labels, if their self values add up to all that it has. */
function calledBy(decoder: PprofRow, rows: readonly PprofRow[]): string {
  const callee = rows.find(({ name }) => OF_BYTES.test(name));
  const own = percentOf(decoder.share) + percentOf(callee?.share ?? '0');
  return callee === undefined || Math.abs(own - percentOf(decoder.cumShare)) > ROUNDING ? ''
    : `, of them ${callee.flat} in ${callee.name.split('/').at(-1)?.replace(/ .*$/, '') ?? ''}, which it calls`;
}

/** Returns null for other tables. */
export function replayFacts(rows: readonly PprofRow[]): string | null {
  const named = rows.map((row) => ({ row, name: row.name.replace(/ .*$/, '') }));
  const decoders = named.filter(({ name }) => OF_RECORDS.test(name));
  const [most] = decoders.toSorted((a, b) => percentOf(b.row.cumShare) - percentOf(a.row.cumShare));
  if (most === undefined || percentOf(most.row.cumShare) < MIN_PERCENT || named.some(({ name }) => AT_WORK.test(name)))
    return null;
  const kind = OF_RECORDS.exec(most.name)?.[1] ?? '';
  return `It reads back its WAL, as at a start: decoding the records of ${kind.toLowerCase()} has ${most.row.cum} (${
    most.row.cumShare})${calledBy(most.row, rows)}; no function of scrapes or queries is listed.`;
}

/** Values of a heap profile are of what the last collection found alive. */
const RESIDENT = 'Resident memory is up to twice as much with GOGC=100.';
const STEP = 'give it more memory until the log says that the replay is done, then lower the number of new series '
  + '(their churn): each has such a record.';

/** Returns the step for memory that a replay holds; null for other values. `isBytes`: whether they are bytes. */
export function replayStep(type: string | undefined, isBytes: boolean): string | null {
  if (type?.startsWith('inuse_') === true) return `${STEP.slice(0, 1).toUpperCase()}${STEP.slice(1)} ${RESIDENT}`;
  return type !== undefined || !isBytes ? null
    : `It grows with the number of series in the WAL. If it is memory in use, ${STEP} ${RESIDENT}`;
}
