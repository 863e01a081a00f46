/** Finds the WAL file of InfluxDB 3 whose time range ends before it begins, which a start ends at. Pure; bounded. */
import { counted, formatSeconds } from '../../../../../../core/text/format.ts';
import { knownMeaning } from '../../messages/knownMessages.ts';

const ASSERTED = 'assertion failed: min_time <= max_time';
const READS = new RegExp(
  /\breplaying WAL file .{0,200}?\bmin_timestamp_ns=(-?\d{1,19}) max_timestamp_ns=(-?\d{1,19})/.source
    + / wal_file_number=(\d{1,20})\b/.source
);
const TRACKS = new RegExp(
  /\bmin_time=Timestamp\((-?\d{1,19})\) max_time=Timestamp\((-?\d{1,19})\)/.source
    + / wal_file_number=WalFileSequenceNumber\((\d{1,20})\)/.source
);
/** The bounds with which a file without points begins its range. */
const UNSET = 9_223_372_036_854_775_807n;
const SECOND = 1e9;
const STEP = 'Copy the data folder; run the newest version, and if it ends there, too, move that WAL file away, which '
  + 'loses its points. Deleting the whole data folder is not needed.';

interface File { number: string; min: bigint; max: bigint }

/** Returns which WAL file is reversed and by how much, or what such a panic means; null without both. */
export function reversedWal(lines: readonly string[]): string | null {
  const hasPanic = lines.some((line) => line.includes(ASSERTED));
  const files = lines.flatMap((line): File[] => {
    const [, min, max, number = ''] = READS.exec(line) ?? TRACKS.exec(line) ?? [];
    return min === undefined || max === undefined ? [] : [{ number, min: BigInt(min), max: BigInt(max) }];
  });
  // A file may be in two lines.
  const read = [...new Map(files.map((file) => [file.number, file])).values()];
  const bad = read.filter(({ min, max }) => min > max);
  const [first] = bad;
  if (first === undefined || !hasPanic) return hasPanic ? knownMeaning(ASSERTED) : null;
  const others = read.length - bad.length;
  const rest = others === 0 ? '' : `; the other ${counted(others, 'file')} that it read ${
    others === 1 ? 'is' : 'are'} in order`;
  const how = first.min === UNSET ? 'has no range of times, as of an empty write (influxdb 26237)'
    : `begins ${formatSeconds(Number(first.min - first.max) / SECOND)} after it ends (min_timestamp_ns is larger `
      + 'than max_timestamp_ns)';
  return `It ended while it read its WAL at the start, and does so at each start: WAL file ${first.number} ${how}${
    rest}. ${STEP}`;
}
