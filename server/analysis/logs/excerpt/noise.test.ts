/** Tests what an error loses before anything that tells why. */
import { expect, it } from 'vitest';
import { shortError } from '../shortError.ts';

const MAX = 200;
const WHY = 'the store took no more samples of this tenant, as its limit of series is reached';
const WHERE = 'while the batch of the sender was written to the ingesters of the zone that answer first';

it.each([
  ['an id of a trace', `${WHY} ${WHERE} traceID=4bf92f3577b34da6a3ce929d0e0e4736`, `${WHY} ${WHERE}`],
  ['a User-Agent', `${WHY} ${WHERE}; User-Agent: "Prometheus/2.51.0 (linux)"`, `${WHY} ${WHERE}`],
  ['the time and the place of a line', `ts=2026-01-02T03:04:05.678Z caller=push.go:130 ${WHY} ${WHERE} of its region`,
    `${WHY} ${WHERE} of its region`],
  ['how gRPC wraps it', `rpc error: code = Unknown desc = ${WHY} ${WHERE}`, `${WHY} ${WHERE}`],
  ['how gRPC wraps it, but not its code', `rpc error: code = ResourceExhausted desc = ${WHY} ${WHERE}`,
    `ResourceExhausted: ${WHY} ${WHERE}`],
  ['that no chunk is a duplicate', `${WHY}, 40/90 series have an average of 1.000 out-of-order chunks: 0.000 of these `
    + 'are exact duplicates (in terms of data and time range)',
  `${WHY}, 40/90 series have an average of 1.000 out-of-order chunks`],
  ['the version that is told elsewhere', `${WHY} ${WHERE} (version 23.8.2.7 (official build))`, `${WHY} ${WHERE}`],
  ['advice without a figure', `${WHY} ${WHERE}. Please contact whoever runs this service for you`, `${WHY} ${WHERE}.`],
  ['what a statement has beside its table', '"SELECT a, b, c, d FROM shop.orders WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8) '
    + `ORDER BY a": ${WHY} and so all of it is lost for good now`,
  `"SELECT \u2026 FROM shop.orders \u2026": ${WHY} and so all of it is lost for good now`],
  ['a path that it has named', `${WHY}: open /etc/prometheus/config_out/rules.yaml: parsing /etc/prometheus/`
    + 'config_out/rules.yaml: line 7: field c not found in type d.E',
  `${WHY}: open /etc/prometheus/config_out/rules.yaml: parsing \u2026/rules.yaml: line 7: field c not found in `
    + 'type d.E'],
  ['what a statement writes', `${WHY} and the rows are lost STATEMENT: INSERT INTO shop.orders (a, b, c, d) VALUES (1, `
    + '2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20)',
  `${WHY} and the rows are lost STATEMENT: INSERT INTO shop.orders \u2026`],
])('drops %s', (_, whole, short) => {
  expect(whole.length).toBeGreaterThan(MAX);
  expect(shortError(whole, MAX)).toBe(short);
});

it('keeps an error in braces, and why a certificate is not accepted', () => {
  const inner = `Error({Type:BAD_REQUEST Message:the index of the node is not ready to be read yet})`;
  expect(shortError(`${WHY}, ${WHERE}: ${inner}`, MAX)).toContain('the index of the node is not ready to be read yet');
  const webhook = 'failed calling webhook "rules.example.org": Post "https://operator.monitoring.svc:443/admission/'
    + 'validate?timeout=10s": x509: certificate signed by unknown authority (possibly because of "x509: ECDSA '
    + 'verification failure" while trying to verify candidate authority certificate "shop")';
  expect(shortError(webhook, MAX)).toContain('x509: certificate signed by unknown authority');
  expect(shortError(webhook, MAX)).toContain('webhook "rules.example.org"');
});

it('keeps words in quotation marks that only begin as a statement does', () => {
  const words = '"with a cause that the sender did not expect, and for which it has no name of its own at all"';
  expect(shortError(`${words} ${WHY} ${WHERE} traceID=4bf92f3577b34da6a3ce929d0e0e4736`, 300)).toContain(words);
});
