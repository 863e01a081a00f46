import { dirname, resolve } from 'node:path';
import type { S3Config } from './configTypes.ts';
import { readBeside, readSecret, readTls } from './credentialKeys.ts';
import { optional } from './targetKeys.ts';
import type { YamlSection } from './yamlReader.ts';

const REGION = 'us-east-1';
const CACHE_BYTES = 2 * 2 ** 30;
/** A profile has at most 64 MiB. */
const MIN_CACHE_BYTES = 128 * 2 ** 20;
/** AWS's rules: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*$/;
const MAX_PREFIX_LETTERS = 200;
const URL_ADVICE = 'write the address of the object store, e.g. http://HOST:9000.';

/** Reads `profiles.s3`: the store of kept profiles. Returns undefined without `s3`. */
export function readS3(profiles: YamlSection, file: string): S3Config | undefined {
  if (!profiles.has('s3')) {
    profiles.end();
    return undefined;
  }
  const section = profiles.section('s3');
  const bucket = section.string('bucket');
  if (bucket === undefined) throw section.mistake('bucket', 'is missing.');
  if (!BUCKET.test(bucket))
    throw section.mistake('bucket', 'must be a name of 3 to 63 small letters, digits, dots and dashes.');
  const endpoint = readEndpoint(section);
  const s3: S3Config = {
    bucket,
    ...optional('endpoint', endpoint),
    prefix: readPrefix(section),
    region: section.string('region') ?? REGION,
    // A self-hosted store rarely has a host name for each bucket.
    pathStyle: section.boolean('path_style') ?? endpoint !== undefined,
    ...optional('credentials', readKeys(section, file)),
    ...optional('tls', section.has('tls_config') ? readTls(section.section('tls_config'), file) : undefined),
    cacheBytes: section.sizeBytes('cache') ?? CACHE_BYTES,
  };
  if (s3.cacheBytes < MIN_CACHE_BYTES) throw section.mistake('cache', 'must be at least 128MiB.');
  section.end();
  profiles.end();
  return s3;
}

function readEndpoint(section: YamlSection): string | undefined {
  const text = section.string('endpoint');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw section.mistake('endpoint', `"${text}" is not an http or https address; ${URL_ADVICE}`);
  if (url.username !== '' || url.password !== '')
    throw section.mistake('endpoint', 'must not hold credentials; use access_key_id and secret_access_key.');
  if (url.search !== '' || url.hash !== '') throw section.mistake('endpoint', `has a query or a hash; ${URL_ADVICE}`);
  return url.href.replace(/\/$/, '');
}

function readPrefix(section: YamlSection): string {
  const text = section.string('prefix')?.replace(/^\/+|\/+$/g, '') ?? '';
  if (text === '') return '';
  if (!PREFIX.test(text) || text.length > MAX_PREFIX_LETTERS || /(?:^|\/)\.{1,2}(?:\/|$)/.test(text))
    throw section.mistake('prefix', 'must be names of letters, digits and _ - . separated by /, e.g. team/tsdbscope.');
  return `${text}/`;
}

function readKeys(section: YamlSection, file: string): S3Config['credentials'] {
  const path = section.string('credentials_file');
  const profile = section.string('credentials_profile');
  const accessKeyId = section.string('access_key_id');
  const sessionToken = section.string('session_token');
  if (path !== undefined) {
    for (const key of ['access_key_id', 'secret_access_key', 'secret_access_key_file', 'session_token'])
      section.refuse(key, 'cannot be combined with credentials_file; remove one.');
    readBeside(section, 'credentials_file', path, file);
    return { file: resolve(dirname(file), path), ...optional('profile', profile) };
  }
  if (profile !== undefined) throw section.mistake('credentials_profile', 'goes with credentials_file.');
  if (accessKeyId === undefined) {
    for (const key of ['secret_access_key', 'secret_access_key_file', 'session_token'])
      section.refuse(key, 'goes with access_key_id, which is missing.');
    return undefined;
  }
  const secretAccessKey = readSecret(section, 'secret_access_key', 'secret_access_key_file', file);
  return { accessKeyId, secretAccessKey, ...optional('sessionToken', sessionToken) };
}
