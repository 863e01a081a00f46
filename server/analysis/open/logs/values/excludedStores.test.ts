/** Tests which matcher of a query is said to leave out the stores of a querier. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const store = (address: string, labels: string, request: string): string => `store Addr: ${address} LabelSets: ${labels
} Mint: 1 Maxt: 2 filtered out: external labels [${labels}] does not match request label matchers: [${request}]`;
const late = (address: string): string => `store Addr: ${address} LabelSets: {a="b"} Mint: 1 Maxt: 2 filtered out: `
  + 'does not have data within this time period: [3,4]. Store time ranges: [1,2]';
const warning = (second: number, ...stores: string[]): string => `level=warn ts=2026-01-02T03:04:0${second}Z `
  + 'caller=proxy.go:279 component=proxy request="min_time:1 max_time:2" err="No StoreAPIs matched for this query" '
  + `stores="${stores.join(';').replaceAll('"', String.raw`\"`)}"`;
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('an empty value against the external label of all stores', () => {
  const request = 'zone="" __name__="up"';
  const facts = said(...[1, 2].map((second) => warning(second, store('10.0.0.1:10901', '{zone="z-1", r="a"}', request),
    store('10.0.0.2:10901', '{zone="z-1"},{zone="z-1", r="a"}', request))));
  expect(facts).toContain('The 2 stores that the querier knows are connected and did not fail, but were not asked: the '
    + 'queries have zone="", and 10.0.0.1:10901 and 10.0.0.2:10901 have the external label zone="z-1". An empty value '
    + 'is mostly a dashboard variable without a value: set it, ');
  expect(facts).not.toContain('the labels and the time of the query');
});

it('another value, for which no store is connected', () => {
  expect(said(warning(1, store('10.0.0.1:10901', '{zone="z-1"}', 'zone="z-2" __name__="up"'))))
    .toContain('was not asked: the query has zone="z-2", and 10.0.0.1:10901 has the external label zone="z-1". '
      + 'Correct that matcher, or add a store with such labels; ');
});

it('nothing of stores that were left out for other reasons', () => {
  const other = store('10.0.0.2:10901', '{zone="a"}', 'zone="" __name__="up"');
  const facts = said(warning(1, late('10.0.0.1:10901'), other));
  expect(facts).toContain('has the labels and the time of the query');
  expect(said(warning(1, store('10.0.0.1:10901', '{zone="a"}', 'zone=~"b.*" __name__="up"'))))
    .not.toContain('not asked');
});
