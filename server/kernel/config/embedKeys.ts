/** The keys of a configuration file under `embed:`. */
import type { Config } from './configTypes.ts';
import type { YamlSection } from './yamlReader.ts';
import { withoutPassword } from './targetUrl.ts';

const MAX_ANCESTORS = 50;
/** A CSP 3 host-source without a path: a scheme, a name or address, an optional `*.` in front, a port. */
const ORIGIN = /^https?:\/\/(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::(?:\d{1,5}|\*))?$/i;

/** First parts of tsdbscope's own paths: a proxy's path that begins with one would be ambiguous. */
const OWN_PATHS = /^\/(?:api|assets|embed|oembed|demo|metrics|healthz|readyz|-)(?:\/|$)/;

/**
 * `frame_ancestors`: origins that may frame an embed. `external_url`: URL of this tsdbscope for readers, with the path
 * that a proxy in front gives it.
 */
export function readEmbed(section: YamlSection): Config['embed'] {
  const named = section.strings('frame_ancestors');
  if (named.length > MAX_ANCESTORS)
    throw section.mistake('frame_ancestors', `names more than ${MAX_ANCESTORS} origins.`);
  const frameAncestors = named.map((text) => readAncestor(section, text));
  if (frameAncestors.includes("'none'") && frameAncestors.length > 1)
    throw section.mistake('frame_ancestors', '"none" cannot be combined with others; remove it, or them.');
  const external = section.string('external_url');
  const embed: Config[
    'embed'
  ] = { frameAncestors, ...(external === undefined ? {} : { externalUrl: readExternalUrl(section, external) }) };
  section.end();
  return embed;
}

function readAncestor(section: YamlSection, text: string): string {
  const bare = text.replace(/^'(.*)'$/, '$1');
  if (bare === 'self' || bare === 'none') return `'${bare}'`;
  if (text === '*' || text === 'https:' || text === 'http:') return text;
  const origin = text.replace(/\/$/, '');
  if (ORIGIN.test(origin)) return origin.toLowerCase();
  throw section.mistake(
    'frame_ancestors',
    `"${text}" is not an origin; write e.g. https://wiki.example.org or https://*.example.org, without a path.`
  );
}

export function readExternalUrl(section: YamlSection, text: string): string {
  let url: URL | null = null;
  try {
    url = new URL(text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  if (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /^(?:\/[\w.~-]+)*\/?$/.test(url.pathname)
      && !OWN_PATHS.test(url.pathname) && url.search === '' && url.hash === ''
  ) {
    return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  }
  throw section.mistake(
    'external_url', `"${withoutPassword(text)}" is not an address of tsdbscope; `
      + 'write scheme and host, e.g. https://tsdbscope.example.org, and the path a proxy gives it, e.g. /tsdbscope '
      + `(which may not begin with one of tsdbscope's own, such as /api).`
  );
}
