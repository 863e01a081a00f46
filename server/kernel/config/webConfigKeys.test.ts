import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccess } from './accessKeys.ts';
import { readWebConfig } from './webConfigKeys.ts';
import { YamlReader } from './yamlReader.ts';

const HASH = '$2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-config-'));
  for (const name of ['first.crt', 'first.key', 'second.crt', 'second.key'])
    copyFileSync(join(import.meta.dirname, '..', '..', '..', 'testdata', 'tls', name), join(folder, name));
});
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

function read(text: string): ReturnType<typeof readWebConfig> {
  const file = join(folder, 'web.yml');
  writeFileSync(file, text);
  return readWebConfig(file);
}

describe('a web configuration', () => {
  it('is read as exporter-toolkit documents it', () => {
    const web = read(`
tls_server_config:
  cert_file: first.crt
  key_file: first.key
  client_auth_type: RequireAndVerifyClientCert
  client_ca_file: second.crt
  client_allowed_sans: [ci.example.org]
  min_version: TLS12
  max_version: TLS13
  cipher_suites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_RSA_WITH_AES_256_CBC_SHA, TLS_AES_128_GCM_SHA256,
    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256]
  prefer_server_cipher_suites: true
  curve_preferences: [X25519, CurveP256]
http_server_config:
  http2: true
  headers: {Strict-Transport-Security: max-age=31536000}
basic_auth_users:
  alice: ${HASH}
`);
    expect(web.users).toEqual(new Map([['alice', HASH]]));
    expect(web.headers).toEqual([['Strict-Transport-Security', 'max-age=31536000']]);
    expect(web.files.map((file) => file.slice(folder.length + 1))).toEqual([
      'web.yml', 'first.crt', 'first.key', 'second.crt'
    ]);
    expect(web.tls).toMatchObject({
      client: { isAsked: true, isRequired: true, isVerified: true }, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3',
      allowedSans: ['ci.example.org'], ecdhCurve: 'X25519:prime256v1', honorCipherOrder: true,
      ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:AES256-SHA:TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-CHACHA20-POLY1305',
    });
  });

  it('may be empty', () => {
    expect(read('')).toMatchObject({ users: new Map(), headers: [] });
  });

  it.each([
    ['basic_auth_users: {alice: secret}', /web\.yml:1: basic_auth_users\.alice: is no bcrypt hash; /],
    [`basic_auth_users: {alice: ${HASH.replace('$10$', '$20$')}}`, /has a cost above 14/],
    ['basic_auth_user: {}', /unknown key \(did you mean "basic_auth_users"\?\)/],
    ['tls_server_config: {cert_file: first.crt}', /tls_server_config\.key_file: is missing/],
    ['tls_server_config: {cert_file: first.crt, key_file: second.key}', /is not the key of the certificate/],
    ['tls_server_config: {cert_file: first.key, key_file: first.key}', /holds no certificate/],
    ['tls_server_config: {cert_file: none, key_file: first.key}', /the file "none" cannot be read \(ENOENT\)/],
    ['tls_server_config: {cert_file: first.crt, key_file: first.key, min_version: TLS9}', /"TLS9" is not one of TLS10/],
    [
      'tls_server_config: {cert_file: first.crt, key_file: first.key, client_auth_type: RequireAndVerifyClientCert}',
      /client_ca_file: is missing/,
    ],
    ['http_server_config: {headers: {Set-Cookie: x}}', /Set-Cookie: cannot be set; those that can are /],
    ['rate_limit: {burst: 1}', /remove the key/],
  ])('%s is refused by name and line', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('repeats no password that somebody forgot to hash', () => {
    expect(() => read('basic_auth_users: {alice: tops3cret}')).toThrow(expect.not.objectContaining({
      message: expect.stringContaining('tops3cret') as unknown,
    }) as Error);
  });
});

describe('access', () => {
  const access = (text: string) => readAccess(new YamlReader('c.yml', text).root);

  it('gives roles by name; all others look only, unless said otherwise', () => {
    expect(access('roles: {alice: admin}')).toEqual({ roles: { alice: 'admin' }, defaultRole: 'viewer' });
    expect(access('roles: {alice: admin}\ndefault_role: operator')).toMatchObject({ defaultRole: 'operator' });
    expect(access('proxy: {from: [10.0.0.0/8]}')).toEqual({
      roles: {}, defaultRole: 'viewer',
      proxy: { from: ['10.0.0.0/8'], userHeader: 'x-forwarded-user', groupsHeader: 'x-forwarded-groups', groups: {} },
    });
  });

  it.each([
    ['roles: {alice: root}', /roles\.alice: "root" is not a role; write viewer, operator, admin\./],
    ['proxy: {user_header: X-User}', /proxy\.from: names no address/],
    ['proxy: {from: [10.0.0.0/33]}', /"10\.0\.0\.0\/33" is not an address or a range/],
    ['proxy: {from: [example.org]}', /is not an address/],
  ])('%s is refused', (text, sentence) => {
    expect(() => access(text)).toThrow(sentence);
  });
});
