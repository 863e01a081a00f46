/** Tests that stores with equal external labels are named by the lines that drop them. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const line = (second: number, address: string, sets: string, duplicates: number): string =>
  `level=warn ts=2026-01-02T03:04:${String(second).padStart(2, '0')}Z caller=storeset.go:252 component=storeset `
  + `msg="dropping store, external labels are not unique" address=${address} extLset="${
    sets.replaceAll('"', '\\"')}" duplicates=${duplicates}`;
const START = 'level=info ts=2026-01-02T03:04:00Z caller=query.go:462 msg="starting query node"';
const of = (...lines: string[]): string =>
  recognize(new TextEncoder().encode([START, ...lines].join('\n'))).interest ?? '';
const TWO = '{cluster="c1",replica="a"},{cluster="c1",replica="b"}';

describe('stores with equal labels', () => {
  it('of queriers: which ones, that none is used, and what to do', () => {
    const said = of(...[5, 10, 15].flatMap((second) =>
      [line(second, 'q1:19094', TWO, 2), line(second, 'q1b:19094', TWO, 2)]));
    expect(said).toContain('Stores announce equal external labels: q1:19094 and q1b:19094 (cluster="c1", replica="a" '
      + 'and "b"). The querier uses none of these 2 stores, so their data are missing in results. Several label sets ');
    expect(said).toContain('Thanos 0.8.1 or later');
  });

  it('of two Prometheus, in two groups', () => {
    const said = of(...[5, 10].flatMap((second) => ['x', 'y'].flatMap((name) =>
      [line(second, `${name}-0:10901`, `{cluster="${name}"}`, 2), line(second, `${name}-1:10901`, `{cluster="${name}"}`,
        2)])));
    expect(said).toContain('x-0:10901 and x-1:10901 (cluster="x"); y-0:10901 and y-1:10901 (cluster="y"). The querier '
      + 'uses none of these 4 stores');
    expect(said).toContain('need a replica label each');
  });

  it('of two sidecars that were added', () => {
    const sets = 'extLset="{cluster=\\"c\\"}"';
    const added = (second: number, address: string): string => `level=info ts=2026-01-02T03:04:0${second}Z `
      + `caller=endpointset.go:1 component=endpointset msg="adding new sidecar with [storeAPI]" `
      + `address=${address} ${sets}`;
    const said = of(added(1, 'a-0:10901'), 'level=warn ts=2026-01-02T03:04:02Z caller=endpointset.go:1 '
      + 'component=endpointset msg="found duplicate storeAPI producer (sidecar or ruler). This is not advices as it '
      + `will malform data in in the same bucket" address=b-0:10901 ${sets} duplicates=2`, added(2, 'b-0:10901'));
    expect(said).toContain('mixes their blocks in one bucket: a-0:10901 and b-0:10901 (cluster="c"). Give each');
  });

  it('of one address says what the message means', () => {
    expect(of(line(5, 'x:10901', '{a="b"}', 2)))
      .toContain('so its data may be missing in results: give each Prometheus');
  });
});
