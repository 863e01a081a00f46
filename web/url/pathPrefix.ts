/** The path prefix of a proxy, derived from the address of the built script, so that it needs no configuration. */

/**
 * Returns `/scope` for `https://host/scope/assets/index-x.js`; '' if tsdbscope has its own host, and for a script that
 * is not built.
 */
export function prefixOf(scriptUrl: string): string {
  const { protocol, pathname } = new URL(scriptUrl);
  const end = pathname.lastIndexOf('/assets/');
  return /^https?:$/.test(protocol) && end > 0 ? pathname.slice(0, end) : '';
}

/** Prefix without a trailing slash. */
export const pathPrefix = prefixOf(import.meta.url);

/** Returns a path of the address bar without the prefix, starting with a slash. */
export function withoutPrefix(path: string, prefix = pathPrefix): string {
  if (prefix === '' || !(path === prefix || path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || '/';
}
