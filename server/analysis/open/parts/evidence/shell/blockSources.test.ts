import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const [LONG, SHORT, OTHER] = [
  '01DQCPMRS5ZJ3F0Q2E7S9N1V8K', '01DQC3WZR2K9B7XEC8M0YH64TD', '01DQBDAHJ7M8T0V5C4E9W1K2QX',
];
const HALT = 'level=error ts=2019-10-17T14:51:10.8Z caller=compact.go:341 msg="critical error detected; halting" '
  + 'err="compaction failed: compaction failed for group 0@{a=\\"b\\"}: pre compaction overlap check: overlaps found '
  + 'while gathering blocks. [mint: 1571288184117, maxt: 1571292000000, range: 1h3m36s, blocks: 2]: <ulid: '
  + `${LONG}, mint: 1571270400000, maxt: 1571299200000, range: 8h0m0s>, <ulid: ${SHORT}, mint: 1571288184117, maxt: `
  + '1571292000000, range: 1h3m36s>"';
const meta = (...sources: string[]): string =>
  JSON.stringify({ ulid: LONG, minTime: 1, compaction: { level: 2, sources } });
const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a block that is none of the sources came too late, and is no copy', () => {
  const upload = `level=info ts=2019-10-17T14:35:41.2Z caller=shipper.go:349 msg="upload new block" id=${SHORT}`;
  const failed = 'level=error ts=2019-10-17T08:30:25.1Z caller=shipper.go:278 msg="shipping failed" '
    + `block=${SHORT} err=x`;
  expect(said('```', HALT, '```', '', '```', meta(OTHER), '```', '', '```', failed, upload, '```'))
    .toContain(`at 14:35:41 (its upload had failed before, at 08:30:25), after ${LONG} was made`);
  const facts = said('```', HALT, '```', '', '```', meta(OTHER), '```', '', '```', upload, '```');
  expect(facts).toContain(`Its meta.json in the text lists one source, and ${SHORT} (1h 4m) is none of them, so it was `
    + `uploaded too late: at 14:35:41, after ${LONG} was made. Its samples are not in ${LONG}`);
  expect(facts).not.toMatch(/for deletion|two processes/);
});

it('a block that is one of the sources may be deleted, and without a meta.json it is asked for', () => {
  expect(said('```', HALT, '```', '', '```', meta(OTHER, SHORT), '```'))
    .toContain(`Its meta.json in the text has the sources of ${SHORT} (1h 4m): mark ${SHORT} for deletion`);
  expect(said(HALT)).toContain(`if its meta.json has the sources of ${SHORT} (1h 4m), mark`);
});
