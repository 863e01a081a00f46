/** The first screens and their stored pictures; UPDATE_PICTURES=1 stores the current ones. Review each of them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import type { Tsdbscope } from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { unlikeTiles } from '../../../testdata/pictures/cells.ts';
import { demoPair, expect, settled } from '../scopeTest.ts';
import { cellsOf } from './cells.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const CELL_PX = 4;
const benchmark = (name: string): string => join(
  import.meta.dirname, '..', '..', '..', 'testdata', 'benchmarks', name
);

type Screen = (page: Page, scope: Tsdbscope) => Promise<void>;

function panel(path: string): Screen {
  return async (page, scope) => {
    await page.goto(scope.url + path);
    await settled(page);
    await expect(page.locator('.u-over').first()).toBeVisible();
  };
}

const overview = panel('/?target=demo-incident');

export const SCREENS: Record<string, { open: Screen; widths?: number[] }> = {
  overview: { open: overview },
  'gc-cpu': { open: panel('/gc-cpu?target=demo-incident') },
  compaction: { open: panel('/compaction?target=demo-incident') },
  'wal-replay': { open: panel('/wal-replay?target=demo-wal-replay') },
  diff: {
    open: async (page, scope) => {
      const { before, after } = await demoPair(scope);
      await page.goto(`${scope.url}/diff?before=${before}&after=${after}`);
      await settled(page);
      await expect(page.getByTestId('finding')).toHaveText(/GC/);
      await expect(page.getByRole('tree')).toHaveAttribute('aria-busy', 'false');
    },
  },
  benchmarks: {
    open: async (page, scope) => {
      await page.goto(`${scope.url}/benchmarks`);
      await settled(page);
      await page.getByLabel('Benchmark files').setInputFiles(['new.txt', 'old.txt'].map(benchmark));
      await expect(page.getByTestId('benchmark-report')).toBeVisible();
    },
  },
  'phone-menu': {
    widths: [390],
    open: async (page, scope) => {
      await overview(page, scope);
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'More' }).click();
    },
  },
};

/** Waits until the screen looks like its stored picture; the drawn one is in the test's folder. */
export async function expectScreenAsStored(
  page: Page, scope: Tsdbscope, { name, theme }: { name: string; theme: 'light' | 'dark' }, info: TestInfo
): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await SCREENS[name]?.open(page, scope);
  await page.evaluate(() => document.fonts.ready);
  const blank = await page.context().newPage();
  const file = `${name}-${theme}-${String(page.viewportSize()?.width)}.png`;
  const draw = async (): Promise<{ screen: Buffer } & Awaited<ReturnType<typeof cellsOf>>> => {
    const screen = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    return { screen, ...await cellsOf(blank, screen, CELL_PX) };
  };
  const path = join(import.meta.dirname, 'stored', file);
  if (process.env['UPDATE_PICTURES'] === '1') writeFileSync(path, (await draw()).png);
  expect(existsSync(path), `${file} is not stored: run with UPDATE_PICTURES=1`).toBe(true);
  const { cells: kept } = await cellsOf(blank, readFileSync(path), 1);
  await expect.poll(async () => {
    const { screen, cells } = await draw();
    writeFileSync(info.outputPath(file), screen);
    return unlikeTiles(cells, kept).map(({ column, row }) => `x ${column * CELL_PX} y ${row * CELL_PX}`);
  }, `${file} in ${info.outputDir}`).toEqual([]);
  await blank.close();
}
