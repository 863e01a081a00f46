/** Tests that peers with the port of HTTP are reported, and that an error leads before the settings beside it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { gossipPorts } from './gossipPorts.ts';

const ERROR = '[DEBUG] memberlist: Failed to join 10.2.0.8: received invalid msgType (72), expected pushPullMsg (6) '
  + 'from=10.2.0.8:8080';
const settings = (port: number): string[] => [
  'server:', '  http_listen_port: 8080', '  grpc_listen_port: 8081', 'alertmanager:', '  retention: 48h',
  '  cluster_bind_address: "10.2.0.7:8094"', '  peers:', `    - "10.2.0.8:${port}"`, `    - "10.2.0.9:${port}"`, '',
];

describe('the peers of a cluster', () => {
  it('with the port of HTTP: the error leads, and the port of the gossip is reported', () => {
    const { format, interest } = recognize(new TextEncoder().encode(
      ['The three do not see each other.', '', '```yaml', ...settings(8080), '```', '', '```', ERROR, '```'].join('\n')
    ));
    expect(format).not.toBe('prometheus-settings');
    expect(interest).toContain('The port of that peer answers HTTP');
    expect(interest).toContain('the peers have the port 8080, which is that of http_listen_port, but the cluster '
      + 'listens on 8094 (cluster_bind_address): name the peers with 8094.');
    expect(interest).not.toContain('Prometheus');
  });

  it('as flags', () => {
    expect(gossipPorts('"Failed to join"', 'alertmanager --web.listen-address=:9093 '
      + '--cluster.listen-address=10.2.0.7:9094 --cluster.peer=am-1:9093 --cluster.peer=am-2:9093'))
      .toBe('In the text, the peers have the port 9093, which is that of web.listen-address, but the cluster listens '
        + 'on 9094 (cluster.listen-address): name the peers with 9094.');
  });

  it.each([
    ['with the right port', 'Failed to join', settings(8094)],
    ['with an unknown port', 'Failed to join', settings(7000)],
    ['without such an error', 'The disk is full', settings(8080)],
  ])('%s are not told', (_, facts, lines) => {
    expect(gossipPorts(facts, lines.join('\n'))).toBeNull();
  });
});

it('settings alone stay settings', () => {
  expect(recognize(new TextEncoder().encode('prometheusSpec:\n  retention: 48h\n  walCompression: true\n')).format)
    .toBe('prometheus-settings');
});
