import { fail, ok, type Result } from '../../../core/result.ts';
import { addressBytes } from './addressBytes.ts';

/** A typed or linked address, in its canonical form. */
export interface TargetAddress {
  /** Without a final slash, and without the default port of the scheme. */
  url: string;
  /** Host, port and path, like a target without a name. */
  name: string;
  /** In lower case; an IPv6 address without brackets. */
  host: string;
  port: number;
}

const MAX_LETTERS = 300;
const FORM = /^(https?):\/\/(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?((?:\/[\w.~-]+)*)\/?$/;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;
const HOW = 'write it as http://HOST:PORT';

/**
 * Reads http://HOST:PORT or https://HOST:PORT/PREFIX, in ASCII and in one spelling. Refuses the many other spellings
 * that browsers and resolvers accept (decimal and octal hosts, final dots, letters of other scripts), so that a reader
 * of the address sees where it leads.
 */
export function readTargetAddress(text: string): Result<TargetAddress> {
  const refuse = (why: string): Result<TargetAddress> => fail('bad_data', `The address ${why}.`);
  if (text.length > MAX_LETTERS) return refuse(`has more than ${MAX_LETTERS} letters`);
  if (/[^\x21-\x7e]/.test(text)) return refuse(`holds a space, or a letter that is not ASCII; ${HOW}`);
  if (text.includes('@')) return refuse(
    'has a name or password in it; a target with credentials belongs under "targets" of the configuration file'
  );
  if (/[?#]/.test(text)) return refuse(`has a query or fragment; ${HOW}`);
  const [, scheme = '', written = '', port = '', path = ''] = FORM.exec(text) ?? [];
  if (scheme === '') return refuse(/^https?:\/\//.test(text) ? `is not of the form http://HOST:PORT/PATH; ${HOW}`
    : 'does not start with http:// or https://');
  if (/\/\.{1,2}(?:\/|$)/.test(path)) return refuse('has "." or ".." as a part of its path');
  const number = port === '' ? { http: 80, https: 443 }[scheme] ?? 0 : Number(port);
  if (number < 1 || number > 65_535 || /^0/.test(port)) return refuse('has no port from 1 to 65535');
  const host = written.toLowerCase().replace(/^\[|\]$/g, '');
  const mistake = hostMistake(host, written.startsWith('['));
  if (mistake !== null) return refuse(mistake);
  const { origin, host: shown } = new URL(`${scheme}://${written.toLowerCase()}:${number}`);
  const base = path.replace(/\/metrics$/, '');
  return ok({ url: `${origin}${base}`, name: `${shown}${base}`, host, port: number });
}

/** Returns what is wrong, as the end of a sentence, or null. */
function hostMistake(host: string, isBracketed: boolean): string | null {
  const bytes = addressBytes(host);
  if (isBracketed) {
    if (bytes?.length !== 16) return 'has no IPv6 address in its brackets';
    const { hostname } = new URL(`http://[${host}]`);
    return hostname === `[${host}]` ? null : `is not in the shortest form; write ${hostname}`;
  }
  if (bytes !== null) return null;
  if (host.endsWith('.')) return 'has a dot at the end of its host; remove it';
  const labels = host.split('.');
  // Browsers and resolvers take a host that ends in a number for an IPv4 address: 2130706433, 0x7f.1, 127.1.
  if (/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? ''))
    return 'has a host that is neither a name nor four decimal numbers; write e.g. 127.0.0.1';
  if (host.length > 253 || !labels.every((label) => LABEL.test(label))) return 'has a host that is no DNS name';
  return null;
}
