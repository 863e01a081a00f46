/** Tests what a refused connection to localhost means in the log of a container. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (second: string, address: string): string => `t=2022-01-02T03:04:${second}+0000 lvl=eror msg="Query data `
  + `error" logger=tsdb.a err="Get \\"http://${address}/api\\": dial tcp ${address}: connect: connection refused"`;
const said = (prefix: string, address: string): string => recognize(new TextEncoder().encode(
  ['10', '11', '12'].map((second) => `${prefix}${line(second, address)}`).join('\n')
)).interest ?? '';

it('in a container it is the container itself', () => {
  for (const address of ['127.0.0.1:8428', '[::1]:8428', 'localhost:8428']) {
    expect(said('grafana-1  | ', address)).toContain('localhost is the container itself');
    expect(said('grafana-1  | ', address)).not.toContain('see whether the other side runs');
  }
});

it('nothing is said of containers without one, nor for another address', () => {
  expect(said('', '127.0.0.1:8428')).toContain('see whether the other side runs');
  expect(said('grafana-1  | ', '10.1.2.3:8428')).toContain('see whether the other side runs');
});
