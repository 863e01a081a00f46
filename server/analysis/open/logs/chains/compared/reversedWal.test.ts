/** Tests that the WAL file is named at which InfluxDB 3 ends. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { reversedWal } from './reversedWal.ts';

const read = (number: number, min: string, max: string): string => `2026-01-02T03:04:05.14${number}Z  INFO `
  + `influxdb3_wal::object_store: replaying WAL file n_ops=1 min_timestamp_ns=${min} max_timestamp_ns=${max} `
  + `wal_file_number=${number} snapshot_details=None`;
const PANIC = ["thread 'main' panicked at influxdb3_wal/src/snapshot_tracker.rs:164:9:",
  'assertion failed: min_time <= max_time'];
const GOOD = read(1, '1767319200000000000', '1767319200950000000');

describe('a WAL file', () => {
  it('that ends before it begins', () => {
    const said = recognize(new TextEncoder().encode([
      '2026-01-02T03:04:05.100Z  INFO influxdb3::commands::serve: InfluxDB3 Edge server starting version=0.1.0', GOOD,
      read(2, '1767319260500000000', '1767319200950000000'), ...PANIC,
    ].join('\n'))).interest ?? '';
    expect(said).toContain('WAL file 2 begins 59.5 s after it ends');
    expect(said).toContain('; the other 1 file that it read is in order. Copy the data folder');
  });

  it('without points has the bounds of none', () => {
    expect(reversedWal([read(3, '9223372036854775807', '-9223372036854775808'), ...PANIC]))
      .toContain('WAL file 3 has no range of times, as of an empty write');
  });

  it('by the lines of later versions', () => {
    const line = (number: number, min: string, max: string): string => 'INFO influxdb3_wal::snapshot_tracker: '
      + `timestamps passed in and wal file num min_time=Timestamp(${min}) max_time=Timestamp(${max}) `
      + `wal_file_number=WalFileSequenceNumber(${number})`;
    expect(reversedWal([line(1, '1767319200000000000', '1767319200950000000'), GOOD,
      line(2, '1767319260500000000', '1767319200950000000'), ...PANIC]))
      .toContain('WAL file 2 begins 59.5 s after it ends (min_timestamp_ns is larger than max_timestamp_ns); the '
        + 'other 1 file');
  });

  it('that is not in the text, or no panic', () => {
    expect(reversedWal(PANIC)).toContain('whose time range ends before it begins');
    expect(reversedWal([GOOD])).toBeNull();
  });
});
