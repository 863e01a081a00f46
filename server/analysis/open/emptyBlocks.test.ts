/** Tests what is told of a block that promtool analyzed and that has nothing. */
import { expect, it } from 'vitest';
import { recognize } from './recognize.ts';

const ULID = '01FT78CSEX28YT6Z7K138XHX85';
const LISTS = ['Label pairs most involved in churning', 'Label names most involved in churning',
  'Most common label pairs', 'Label names with highest cumulative label value length', 'Highest cardinality labels',
  'Highest cardinality metric names'];

it('says that no series matches', () => {
  expect(recognize(new TextEncoder().encode([
    `Block ID: ${ULID}`, 'Duration: 2h0m0s', 'Matcher: {job="x"}', 'Total Series: 4211', 'Matched series: 0',
    'Label names: 0', '', ...LISTS.flatMap((title) => [`${title}:`, '']),
  ].join('\n'))).interest).toBe('The block has 4,211 series, and none of them matches {job="x"}: the lists, which are '
    + 'of those that match, say nothing.');
});

it('says that it is empty', () => {
  const { format, interest } = recognize(new TextEncoder().encode([
    `Block ID: ${ULID}`, 'Duration: 2h0m0s', 'Total Series: 0', 'Label names: 0', 'Postings (unique label pairs): 0',
    'Postings entries (total label pairs): 0', '', ...LISTS.flatMap((title) => [`${title}:`, '']),
  ].join('\n')));
  expect(format).toBe('tsdb-analyze');
  expect(interest).toBe(`The block ${ULID} (2h0m0s) is empty: it has no series, so its lists say nothing. promtool `
    + 'tsdb list shows which blocks have series.');
});
