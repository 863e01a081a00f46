import type { CustomHeader, TargetConfig } from './configTypes.ts';
import { readBeside } from './credentialKeys.ts';
import type { YamlSection } from './yamlReader.ts';

/** A token of RFC 9110, 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/;
/** A field value of RFC 9110, 5.5, without obs-text: visible ASCII, with spaces and tabs only between. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const MAX_VALUE_LETTERS = 8192;
/**
 * Headers that the connection needs, that end at the next hop (RFC 9110, 7.6.1), or that are negotiated per request.
 */
const RESERVED = new Set([
  'connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host',
  'proxy-authenticate', 'proxy-authorization', 'content-length', 'content-encoding', 'content-type', 'expect',
  'accept', 'accept-encoding', 'user-agent',
]);
const SECRET_NAME = /key|token|secret|auth|cookie|passw|credential|session|signature/i;

/**
 * Reads `http_headers` of a target or of the defaults: a name with a text, or as in Prometheus with `values`, `secrets`
 * and `files`. A header is secret if its values came from `secrets` or `files`, or if its name looks like a
 * credential's. Throws UsageError, without the values.
 */
export function readHeaders(parent: YamlSection, file: string): CustomHeader[] {
  const section = parent.section('http_headers');
  const headers: CustomHeader[] = [];
  for (const name of section.keys()) {
    if (!NAME.test(name)) throw section.mistake(name, 'is no name of a header: letters, digits and - only.');
    const lower = name.toLowerCase();
    if (lower === 'authorization') throw section.mistake(name, 'is set with authorization or basic_auth.');
    if (RESERVED.has(lower)) throw section.mistake(name, 'is set by tsdbscope for each request; remove it.');
    if (headers.some((other) => other.name.toLowerCase() === lower))
      throw section.mistake(name, 'appears twice, in other letters; keep one of them.');
    headers.push(readHeader(section, name, file));
  }
  return headers;
}

function readHeader(section: YamlSection, name: string, file: string): CustomHeader {
  const check = (where: YamlSection, key: string, value: string): string => {
    if (value.length > MAX_VALUE_LETTERS || !VALUE.test(value)) throw where.mistake(
      key, 'is no value of a header: one line of ASCII, without a space at either end, of at most 8 KiB.'
    );
    return value;
  };
  if (!section.holdsKeys(name)) {
    const value = section.string(name);
    if (value === undefined) throw section.mistake(name, 'is empty; give it a value, or remove it.');
    return { name, values: [check(section, name, value)], isSecret: SECRET_NAME.test(name) };
  }
  const own = section.section(name);
  const [values, secrets, files] = ['values', 'secrets', 'files']
    .map((key) => own.strings(key).map((text) => ({ key, text }))) as [Given[], Given[], Given[]];
  const all = [
    ...values, ...secrets, ...files.map(({ key, text }) => ({ key, text: readBeside(own, key, text, file).trim() })),
  ];
  own.end();
  if (all.length === 0) throw section.mistake(name, 'has no value; give it values, secrets or files.');
  return {
    name, values: all.map(({ key, text }) => check(own, key, text)),
    isSecret: secrets.length + files.length > 0 || SECRET_NAME.test(name),
  };
}

interface Given { key: string; text: string }

/** Returns the target's headers, and the defaults that it does not set itself. */
export function mergedHeaders(
  own: readonly CustomHeader[], defaults: readonly CustomHeader[]
): Pick<TargetConfig, 'headers'> {
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const headers = [...own, ...defaults.filter(({ name }) => !names.has(name.toLowerCase()))];
  return headers.length === 0 ? {} : { headers };
}
