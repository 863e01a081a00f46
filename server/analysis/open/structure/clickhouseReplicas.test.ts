/** Tests rows of ClickHouse's system.replicas in the format Vertical. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...rows: string[][]): { format: string; program: string | null; interest: string } => {
  const lines = rows.flatMap((row, i) => [`Row ${i + 1}:`, '\u2500\u2500\u2500\u2500\u2500\u2500', ...row, '']);
  const { format, program, interest } = recognize(new TextEncoder().encode(
    ['SELECT * FROM system.replicas FORMAT Vertical', '', ...lines].join('\n')
  ));
  return { format, program, interest: interest ?? '' };
};
const row = (readonly: number, expired: number, ...more: string[]): string[] => [
  'database:                    shop', 'table:                       orders',
  `is_readonly:                 ${readonly}`,
  `is_session_expired:          ${expired}`, 'zookeeper_path:              /clickhouse/shop/orders',
  'replica_name:                ch-2', ...more,
];

describe('a replica of ClickHouse', () => {
  it('is read-only without metadata, though its session has not expired', () => {
    const { format, program, interest } = of(row(1, 0, 'columns_version:             -1', 'log_pointer:   0'));
    expect([format, program]).toEqual(['clickhouse-replicas', 'ClickHouse']);
    expect(interest).toContain('"is_readonly: 1" of shop.orders on ch-2: it takes no inserts, though its session with '
      + 'Keeper has not expired (is_session_expired 0): columns_version -1');
    expect(interest).toContain('Look in system.zookeeper for /clickhouse/shop/orders');
  });

  it('is read-only by an expired session, with its queue', () => {
    const { interest } = of(row(0, 0), row(1, 1, 'queue_size:     712', 'inserts_in_queue:   700'));
    expect(interest).toContain('its session with Keeper or ZooKeeper has expired (is_session_expired 1)');
    expect(interest).toContain('Its queue: queue_size 712, inserts_in_queue 700.');
  });

  it('that takes writes has only its queue', () => {
    const { interest } = of(row(0, 0, 'queue_size:     712'), row(0, 0, 'queue_size:     3'));
    expect(interest).toContain('It has 2 replicas, none of them read-only. The longest queue has shop.orders on ch-2: '
      + 'queue_size 712. See last_exception');
    expect(interest).not.toContain('takes no inserts');
  });

  it('rows of another table are none', () => {
    expect(of(['name:        a', 'value:       1', 'readonly:    1']).format).not.toBe('clickhouse-replicas');
  });
});
