import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base, type FrameLocator, type Page } from '@playwright/test';
import type { Embed } from '../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import {
  demoOpened, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { playTarget, serveRunbooks, type PlayedTarget, type RunbookSite } from './runbookSite.ts';

interface EmbedLab {
  scope: Tsdbscope;
  site: RunbookSite;
  /** The target, scraped as `played`. */
  target: PlayedTarget;
  /** Origin of the site in the configuration, and one that is not: the same pages by another name. */
  allowed: string;
  other: string;
  embed: (request: EmbedRequest) => Promise<Embed>;
}

/** The built program with the demo, a live target and a site of runbooks, one for all tests of embeds. */
export const test = base.extend<object, { lab: EmbedLab }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern: none
  lab: [async ({}, use) => {
    const { dataDir, remove } = newDataDir();
    const [site, target] = await Promise.all([serveRunbooks(), playTarget()]);
    const allowed = `http://localhost:${site.port}`;
    const config = join(dataDir, 'tsdbscope.yml');
    writeFileSync(
      config, `embed: {frame_ancestors: ["${allowed}"]}\ntargets: [{name: played, url: "${target.url}"}]\n`
    );
    const scope = await startTsdbscope(['--demo', '--config', config], join(dataDir, 'data'));
    await demoOpened(scope);
    await use({
      scope, site, target, allowed, other: `http://127.0.0.1:${site.port}`,
      embed: (request) => embedOf(scope, request),
    });
    await scope.stop();
    site.close();
    target.close();
    remove();
  }, { scope: 'worker', timeout: 240_000 }],
});

export { expect };

export async function embedOf(scope: Tsdbscope, request: EmbedRequest): Promise<Embed> {
  const answer = await scope.fetch(
    '/api/v1/embeds',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
  );
  const body = (await answer.json()) as { data: Embed; error?: string };
  expect(body.error).toBeUndefined();
  return body.data;
}

/** Returns whether the picture has loaded; to be evaluated in the page. */
export const isDrawn = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 200;

export function frameOf(page: Page, i = 0): FrameLocator {
  return page.frameLocator('iframe').nth(i);
}

/** Waits until its chart is on screen: finding, and a canvas with a drawing. */
export async function shows(frame: FrameLocator): Promise<void> {
  await expect(frame.getByTestId('finding')).not.toHaveText('');
  await expect(frame.locator('canvas').first()).toBeVisible();
  await expect.poll(() => frame.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return drawn?.some((value) => value !== 0) ?? false;
  })).toBe(true);
}
