/**
 * The path that a proxy in front puts before all of tsdbscope's paths: told by where the built script was loaded from,
 * so nothing need be configured.
 */

/**
 * `/scope` of `https://host/scope/assets/index-x.js`; '' where tsdbscope has a host of its own, and for a script that
 * is no built one.
 */
export function prefixOf(scriptUrl: string): string {
  const { protocol, pathname } = new URL(scriptUrl);
  const end = pathname.lastIndexOf('/assets/');
  return /^https?:$/.test(protocol) && end > 0 ? pathname.slice(0, end) : '';
}

/** Without a slash at the end. */
export const pathPrefix = prefixOf(import.meta.url);

/** A path of the address bar as tsdbscope knows it, beginning with a slash. */
export function withoutPrefix(path: string, prefix = pathPrefix): string {
  if (prefix === '' || !(path === prefix || path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || '/';
}
