import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TargetConfig } from './configTypes.ts';
import type { YamlSection } from './yamlReader.ts';

/** Reads keys that hold secrets or name files with them: passwords, tokens, certificates. */

const NO_CERTIFICATE = 'the file holds no certificate (PEM, "-----BEGIN CERTIFICATE-----").';

export function readCredentials(section: YamlSection, file: string): { username: string; password: string } {
  const username = section.string('username');
  if (username === undefined) throw section.mistake('username', 'is missing.');
  const password = readSecret(section, 'password', 'password_file', file);
  section.end();
  return { username, password };
}

export function readAuthorization(section: YamlSection, file: string): { type: string; credentials: string } {
  const type = section.string('type') ?? 'Bearer';
  const credentials = readSecret(section, 'credentials', 'credentials_file', file);
  try {
    validateHeaderValue('Authorization', `${type} ${credentials}`);
  } catch {
    // Does not repeat the text: it is a secret.
    throw section.mistake(
      section.has('credentials_file') ? 'credentials_file' : 'credentials',
      'holds a line break or another character that no header may have; it must be one line.'
    );
  }
  section.end();
  return { type, credentials };
}

export function readSecret(section: YamlSection, key: string, fileKey: string, file: string): string {
  const value = section.string(key);
  const path = section.string(fileKey);
  if (value !== undefined && path !== undefined) throw section.mistake(fileKey, `give ${key} or ${fileKey}, not both.`);
  if (path !== undefined) return readBeside(section, fileKey, path, file).trim();
  if (value === undefined) throw section.mistake(key, `is missing; give ${key} or ${fileKey}.`);
  return value;
}

export function readTls(section: YamlSection, file: string): NonNullable<TargetConfig['tls']> {
  const read = (part: 'ca' | 'cert' | 'key', key: string): { [P in 'ca' | 'cert' | 'key']?: string } => {
    const path = section.string(key);
    return path === undefined ? {} : { [part]: readBeside(section, key, path, file) };
  };
  const serverName = section.string('server_name');
  const tls = {
    ...read('ca', 'ca_file'),
    ...read('cert', 'cert_file'),
    ...read('key', 'key_file'),
    ...(serverName === undefined ? {} : { serverName }),
    insecureSkipVerify: section.boolean('insecure_skip_verify') ?? false,
  };
  refuseBrokenTls(section, tls);
  section.end();
  return tls;
}

/** Checks TLS files early: OpenSSL reports errors only at the first request, without file or key. */
function refuseBrokenTls(section: YamlSection, { ca, cert, key }: NonNullable<TargetConfig['tls']>): void {
  if ((cert === undefined) !== (key === undefined)) throw section.mistake(
    cert === undefined ? 'key_file' : 'cert_file', 'goes with the other: give cert_file and key_file, or neither.'
  );
  if (ca !== undefined && !canBeRead(() => new X509Certificate(ca))) throw section.mistake('ca_file', NO_CERTIFICATE);
  if (cert === undefined || key === undefined) return;
  if (!canBeRead(() => new X509Certificate(cert))) throw section.mistake('cert_file', NO_CERTIFICATE);
  if (!canBeRead(() => createPrivateKey(key))) throw section.mistake(
    'key_file',
    'the file holds no private key that can be read without a passphrase (PEM, "-----BEGIN PRIVATE KEY-----").'
  );
  if (!canBeRead(() => createSecureContext({ cert, key })))
    throw section.mistake('key_file', 'is not the key of the certificate in cert_file.');
}

export function canBeRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Reads a file whose path is relative to the configuration file, as in Prometheus. */
export function readBeside(section: YamlSection, key: string, path: string, file: string): string {
  try {
    return readFileSync(resolve(dirname(file), path), 'utf8');
  } catch (error) {
    throw section.mistake(
      key, `the file "${path}" cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`
    );
  }
}
