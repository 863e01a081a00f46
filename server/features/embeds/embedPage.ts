/**
 * The page in the frame: the built one with what it is about filled in, or a sentence that says why there is none.
 * Pure.
 */
import type { EmbedTheme } from '../../../core/contract/contract.ts';
import type { EmbedLinks } from './snippets.ts';
import { htmlText } from './snippets.ts';

/** In the head of web/embed.html. */
const PLACE = '<!--embed-head-->';

export interface PageAbout extends EmbedLinks {
  token: string;
  /** From the page to the folder above it, `../`: whatever comes before the path of this server. */
  up: string;
  theme: EmbedTheme;
  title: string;
  /** What it shows, as a sentence. */
  description: string;
}

/** The built page with title, Open Graph and the link for oEmbed. Everything filled in is text. */
export function filledPage(html: string, about: PageAbout): string {
  const title = htmlText(about.title);
  const description = htmlText(about.description);
  const here = htmlText(`${about.up}embed/${about.token}`);
  const tags = [
    '<meta name="robots" content="noindex">',
    `<meta name="description" content="${description}">`,
    `<meta property="og:title" content="${title}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="tsdbscope">',
    `<meta property="og:url" content="${htmlText(about.url)}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${htmlText(about.imageUrl)}">`,
    '<meta property="og:image:type" content="image/png">',
    `<meta property="og:image:alt" content="${title}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    // Asked for while the script is still on its way; beside this page, whatever name and path readers use.
    `<link rel="preload" as="fetch" crossorigin href="${here}/data">`,
    `<link rel="alternate" type="application/json+oembed" href="${htmlText(about.oembedUrl)}" title="${title}">`,
  ];
  // A frame whose page may run no script shows the picture.
  const image = `<img src="${here}.svg" alt="${title}" style="max-width:100%">`;
  const picture = about.theme === 'auto'
    ? `<picture><source srcset="${here}.svg?theme=dark" media="(prefers-color-scheme: dark)">${image}</picture>`
    : image;
  // Functions, since a "$&" in a title is not a pattern.
  return placed(html, about.up)
    .replace(/<meta name="(?:description|robots)"[^>]*>\s*/g, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${picture}</noscript>`)
    .replace(PLACE, () => tags.join('\n    '));
}

/** A built page whose own files are asked for by paths that begin with `up`. */
export function placed(html: string, up: string): string {
  return html.replace(/((?:src|href)=")\/(?=[a-z])/g, (_whole, before: string) => `${before}${up}`);
}

/** What a frame shows when there is nothing to show: no script, readable in light and dark. */
export function sentencePage(sentence: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>tsdbscope</title>
    <style>body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;max-width:60ch}</style>
  </head>
  <body>
    <p role="alert">${htmlText(sentence)}</p>
    <p><small>tsdbscope</small></p>
  </body>
</html>
`;
}
