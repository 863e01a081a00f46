/** Tests what a failed call of an admission webhook means, by its reason. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { meaningOf } from '../said/meanings.ts';

const call = (name: string, host: string, reason: string): string => 'Error from server (InternalError): error when '
  + `creating "rules.yml": Internal error occurred: failed calling webhook "${name}": failed to call webhook: Post `
  + `"https://${host}:443/validate?timeout=10s": ${reason}`;
const RULES = 'prometheusrulemutate.monitoring.coreos.com';

it('an unknown authority: what the webhook configuration names, and the objects that are left', () => {
  const { interest } = recognize(new TextEncoder().encode(['I create a rule:', '', '```', 'kubectl apply -f rules.yml',
    call(RULES, 'mon-operator.watch.svc', 'x509: certificate signed by unknown authority (possibly because of "x509: '
      + 'ECDSA verification failure" while trying to verify candidate authority certificate "nil2")'), '```',
  ].join('\n')));
  expect(interest).toContain(`It has the error "failed calling webhook "${RULES}": … x509: certificate signed by `
    + 'unknown authority".');
  expect(interest).toContain(`of the webhook ${RULES} (Service mon-operator in watch), and refuses the change: its `
    + 'certificate is not signed by the authority that the webhook configuration names');
  expect(interest).toContain('caBundle');
  expect(interest).not.toContain('TLS failed');
});

it('the same without a sentence before it', () => {
  const { interest, program } = recognize(new TextEncoder().encode('Error from server (InternalError): Internal error '
    + `occurred: failed calling webhook "${RULES}": failed to call webhook: Post "https://op.watch.svc:443/a": `
    + 'x509: certificate signed by unknown authority\n'));
  expect(program).toBe('prometheus-operator');
  expect(interest).toContain(`It has the error "failed calling webhook "${RULES}": … x509: certificate signed by `
    + `unknown authority". The API server got no valid answer of the webhook ${RULES} (Service op in watch), and `
    + 'refuses');
});

it.each([
  ['x509: certificate has expired or is not yet valid: current time 2026-01-02T03:04:05Z', 'has expired'],
  ['dial tcp 10.0.0.1:443: connect: connection refused', 'no pod answers behind it'],
  ['no endpoints available for service "shop-hook"', 'no pod answers behind it'],
  ['service "shop-hook" not found', 'its Service is not there'],
  ['context deadline exceeded', 'it did not answer in time'],
])('%s', (reason, words) => {
  const meaning = meaningOf(call('check.shop.example', 'shop-hook.shop.svc', reason));
  expect(meaning).toContain('The API server got no valid answer of the webhook check.shop.example (Service shop-hook '
    + 'in shop), and refuses the change: ');
  expect(meaning).toContain(words);
  expect(meaning).not.toContain('kube-prometheus-stack');
});

it('a webhook that refuses the object itself answered', () => {
  expect(meaningOf('admission webhook "check.shop.example" denied the request: no label') ?? '')
    .not.toContain('no valid answer');
});
