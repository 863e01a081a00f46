import { UsageError } from './usageError.ts';

export interface TargetUrl { url: string; name: string; username?: string; password?: string }

/**
 * Checks a target's address and takes it apart. A trailing slash or `/metrics` is dropped, credentials in the URL
 * are moved out of it (they must not reach a page or a log).
 * `where` names the place for the message, e.g. `command line` or `tsdbscope.yml:4`; `advice` is what to write instead.
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
      // The text is not repeated: it holds a password.
      throw new UsageError(
        `${where}: the user name or password of a URL has a "%" that starts no escape; write "%25" for a percent sign.`
      );
    }
  }
  return result;
}

/**
 * An address as it may appear in a message, which goes to logs: what is before an `@` may be a password, in an
 * invalid address too.
 */
export function withoutPassword(text: string): string {
  return text.replace(/^(\w*:?\/\/)?.*@/s, '$1***@');
}
