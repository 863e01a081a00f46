import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configSecrets } from '../../../data/scrape/secrets.ts';
import { parseConfigText } from '../configFile.ts';

const read = (text: string, file = 'f.yml') => parseConfigText(file, `profiles: {s3: {${text}}}`);

it('reads a bucket of AWS, and one of a store of your own', () => {
  expect(read('bucket: scope').s3).toEqual({
    bucket: 'scope', prefix: '', region: 'us-east-1', pathStyle: false, cacheBytes: 2 * 2 ** 30,
  });
  expect(parseConfigText('f.yml', 'targets: []').s3).toBeUndefined();
  const config = read('endpoint: "https://minio:9000/", bucket: scope.a, prefix: /team/scope/, region: eu-1, '
    + 'access_key_id: key, secret_access_key: secret-text, session_token: token-text, cache: 1GiB');
  expect(config.s3).toEqual({
    endpoint: 'https://minio:9000', bucket: 'scope.a', prefix: 'team/scope/', region: 'eu-1', pathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret-text', sessionToken: 'token-text' },
    cacheBytes: 2 ** 30,
  });
  expect(configSecrets({ ...config })).toEqual(['secret-text', 'token-text']);
});

it('finds a file of credentials beside the configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-s3keys-'));
  try {
    writeFileSync(join(folder, 'aws'), '[default]\n');
    writeFileSync(join(folder, 'secret'), 'from-file\n');
    const file = join(folder, 'f.yml');
    expect(read('bucket: scope, credentials_file: aws, credentials_profile: p', file).s3?.credentials)
      .toEqual({ file: join(folder, 'aws'), profile: 'p' });
    expect(read('bucket: scope, access_key_id: a, secret_access_key_file: secret', file).s3?.credentials)
      .toEqual({ accessKeyId: 'a', secretAccessKey: 'from-file' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['no bucket', 'region: a', /^f\.yml:1: profiles\.s3\.bucket: is missing/],
  ['a bucket with capitals', 'bucket: Scope', /must be a name of 3 to 63 small letters/],
  ['an endpoint without a scheme', 'bucket: scope, endpoint: "minio:9000"', /endpoint: "minio:9000" is not an http or/],
  ['credentials in the endpoint', 'bucket: scope, endpoint: "http://a:b@c"', /endpoint: must not hold credentials/],
  ['a prefix that leaves', 'bucket: scope, prefix: a/../b', /prefix: must be names of letters/],
  ['a key without its secret', 'bucket: scope, access_key_id: a', /secret_access_key: is missing; give/],
  ['a secret without its key', 'bucket: scope, secret_access_key: a', /goes with access_key_id, which is missing/],
  ['two kinds of credentials', 'bucket: scope, credentials_file: x, access_key_id: a', /cannot be combined with/],
  ['a file that is not there', 'bucket: scope, credentials_file: x', /the file "x" cannot be read \(ENOENT\)/],
  ['a small cache', 'bucket: scope, cache: 1MB', /cache: must be at least 128MiB/],
  ['an unknown key', 'bucket: scope, acl: public', /profiles\.s3\.acl: unknown key; known here: /],
])('names file, line and key of %s', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('refuses keys beside s3', () => {
  expect(() => parseConfigText('f.yml', 'profiles: {gcs: {}}')).toThrow(/profiles\.gcs: unknown key/);
});
