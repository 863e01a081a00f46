import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { WebConfig } from '../../kernel/config/configTypes.ts';
import { readWebConfig } from '../../kernel/config/webConfigKeys.ts';
import { certificateName, createListener } from './listener.ts';
import { WebConfigFile } from './webConfigFile.ts';

const CERTIFICATES = join(import.meta.dirname, '..', '..', '..', 'testdata', 'tls');
const pem = (name: string): string => readFileSync(join(CERTIFICATES, name), 'utf8');
const GIVEN = { cert: pem('client.crt'), key: pem('client.key') };
/** Signed by itself, so by nobody that is trusted. */
const FOREIGN = { cert: pem('second.crt'), key: pem('second.key') };

function configured(clientAuth: string, more = ''): WebConfig {
  const folder = mkdtempSync(join(tmpdir(), 'listener-'));
  const file = join(folder, 'web.yml');
  writeFileSync(file, `tls_server_config:
  {cert_file: ${CERTIFICATES}/first.crt, key_file: ${CERTIFICATES}/first.key, client_auth_type: ${clientAuth},
   client_ca_file: ${CERTIFICATES}/ca.crt${more}}\n`);
  try {
    return readWebConfig(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The name that the server knows the client by, '-' for none; null when it is not let in. */
async function nameOf(web: WebConfig, client: object): Promise<string | null> {
  const file = new WebConfigFile(web, { now: () => 0, notice: () => undefined });
  let asked = 0;
  const server = createListener((req, res) => {
    asked += 1;
    res.end(certificateName(req.socket) ?? '-');
  }, file);
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  const { port } = server.address() as AddressInfo;
  try {
    const name = await new Promise<string | null>((resolve) => {
      request({ host: '127.0.0.1', port, rejectUnauthorized: false, agent: false, ...client }, (answer) => {
        answer.on('data', (text: Buffer) => { resolve(text.toString()); });
      }).on('error', () => { resolve(null); }).end();
    });
    expect(asked).toBe(name === null ? 0 : 1);
    return name;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

it.each([
  ['NoClientCert', ['-', '-', '-']],
  ['RequestClientCert', ['-', 'ci', '-']],
  ['RequireAnyClientCert', [null, 'ci', '-']],
  ['VerifyClientCertIfGiven', ['-', 'ci', null]],
  ['RequireAndVerifyClientCert', [null, 'ci', null]],
])('%s: without a certificate, with a trusted and with a foreign one', async (clientAuth, names) => {
  const web = configured(clientAuth);
  expect(await Promise.all([nameOf(web, {}), nameOf(web, GIVEN), nameOf(web, FOREIGN)])).toEqual(names);
});

it('lets in the names of client_allowed_sans only', async () => {
  const allowing = (name: string): WebConfig =>
    configured('RequireAndVerifyClientCert', `, client_allowed_sans: [${name}]`);
  expect(await nameOf(allowing('ci.example.org'), GIVEN)).toBe('ci');
  expect(await nameOf(allowing('other.example.org'), GIVEN)).toBeNull();
});
