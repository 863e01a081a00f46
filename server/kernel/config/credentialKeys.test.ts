import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfigText } from './configFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-credentials-'));
afterAll(() => { rmSync(folder, { recursive: true }); });

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

/** Self-signed, for example.org, with its key. Made for this test, and of no use elsewhere. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgzCCASmgAwIBAgIUDvjeS67rjytecbxkTZiIhaeEtnowCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXhhbXBsZS5vcmcwIBcNMjYxMTIxMDMyMDAzWhgPMjEyNjEw
MjgwMzIwMDNaMBYxFDASBgNVBAMMC2V4YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEWQorx2dvFbyveZSlBRjaqeIwryfX6eKoydfysOqScwHzCsNl
3IcRJL3MB77fan9tfFcXLKFyDGOMN/9G0Uz9GKNTMFEwHQYDVR0OBBYEFLjGYLqY
rr8MydfNcLIGDGrvrjtaMB8GA1UdIwQYMBaAFLjGYLqYrr8MydfNcLIGDGrvrjta
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgKxtXM4B00jzzb0AK
aJoCcMLJUiJIo475xgHBopo/s3ECIQDKJvsj1XmHlkG4bol1r9vkuczZdTViqfpB
WG/1a3gUvw==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIM0GSJJdPhvmStcOfkm8Dv4077nNrXmsmq5nqxuB+07ToAoGCCqGSM49
AwEHoUQDQgAEWQorx2dvFbyveZSlBRjaqeIwryfX6eKoydfysOqScwHzCsNl3IcR
JL3MB77fan9tfFcXLKFyDGOMN/9G0Uz9GA==
-----END EC PRIVATE KEY-----
`;
const OTHER_KEY = generateKeyPairSync(
  'ec', { namedCurve: 'prime256v1' }
).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const read = (keys: string): ReturnType<typeof parseConfigText>['targets'][number] => {
  const [target] = parseConfigText(join(folder, 'f.yml'), `targets:\n- url: https://a:1\n  ${keys}\n`).targets;
  if (target === undefined) throw new Error('no target');
  return target;
};

describe('credentials of a target', () => {
  put('ca.pem', CERTIFICATE);
  put('key.pem', KEY);
  put('other-key.pem', OTHER_KEY);
  put('none.pem', 'no certificate\n');
  put('two-lines', 'abc\ndef\n');

  it('are read from the files they name', () => {
    expect(read('tls_config: {ca_file: ca.pem, cert_file: ca.pem, key_file: key.pem, server_name: example.org}').tls)
      .toEqual({ ca: CERTIFICATE, cert: CERTIFICATE, key: KEY, serverName: 'example.org', insecureSkipVerify: false });
  });

  it.each([
    [
      'a CA that is none', 'tls_config: {ca_file: none.pem}',
      /f\.yml:3: targets\[0\]\.tls_config\.ca_file: the file holds no certificate/,
    ],
    [
      'a certificate that is none', 'tls_config: {cert_file: none.pem, key_file: key.pem}',
      /\.cert_file: the file holds no certificate/,
    ],
    [
      'a key that is none', 'tls_config: {cert_file: ca.pem, key_file: ca.pem}',
      /\.key_file: the file holds no private key/,
    ],
    [
      'a key of another certificate', 'tls_config: {cert_file: ca.pem, key_file: other-key.pem}',
      /\.key_file: is not the key of the certificate/,
    ],
    ['a certificate without its key', 'tls_config: {cert_file: ca.pem}', /\.cert_file: goes with the other/],
    ['a key without its certificate', 'tls_config: {key_file: key.pem}', /\.key_file: goes with the other/],
    [
      'a password and a token for one request',
      'authorization: {credentials: x}\n  basic_auth: {username: a, password: b}',
      /f\.yml:3: targets\[0\]\.authorization: cannot be combined with basic_auth/,
    ],
    [
      'a token with a line break', 'authorization: {credentials_file: two-lines}',
      /\.credentials_file: holds a line break/,
    ],
  ])('are refused: %s', (_name, keys, message) => {
    expect(() => read(keys)).toThrow(message);
  });

  it('are not told with the mistake', () => {
    expect(() => read('authorization: {credentials: "sec\\nret"}')).toThrow(/^(?!.*sec)/);
  });
});
