/** Tests what is reported of several shippers of Thanos in one text. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const BLOCKS = ['01KJBCTR6JA781C9D49TKS38QQ', '01KJBQ5XJAZ4J3RVVA6TFVEFRB', '01KJBX5XJAZ4J3RVVA6TFVEFRC'] as const;
const line = (pod: number, minute: string, level: string, rest: string): string =>
  `mon-prometheus-${pod} thanos-sidecar level=${level} ts=2026-01-02T${minute}:05.100Z caller=shipper.go:1 ${rest}`;
const upload = (pod: number, minute: string, id: string): string =>
  line(pod, minute, 'info', `msg="upload new block" id=${id}`);
const failed = (minute: string): string => line(0, minute, 'warn', 'err="iter local block metas: check exists: stat s3 '
  + `object: Head https://b.s3.test/${BLOCKS[2]}/meta.json: dial tcp: lookup b.s3.test on 10.0.0.10:53: read udp `
  + '10.0.2.8:34883->10.0.0.10:53: i/o timeout" uploaded=0');
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('keeps the instances apart, and says that the one that failed recovered', () => {
  const facts = said(
    upload(0, '03:00', BLOCKS[0]), upload(1, '03:00', BLOCKS[1]), failed('05:03'), failed('05:06'),
    upload(1, '05:07', BLOCKS[1]), upload(0, '05:16', BLOCKS[2]),
  );
  expect(facts).toContain('Only mon-prometheus-0 of the 2 instances failed. It recovered by itself: it began to upload '
    + `the block ${BLOCKS[2]} at 2026-01-02T05:16:05Z, 10m after the last failure, and no failure follows.`);
  expect(facts).toContain('began to upload 2 (mon-prometheus-0) and 1 (mon-prometheus-1) blocks');
  expect(facts).not.toContain('does not answer');
});

it('does not say that one recovered which still fails', () => {
  expect(said(upload(0, '03:00', BLOCKS[0]), failed('05:03'), failed('05:06'))).not.toContain('recovered');
});

it('a shipper that cannot write its state has a full disk with its Prometheus', () => {
  const full = (second: number): string => `level=warn ts=2026-01-02T03:04:0${second}.1Z caller=shipper.go:333 `
    + 'msg="updating meta file failed" err="write /data/thanos.shipper.json.tmp: no space left on device"';
  const said = (first: string): string =>
    recognize(new TextEncoder().encode([first, full(1), full(2)].join('\n'))).interest ?? '';
  expect(said('level=info ts=2026-01-02T03:04:00.1Z caller=sidecar.go:299 msg="starting sidecar" peer=')).toContain(
    'That is the data folder of the Prometheus next to it, which cannot write its WAL and blocks to a full disk either'
  );
  expect(said('level=info ts=2026-01-02T03:04:00.1Z caller=receive.go:1 component=receive msg=x'))
    .toContain('That is the data folder of its TSDB, which cannot write');
});
