/** The first screens against stored pictures of them; UPDATE_PICTURES=1 stores what is drawn now. Look at each then. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Tsdbscope } from '../../../server/integration/lab/tsdbscopeProcess.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';
import { cellsOf, still, stored, unlikeTiles, type Cells } from './cells.ts';

const SIZES = [
  { width: 390, height: 844, cellPx: 4 }, { width: 1440, height: 900, cellPx: 4 },
  { width: 2560, height: 1440, cellPx: 6 },
];
const NOW = new Date('2026-11-23T12:00:00Z');
const benchmark = (name: string): string => join(
  import.meta.dirname, '..', '..', '..', 'server', 'testdata', 'benchmarks', name
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

const SCREENS: Record<string, { open: Screen; widths?: number[] }> = {
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

/** Where, in px, the page differs from the stored picture. */
function places(drawn: Cells, kept: Cells, cellPx: number): string[] {
  return unlikeTiles(drawn, kept).map(({ column, row }) => `x ${column * cellPx} y ${row * cellPx}`);
}

for (const { width, height, cellPx } of SIZES) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`${String(width)} px, ${theme}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

      test('the first screens look as stored', async ({ page, scope, context }, info) => {
        const blank = await context.newPage();
        await page.clock.setFixedTime(NOW);
        const unlike: Record<string, string[]> = {};
        for (const [name, { open, widths = [width] }] of Object.entries(SCREENS)) {
          if (!widths.includes(width)) continue;
          await open(page, scope);
          const screen = await still(page);
          const { cells, png } = await cellsOf(blank, screen, cellPx);
          const file = `${name}-${theme}-${String(width)}.png`;
          const kept = await stored(blank, join(import.meta.dirname, 'stored', file), png);
          const where = kept === null ? ['nothing is stored: run with UPDATE_PICTURES=1'] : places(cells, kept, cellPx);
          if (where.length > 0) unlike[name] = where;
          writeFileSync(info.outputPath(file), screen);
        }
        expect(unlike, `the screens are in ${info.outputDir}`).toEqual({});
      });
    });
  }
}
