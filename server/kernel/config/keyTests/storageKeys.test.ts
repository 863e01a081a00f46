import { expect, it } from 'vitest';
import { configSecrets } from '../../../data/scrape/secrets.ts';
import { parseConfigText } from '../configFile.ts';

const read = (text: string) => parseConfigText('f.yml', text);

it('reads engines as Prometheus writes them', () => {
  const { remoteWrite, targets } = read(`
storage:
  query_url: https://mimir:8080/prometheus
  authorization: {credentials: query-token}
  buffer: 64MiB
  external_labels: {cluster: a, replica: '1'}
  remote_write:
    - url: http://writer:w-password@vm:8428/api/v1/write
    - name: mimir
      url: https://mimir:8080/api/v1/push
      remote_timeout: 5s
      protobuf_message: io.prometheus.write.v2.Request
      authorization: {credentials: push-token}
      http_headers: {X-Scope-OrgID: team-a}
      tls_config: {server_name: mimir.internal}
targets: [{url: http://a:1}]
`);
  expect(remoteWrite).toEqual({
    query: { url: 'https://mimir:8080/prometheus', authorization: { type: 'Bearer', credentials: 'query-token' } },
    bufferBytes: 64 * 2 ** 20, externalLabels: { cluster: 'a', replica: '1' },
    engines: [
      {
        name: 'vm:8428/api/v1/write', url: 'http://vm:8428/api/v1/write', timeoutMs: 30_000, protocol: null,
        basicAuth: { username: 'writer', password: 'w-password' },
      },
      {
        name: 'mimir', url: 'https://mimir:8080/api/v1/push', timeoutMs: 5000, protocol: 2,
        authorization: { type: 'Bearer', credentials: 'push-token' },
        headers: [{ name: 'X-Scope-OrgID', values: ['team-a'], isSecret: false }],
        tls: { serverName: 'mimir.internal', insecureSkipVerify: false },
      },
    ],
  });
  expect(targets[0]?.queryUrl).toBeUndefined();
  expect(configSecrets({ targets, ...(remoteWrite === undefined ? {} : { remoteWrite }) }))
    .toEqual(['query-token', 'w-password', 'push-token']);
  const only = read('storage: {query_url: http://q:1}\ntargets: [{url: http://a:1}]');
  expect(only.remoteWrite).toBeUndefined();
  expect(only.targets[0]?.queryUrl).toEqual({ url: 'http://q:1' });
});

it.each([
  ['an engine without an address', 'remote_write: [{name: a}]', /remote_write\[0\]\.url: is missing; write the whole/],
  ['an engine without a scheme', 'remote_write: [{url: "vm:8428"}]', /write the whole address, e\.g\. http:.*\/write/],
  ['a query_url without a scheme', 'query_url: vm:8428', /write the address of the engine, e\.g\. http:/],
  ['an unknown message', 'remote_write: [{url: http://a:1, protobuf_message: v3}]', /must be one of prometheus/],
  ['a message named as a method', 'remote_write: [{url: http://a:1, protobuf_message: toString}]', /must be one of/],
  ['two engines of one name', 'remote_write: [{url: http://a:1}, {url: http://a:1}]', /two engines are named "a:1"/],
  ['a buffer that is too small', 'buffer: 1MB', /storage\.buffer: must be at least 16MiB/],
  ['a label with a wrong name', "external_labels: {'a-b': c}", /external_labels\.a-b: is no name of a label/],
  ['a key of Prometheus that is not known', 'remote_write: [{url: http://a:1, queue_config: {}}]', /unknown key/],
  ['two ways to log in', 'remote_write: [{url: http://a:1, basic_auth: {username: a, password: b}, '
    + 'authorization: {credentials: c}}]', /authorization: cannot be combined with basic_auth/],
])('names file, line and key of %s', (_, text, message) => {
  expect(() => read(`storage:\n  ${text}`)).toThrow(message);
});
