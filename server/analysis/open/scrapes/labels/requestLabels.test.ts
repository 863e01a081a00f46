import { expect, it } from 'vitest';
import { readScrape } from '../readScrape.ts';
import { requestLabels } from './requestLabels.ts';

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
const said = (row: (n: number) => string, before = ''): string | null => {
  const text = `${before}${NUMBERS.map(row).join('\n')}\n`;
  return requestLabels(readScrape(text).samples, text);
};

it('labels with the time and the path of each request make a series of each', () => {
  const row = (n: number): string =>
    `call_seconds{app="a",at="2026-01-02 03:04:0${n}",path="/v1/order/5352945${n}",port="4158${n}"} 0.5`;
  expect(said(row, '$ curl -s h:1/metrics | grep -c \'^call_seconds\'\n700\n')).toContain('It shows 8 of the 700 '
    + 'series of call_seconds, each with a value of its own in port, at and path: such labels make a new');
});

it.each([
  ['ids of pods', (n: number) => `kube_pod_info{uid="f181d866-49b5-4ce2-ae07-f77b42a2a94${n}",a="/a/53529${n}"} 1`],
  ['ports and addresses alone', (n: number) => `call_total{instance="10.0.0.${n}:9100",port="910${n}"} 1`],
  ['resources of a cloud', (n: number) => `aws_elb_sum{lb_path="arn:aws:elb:x/app/web/50dc6c495c0c918${n}"} 1`],
  ['mounts of pods', (n: number) => `node_free{mountpoint="/p/f181d866-49b5-4ce2-ae07-f77b42a2a94${n}/v"} 1`],
  ['templates of paths', (n: number) => `call_total{path="/v${n}/order/{id}"} 1`],
  ['one path with many codes', (n: number) => `call_total{path="/v1/order/53529455",code="40${n}"} 1`],
])('not %s', (_, row) => { expect(said(row)).toBeNull(); });
