import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { watchShifts } from './pictures/layoutShift.ts';
import { expect, settled, test } from './scopeTest.ts';

for (const width of [390, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('nothing jumps while a page comes in: layout shift at most 0.02', async ({ page, scope }) => {
      const shifts = await watchShifts(page);
      for (
        const path of [
          '/?target=demo-incident', '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident',
          '/wal-replay?target=demo-wal-replay', '/scrapes?target=demo-incident', '/memory?target=demo-incident',
          '/profiles', '/diff', '/benchmarks',
        ]
      ) {
        await page.goto(scope.url + path);
        await settled(page);
        await page.waitForLoadState('networkidle');
        const { sum, moved } = await shifts();
        expect(sum, `${path} at ${width} px: ${moved.join('; ')}`).toBeLessThanOrEqual(0.02);
      }
    });

    test('one h1 a page, no level skipped, every control has a name', async ({ page, scope }) => {
      for (const path of ['/', '/gc-cpu', '/compaction', '/wal-replay', '/scrapes', '/profiles', '/diff', '/nowhere']) {
        await page.goto(`${scope.url}${path}?target=demo-incident`);
        await settled(page);
        const levels = await page.evaluate(
          () => [...document.querySelectorAll('h1, h2, h3, h4')].filter((heading) => heading.checkVisibility())
            .map(({ tagName }) => Number(tagName[1]))
        );
        expect(levels.filter((level) => level === 1), path).toHaveLength(1);
        levels.forEach(
          (level, i) => { expect(level - (levels[i - 1] ?? 0), `${path}: heading ${i}`).toBeLessThanOrEqual(1); }
        );
        for (const role of ['button', 'link', 'textbox', 'combobox', 'checkbox'] as const) {
          for (const control of await page.getByRole(role).all())
            await expect(control, `${path}: a ${role}`).toHaveAccessibleName(/\S/);
        }
      }
    });
  });
}

test('a click or Enter on a chart shows what is known of the moment, Escape leads back', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  await page.locator('.u-over').first().click({ position: { x: 200, y: 40 } });
  const card = page.getByRole('dialog', { name: /Details at/ });
  await expect(card).toContainText(/CPU .* cores/);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(page.getByRole('application').first()).toBeFocused();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(card).toContainText(/GC cycle|compaction|not scraped/);
  await card.getByRole('link', { name: 'Zoom to ±1m' }).click();
  await expect(page).toHaveURL(/start=.*end=/);
});

test('an exported window dropped on another page opens as a target', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  await page.getByRole('button', { name: 'Export incident' }).click();
  const [file] = await Promise.all(
    [page.waitForEvent('download'), page.getByRole('link', { name: 'Recording of the scrapes only' }).click()]
  );
  expect(file.suggestedFilename()).toBe('demo-incident.ndjson.gz');
  const bytes = readFileSync(await file.path());
  const drop = async (name: string, base64: string): Promise<void> => {
    const transfer = await page.evaluateHandle(([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(content ?? ''), (char) => char.charCodeAt(0))], fileName ?? ''));
      return data;
    }, [name, base64]);
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('main', event, { dataTransfer: transfer });
  };
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await settled(page);
  await drop('broken.ndjson.gz', Buffer.from('no recording').toString('base64'));
  await expect(page.getByRole('list', { name: 'Files being opened' }))
    .toContainText(/broken\.ndjson\.gz.*could not be opened.*\S/);
  await drop('from-a-colleague.ndjson.gz', bytes.toString('base64'));
  await expect(page).toHaveURL(/target=from-a-colleague/, { timeout: 30_000 });
  await expect(page.getByText(/30 CPU spikes in 20m: compaction makes/).first()).toBeVisible({ timeout: 20_000 });
  const lines = gunzipSync(bytes).toString().split('\n');
  const damaged = [...lines.slice(0, 2), '{"path":"/metr', ...lines.slice(2)].join('\n');
  await drop('cut.ndjson', Buffer.from(damaged).toString('base64'));
  await expect(page).toHaveURL(/target=cut/, { timeout: 30_000 });
  const told = '1 line of the recording cannot be used and was skipped: line 3: it is not a JSON object.';
  await expect(page.getByText(told)).toBeVisible();
  await expect(page.getByRole('link', { name: '1 skipped line' })).toBeVisible();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/4\d\d \(/.test(text)));
});
