/** Serves the built page; its HTML lists its first requests and the code it needs, so that they load in parallel. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { Router, type Request } from 'express';
import { within, type Clock } from '../../../core/time/clock.ts';
import type { Target } from '../../../core/contract/contract.ts';
import { firstQuestions } from '../../../core/url/firstQuestions.ts';
import { parseUrl } from '../../../core/url/urlState.ts';
import { placed } from '../../features/embeds/embedPage.ts';
import { htmlText } from '../../features/embeds/snippets.ts';
import { upFrom } from '../../kernel/http/proxyPath.ts';

export interface PageRoutesOptions {
  webDir: string;
  /** Called when a page is opened, because it will request panels. */
  opened: () => void;
  targets: () => Promise<readonly Target[]>;
  clock: Clock;
}

/** Longest wait for the list of targets; the page can show little without it. */
const LIST_MS = 1_000;
/** Positions in the head of the built page: tags before it are requested first, rules at its end come last. */
const FIRST = '<title>';
const LAST = '</head>';

export function pageRoutes({ webDir, opened, targets, clock }: PageRoutesOptions): Router {
  const router = Router();
  router.use(compression());
  router.use(express.static(webDir, { index: false, etag: true, maxAge: '1h' }));
  router.get(/.*/, async (req, res, next) => {
    // Page URLs have no extension, and a program that mistypes an API path must not receive a page.
    if (/^\/api(\/|$)|\.\w{1,5}$/i.test(req.path)) {
      next();
      return;
    }
    const index = join(webDir, 'index.html');
    if (!existsSync(index)) {
      res.status(503).type('text/plain').send('The page is not built; start tsdbscope with "npm start".\n');
      return;
    }
    res.setHeader('Cache-Control', 'no-cache');
    opened();
    const known = await inTime(clock, targets());
    const { code, styles } = codeHints(webDir, req);
    const early = [...code, ...questionHints(req, known, clock.nowMs() / 1000)].join('\n    ');
    // Functions, because a "$&" in a name is not a pattern.
    const html = readFileSync(index, 'utf8').replace(FIRST, () => `${early}\n    ${FIRST}`)
      .replace(LAST, () => `  ${styles.join('\n    ')}\n  ${LAST}`);
    res.type('html').send(placed(html, upFrom(req.path)));
  });
  return router;
}

/** Returns an empty list on failure or timeout: the page then requests it itself. */
async function inTime(clock: Clock, list: Promise<readonly Target[]>): Promise<readonly Target[]> {
  let known: readonly Target[] = [];
  await within(clock, LIST_MS, list.then((targets) => { known = targets; }, () => undefined));
  return known;
}

function stateOf(req: Request): ReturnType<typeof parseUrl> {
  return parseUrl(req.path, req.url.slice(req.path.length));
}

function questionHints(req: Request, targets: readonly Target[], nowSeconds: number): string[] {
  return firstQuestions(stateOf(req), targets, nowSeconds).map((address) => (
    `<link rel="preload" as="fetch" href="${htmlText(address)}" crossorigin data-first />`));
}

/** Returns hints for code beyond the first load, by page: written by the build, each file after its imports. */
function codeHints(webDir: string, req: Request): { code: string[]; styles: string[] } {
  const file = join(webDir, 'page-code.json');
  // This file is of the same build as index.html.
  const byPage = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Partial<Record<string, string[]>>;
  const files = byPage[stateOf(req).page] ?? [];
  return {
    code: files.filter((path) => path.endsWith('.js'))
      .map((path) => `<link rel="modulepreload" crossorigin href="/${path}" />`),
    styles: files.filter((path) => path.endsWith('.css'))
      .map((path) => `<link rel="stylesheet" crossorigin href="/${path}" />`),
  };
}
