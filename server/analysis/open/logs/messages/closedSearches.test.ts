/** Tests errors of vmselect whose node closed the connection. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { closedSearch } from './closedSearches.ts';

const QUERY = 'up{a=~\\"b\\"}';
const line = (elapsed: string, reason: string): string => '2021-03-04T05:06:07.890Z\twarn\tVictoriaMetrics/app/'
  + 'vmselect/main.go:500\terror in "/select/0/prometheus/api/v1/query?query=up": error when executing '
  + `query="${QUERY}" for (time=1600000000000, step=300000): cannot evaluate "${QUERY}": error occured during search: `
  + 'cannot fetch query results from vmstorage nodes: cannot perform search on vmstorage 10.0.0.7:8401: cannot execute '
  + `rpcName="search_v4" on vmstorage "10.0.0.7:8401" with timeout 30.000 seconds (elapsed ${elapsed} seconds); the `
  + `timeout can be adjusted with \`-search.maxQueryDuration\` command-line flag: ${reason}`;

it('quotes the node and the reason, and says that it did not wait', () => {
  const said = recognize(new TextEncoder().encode(line('0.250', 'cannot read 8 bytes: unexpected EOF; read only 0 '
    + 'bytes'))).interest ?? '';
  expect(said).toContain('"cannot execute rpcName="search_v4" on vmstorage "10.0.0.7:8401" with timeout 30.000 seconds '
    + '(elapsed 0.250 seconds)"');
  expect(said).toContain('The cause given is "cannot read 8 bytes: unexpected EOF; read only 0 bytes"');
  expect(said).toContain('This is no timeout (0.250 s of 30.000 s had passed): the vmstorage 10.0.0.7:8401');
});

it('claims it neither of a timeout nor of another end', () => {
  expect(closedSearch(line('30.001', 'unexpected EOF'))).toBeNull();
  expect(closedSearch(line('0.250', 'the number of matching timeseries exceeds 4000'))).toBeNull();
});

it('without the time that had passed, it only says who closed the connection', () => {
  expect(closedSearch('cannot execute funcName="search_v7" on vmstorage "a:8401" with timeout 30.000 seconds: cannot '
    + 'read 8 bytes: read tcp4 10.0.0.1:1->10.0.0.2:8401: connection reset by peer'))
    .toMatch(/^The vmstorage a:8401, or a proxy before it, closed the connection: .* the same version\.$/);
});
