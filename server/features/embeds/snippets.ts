/** URLs of an embed, and the texts to copy into a runbook. Pure. */
import type { Embed } from '../../../core/contract/contract.ts';
import { framingOf, isLocal } from './frameAncestors.ts';

export const FRAME_WIDTH = 720;
export const FRAME_HEIGHT = 380;

export type EmbedLinks = Pick<Embed, 'url' | 'imageUrl' | 'svgUrl' | 'oembedUrl'>;

/** `base`: scheme, host and a proxy's path, without a trailing slash. */
export function embedLinks(base: string, token: string): EmbedLinks {
  const url = `${base}/embed/${token}`;
  return {
    url, imageUrl: `${url}.png`, svgUrl: `${url}.svg`,
    oembedUrl: `${base}/oembed?url=${encodeURIComponent(url)}&format=json`,
  };
}

type EmbedSnippets = Pick<Embed, 'iframe' | 'iframeReason' | 'frameAncestors' | 'markdown' | 'notes'>;

export function embedSnippets({ url, imageUrl }: EmbedLinks, title: string, sources: readonly string[]): EmbedSnippets {
  const framing = framingOf(sources, url);
  const { hostname, protocol } = new URL(url);
  return {
    iframe: framing.reason === null ? iframeHtml(url, title, '100%', FRAME_HEIGHT) : null,
    iframeReason: framing.reason,
    frameAncestors: framing.works,
    markdown: `[![${markdownText(title)}](${imageUrl})](${url})`,
    notes: [
      ...(isLocal(hostname) ? [
        `${hostname} is the reader's own machine: elsewhere the link opens nothing. For others, listen on an address `
          + 'they reach and name it as embed: {external_url: ...} in the configuration.',
      ] : []),
      ...(protocol === 'http:' && !isLocal(hostname) ? [
        'Over plain http anyone on the network path can read the link and open it; a page on https shows neither '
          + 'frame nor picture of it.',
      ] : []),
    ],
  };
}

export function iframeHtml(url: string, title: string, width: string | number, height: number): string {
  return `<iframe src="${htmlText(url)}" title="${htmlText(title)}" width="${width}" `
    + `height="${height}" loading="lazy" style="border:0"></iframe>`;
}

/** Escapes text for HTML, also in attributes. */
export function htmlText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** Escapes text for one line of Markdown, also inside the brackets of a link. */
function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>!|~&#]/g, '\\$&');
}
