/**
 * The page in the frame: the built page with title and description filled in, or a sentence that says why there is
 * none. Pure.
 */
import type { EmbedTheme } from '../../../core/contract/contract.ts';
import type { EmbedLinks } from './snippets.ts';
import { htmlText } from './snippets.ts';

/** Placeholder in the head of web/embed.html. */
const PLACE = '<!--embed-head-->';

export interface PageAbout extends EmbedLinks {
  token: string;
  /** Relative path from the page to the server's root, `../`, which works behind any path prefix. */
  up: string;
  theme: EmbedTheme;
  title: string;
  /** Content of the embed in a sentence. */
  description: string;
}

/** Returns the built page with title, Open Graph and the link for oEmbed. All values are escaped as text. */
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
    // Requests the data while the script still loads; relative to this page, so any host and path works.
    `<link rel="preload" as="fetch" crossorigin href="${here}/data">`,
    `<link rel="alternate" type="application/json+oembed" href="${htmlText(about.oembedUrl)}" title="${title}">`,
  ];
  // Shows the picture if the frame may not run scripts.
  const image = `<img src="${here}.svg" alt="${title}" style="max-width:100%">`;
  const picture = about.theme === 'auto'
    ? `<picture><source srcset="${here}.svg?theme=dark" media="(prefers-color-scheme: dark)">${image}</picture>`
    : image;
  // Uses functions, so that "$&" in a title is not treated as a pattern.
  return placed(html, about.up)
    .replace(/<meta name="(?:description|robots)"[^>]*>\s*/g, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${picture}</noscript>`)
    .replace(PLACE, () => tags.join('\n    '));
}

/** Returns a built page whose files have paths that begin with `up`. */
export function placed(html: string, up: string): string {
  return html.replace(/((?:src|href)=")\/(?=[a-z])/g, (_whole, before: string) => `${before}${up}`);
}

/** Returns the page of a frame without content: a sentence, no script, readable in light and dark. */
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
