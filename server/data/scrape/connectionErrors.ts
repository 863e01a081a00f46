import type { ScrapeError } from '../metrics/series.ts';

const TLS_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'HOSTNAME_MISMATCH', 'EPROTO',
]);
const TLS_PREFIXES = ['ERR_TLS_', 'ERR_SSL_', 'ERR_OSSL_', 'CERT_'];

/**
 * Makes text of a target fit for a sentence: one line, printable, at most `limit` characters, `''` if nothing is left.
 */
export function shortText(text: string, limit = 120): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Returns the `code` of a Node error, `''` if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function tlsAdvice(code: string): string {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_WRONG'))
    return 'the other side does not speak TLS here; is the URL to begin with http:// instead?';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code.includes('ALTNAME') || code === 'HOSTNAME_MISMATCH')
    return 'its certificate is for another host name; set tls_config server_name to the name in the certificate';
  if (code.includes('SELF_SIGNED') || code.includes('ISSUER') || code.includes('VERIFY')) {
    return 'its certificate is not signed by a known authority; give that authority as tls_config ca_file';
  }
  return 'check tls_config of this target';
}

/**
 * Returns the kind of a failed connection or broken answer, and one sentence that says what to do. `where` is host:port
 * as the reader knows it. Codes are those of Node's net, dns, tls, http and zlib modules; an unknown one becomes
 * `other` with the code in the sentence.
 */
export function connectionError(error: unknown, where: string): ScrapeError {
  const code = errorCode(error);
  const detail = shortText(error instanceof Error ? error.message : String(error));
  if (TLS_CODES.has(code) || TLS_PREFIXES.some((prefix) => code.startsWith(prefix))) {
    return { kind: 'tls', message: `No secure connection to ${where}: ${tlsAdvice(code)} (${code}).` };
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        kind: 'refused',
        message: `${where} refused the connection: nothing listens there; `
          + 'is the process running, and is the port right?',
      };
    case 'ECONNRESET':
    case 'EPIPE':
      return {
        kind: 'reset',
        message: `${where} closed the connection before the answer was complete; the process may have ended.`,
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return {
        kind: 'dns',
        message: `The host name of ${where} could not be resolved (${code}); check its spelling and the name server.`,
      };
    case 'ETIMEDOUT':
      return {
        kind: 'timeout', message: `${where} did not accept a connection in time; a firewall may drop the packets.`,
      };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return {
        kind: 'refused', message: `There is no route to ${where} (${code}); is the machine on, and the network right?`,
      };
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return { kind: 'format', message: `${where} sent a gzip body that is cut off or damaged (${detail}).` };
    default:
      if (code.startsWith('HPE_')) {
        return {
          kind: 'other',
          message: `${where} answered with something that is not HTTP (${code}); does the URL name the right port?`,
        };
      }
      return {
        kind: 'other',
        message: `The request to ${where} failed: ${detail || 'no reason given'}${code === '' ? '' : ` (${code})`}.`,
      };
  }
}
