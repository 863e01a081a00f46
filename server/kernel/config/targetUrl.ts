import { UsageError } from './usageError.ts';

export interface TargetUrl { url: string; name: string; username?: string; password?: string }

/**
 * Checks and parses a target's address. Drops a trailing slash or `/metrics`, and moves credentials out of the URL
 * (they must not reach a page or a log). `where` is the place for the message, e.g. `command line` or
 * `tsdbscope.yml:4`; `advice` is what to write instead.
 */
export function parseTargetUrl(
  text: string, where: string, advice = 'write the target as http://HOST:PORT, e.g. http://localhost:9090'
): TargetUrl {
  const shown = withoutPassword(text);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${where}: "${shown}" is not a URL; ${advice}.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`${where}: "${shown}" does not start with http:// or https://; ${advice}.`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(`${where}: "${shown}" has a query or fragment; give the base address of the target alone.`);
  }
  const base = url.pathname.replace(/\/metrics\/?$/, '').replace(/\/+$/, '');
  const result: TargetUrl = { url: `${url.protocol}//${url.host}${base}`, name: `${url.host}${base}` };
  if (url.username !== '' || url.password !== '') {
    try {
      result.username = decodeURIComponent(url.username);
      result.password = decodeURIComponent(url.password);
    } catch {
      // Does not repeat the text: it holds a password.
      throw new UsageError(
        `${where}: the user name or password of a URL has a "%" that starts no escape; write "%25" for a percent sign.`
      );
    }
  }
  return result;
}

/** Returns an address safe for messages and logs: text before an `@` may be a password, even in an invalid address. */
export function withoutPassword(text: string): string {
  return text.replace(/^(\w*:?\/\/)?.*@/s, '$1***@');
}
