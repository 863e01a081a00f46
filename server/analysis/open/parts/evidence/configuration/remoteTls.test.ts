/** Tests that TLS settings beside remoteWrite are told at an error of a certificate. */
import { expect, it } from 'vitest';
import { misplacedTls } from './remoteTls.ts';

const FACTS = 'Remote write has had no successful send: tls: failed to verify certificate: x509: unknown authority.';
const values = (...spec: string[]): string => ['prometheus:', '  prometheusSpec:',
  ...spec.map((line) => `    ${line}`), '    retention: 5d', 'grafana:', '  enabled: true'].join('\n');
const BESIDE = values('tlsConfig:', '  insecure_skip_verify: true', 'remoteWrite:', '  - url: https://far/w');

it('tells where they belong, and their names there', () => {
  expect(misplacedTls(FACTS, BESIDE)).toContain('In the text, tlsConfig stands beside remoteWrite and not in its '
    + 'entry, so remote write does not use it: move it into that entry of remoteWrite, with the names of that '
    + 'object (ca, insecureSkipVerify)');
});

it('behind remoteWrite, whose entries have the indent of their key', () => {
  const text = values('remoteWrite:', '- url: https://far/w', 'tlsConfig:', '  insecureSkipVerify: true');
  expect(misplacedTls(FACTS, text))
    .toContain('move it into that entry of remoteWrite, give it the ca');
});

it.each([
  ['settings in the entry', FACTS, values('remoteWrite:', '  - url: https://far/w', '    tlsConfig:',
    '      insecureSkipVerify: true')],
  ['settings of another map', FACTS, `${values('remoteWrite:', '  - url: https://far/w')}
other:
  tlsConfig:
    ca: {}`],
  ['no settings', FACTS, values('remoteWrite:', '  - url: https://far/w')],
  ['another error', 'Remote write failed: connection refused.', BESIDE],
])('is not told of %s', (_, facts, text) => { expect(misplacedTls(facts, text)).toBeNull(); });
