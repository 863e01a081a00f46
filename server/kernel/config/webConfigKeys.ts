/**
 * Reads the web configuration of Prometheus and its exporters (`--web.config.file`):
 * https://github.com/prometheus/exporter-toolkit/blob/master/docs/web-configuration.md
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createSecureContext, type SecureVersion } from 'node:tls';
import type { WebConfig, WebTls } from './configTypes.ts';
import { canBeRead, readBeside } from './credentialKeys.ts';
import { UsageError } from './usageError.ts';
import { YamlReader, type YamlSection } from './yamlReader.ts';

const VERSIONS: Readonly<Record<string, SecureVersion>> = {
  TLS10: 'TLSv1', TLS11: 'TLSv1.1', TLS12: 'TLSv1.2', TLS13: 'TLSv1.3',
};
/** Client certificate policies, by the names of Go's tls.ClientAuthType. */
const CLIENT_AUTH: Readonly<Record<string, WebTls['client']>> = {
  NoClientCert: { isAsked: false, isRequired: false, isVerified: false },
  RequestClientCert: { isAsked: true, isRequired: false, isVerified: false },
  RequireAnyClientCert: { isAsked: true, isRequired: true, isVerified: false },
  VerifyClientCertIfGiven: { isAsked: true, isRequired: false, isVerified: true },
  RequireAndVerifyClientCert: { isAsked: true, isRequired: true, isVerified: true },
};
const CURVES: Readonly<Record<string, string>> = {
  CurveP256: 'prime256v1', CurveP384: 'secp384r1', CurveP521: 'secp521r1', X25519: 'X25519',
};
/** Headers that exporter-toolkit allows to set. */
const HEADERS = [
  'Content-Security-Policy', 'X-Frame-Options', 'X-Content-Type-Options', 'X-XSS-Protection',
  'Strict-Transport-Security', 'Cache-Control',
];
/** bcrypt in its current forms: $2a$, $2b$, $2y$, cost 4 to 31. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;
/** Checking a password takes twice as long per step: at 14, seconds. */
const MAX_COST = 14;

/** Throws UsageError with `file:line: key: what is wrong`. An empty file sets nothing. */
export function readWebConfig(file: string): WebConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(`${file}: the web configuration cannot be read (${code}); check --web.config.file.`);
  }
  const root = new YamlReader(file, text).root;
  const tls = root.has('tls_server_config') ? readServerTls(root.section('tls_server_config'), file) : undefined;
  const headers = readHttp(root.section('http_server_config'));
  const users = readUsers(root.section('basic_auth_users'));
  root.refuse('rate_limit', 'tsdbscope limits clients by the work that they cause; remove the key.');
  root.end();
  const files = [file, ...(tls === undefined ? [] : tls.files)];
  const web = { file, files, users, headers, changedMs: changedMs(files) };
  return tls === undefined ? web : { ...web, tls: tls.options };
}

/** Returns when the last of the files changed, ms; Infinity if one is missing. */
export function changedMs(files: readonly string[]): number {
  return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity));
}

function readUsers(section: YamlSection): Map<string, string> {
  const users = new Map(section.keys().map((name) => {
    const hash = section.string(name) ?? '';
    // Does not repeat the text: it may be an unhashed password.
    if (!BCRYPT.test(hash)) {
      throw section.mistake(name, 'is no bcrypt hash; write what follows ":" in what "htpasswd -nBC 10 NAME" prints.');
    }
    if (Number(hash.slice(4, 6)) > MAX_COST)
      throw section.mistake(name, `has a cost above ${MAX_COST}, with which one password takes seconds to check.`);
    return [name, hash] as const;
  }));
  section.end();
  return users;
}

function readHttp(section: YamlSection): [name: string, value: string][] {
  // The server speaks HTTP/1.1 regardless of this key.
  section.boolean('http2');
  const given = section.section('headers');
  const headers = given.keys().map((key): [string, string] => {
    const name = HEADERS.find((each) => each.toLowerCase() === key.toLowerCase());
    if (name === undefined) throw given.mistake(key, `cannot be set; those that can are ${HEADERS.join(', ')}.`);
    const value = given.text(key) ?? '';
    if (/[\r\n]/.test(value)) throw given.mistake(key, 'holds a line break, which no header may have.');
    return [name, value];
  });
  given.end();
  section.end();
  return headers;
}

function readServerTls(section: YamlSection, file: string): { options: WebTls; files: string[] } {
  const files: string[] = [];
  const read = (key: string): string | undefined => {
    const path = section.string(key);
    if (path === undefined) return undefined;
    files.push(resolve(dirname(file), path));
    return readBeside(section, key, path, file);
  };
  const pem = (key: string, fileKey: string): string => {
    const text = section.string(key) ?? read(fileKey);
    if (text === undefined) throw section.mistake(fileKey, `is missing; give ${fileKey} or ${key}.`);
    return text;
  };
  const cert = pem('cert', 'cert_file');
  const key = pem('key', 'key_file');
  const ca = section.string('client_ca') ?? read('client_ca_file');
  const usual = ca === undefined ? 'NoClientCert' : 'RequireAndVerifyClientCert';
  const asked = section.string('client_auth_type') ?? usual;
  const client = CLIENT_AUTH[asked];
  if (client === undefined) {
    throw section.mistake('client_auth_type', `"${asked}" is not one of ${Object.keys(CLIENT_AUTH).join(', ')}.`);
  }
  if (client.isVerified && ca === undefined)
    throw section.mistake('client_ca_file', `is missing; ${asked} checks certificates against it.`);
  const allowedSans = section.strings('client_allowed_sans');
  const options: WebTls = {
    cert, key, ...(ca === undefined ? {} : { ca }), client, allowedSans,
    minVersion: version(section, 'min_version') ?? 'TLSv1.2',
    ...(section.has('max_version') ? { maxVersion: version(section, 'max_version') ?? 'TLSv1.3' } : {}),
    ...ciphersOf(section.strings('cipher_suites')),
    ...curvesOf(section),
    honorCipherOrder: section.boolean('prefer_server_cipher_suites') ?? true,
  };
  if (!canBeRead(() => new X509Certificate(cert)))
    throw section.mistake('cert_file', 'the file holds no certificate (PEM, "-----BEGIN CERTIFICATE-----").');
  if (!canBeRead(() => createPrivateKey(key)))
    throw section.mistake('key_file', 'the file holds no private key without a passphrase (PEM).');
  if (!canBeRead(() => createSecureContext({ cert, key })))
    throw section.mistake('key_file', 'is not the key of the certificate in cert_file.');
  if (!canBeRead(() => createSecureContext(options)))
    throw section.mistake('cipher_suites', 'versions, ciphers and curves do not go together, or one is not known.');
  section.end();
  return { options, files };
}

function version(section: YamlSection, key: string): SecureVersion | undefined {
  const text = section.string(key);
  if (text === undefined) return undefined;
  const found = VERSIONS[text];
  if (found === undefined) throw section.mistake(key, `"${text}" is not one of ${Object.keys(VERSIONS).join(', ')}.`);
  return found;
}

/**
 * Converts Go's names to OpenSSL's: TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 is ECDHE-RSA-AES128-GCM-SHA256; TLS 1.3's are
 * the same.
 */
function ciphersOf(names: readonly string[]): { ciphers?: string } {
  if (names.length === 0) return {};
  return {
    ciphers: names.map((name) => {
      const [, exchange, cipher] = /^TLS_(.+)_WITH_(.+)$/.exec(name) ?? [];
      if (exchange === undefined || cipher === undefined) return name;
      const suite = cipher.replace(/^(AES)_(\d+)_/, '$1$2_').replace(/_CBC_(SHA\d*)$/, '_$1')
        .replace(/^(CHACHA20_POLY1305)_SHA256$/, '$1');
      return `${exchange === 'RSA' ? '' : `${exchange}-`}${suite}`.replaceAll('_', '-');
    }).join(':'),
  };
}

function curvesOf(section: YamlSection): { ecdhCurve?: string } {
  const names = section.strings('curve_preferences');
  const unknown = names.find((name) => CURVES[name] === undefined);
  if (unknown !== undefined)
    throw section.mistake('curve_preferences', `"${unknown}" is not one of ${Object.keys(CURVES).join(', ')}.`);
  return names.length === 0 ? {} : { ecdhCurve: names.map((name) => CURVES[name]).join(':') };
}
