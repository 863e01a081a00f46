import { expect, settled, test } from './scopeTest.ts';

test('a note added on one panel is on others, survives a reload, is in the postmortem', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident&zone=utc`);
  await settled(page);
  // By key, at the cursor.
  const chart = page.getByRole('application').first();
  await chart.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('n');
  const form = page.getByRole('form', { name: 'New note' });
  await expect(form.getByLabel(/^At/)).toHaveValue(/^2026-11-20 16:2\d:\d\d$/);
  await form.getByLabel('Note').fill('Load doubled <img src=x onerror=alert(1)>');
  await form.getByLabel('Author (optional)').fill('Ann');
  await page.keyboard.press('Control+Enter');
  const list = page.getByRole('list', { name: 'Notes in this window' });
  await expect(list.getByText('Load doubled <img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page).toHaveURL(/note=[0-9a-f]{16}/);
  await expect(page.locator('button[data-selected][data-notes]').first()).toBeVisible();

  await page.keyboard.press('Escape');
  await page.goto(`${scope.url}/scrapes?target=demo-incident&zone=utc`);
  await settled(page);
  await expect(page.locator('button[data-notes]').first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Notes, 1 in this window' }).click();
  await expect(list.getByText('Ann · created')).toBeVisible();

  await page.getByRole('button', { name: 'Summary as Markdown' }).click();
  const dialog = page.getByRole('dialog', { name: 'Summary as Markdown' });
  await expect(dialog.getByLabel('Preview'))
    .toContainText('| note | Load doubled \\<img src=x onerror=alert(1)> (Ann) |');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('demo-incident-postmortem.md');
});

test('a note: edit, undo of a removal, a conflicting edit, a link', async ({ page, scope, complaints }) => {
  const notes = `${scope.url}/api/v1/targets/demo-incident/notes`;
  const made = (
    await (await page.request.post(notes, { data: { time: 1_795_192_800, text: 'first words' } })).json() as {
      data: { id: string }
    }
  ).data;
  await page.goto(
    `${scope.url}/compaction?target=demo-incident&start=2026-11-20T16:27:40Z&end=2026-11-20T16:30:00Z&note=${made.id}`
  );
  await settled(page);
  // The link brings the window to its note.
  await expect(page.locator(`button[data-selected][data-notes~="${made.id}"]`).first()).toBeVisible();
  await page.getByRole('button', { name: /^Edit the note at/ }).click();
  await page.request.patch(`${notes}/${made.id}`, { data: { revision: 1, text: 'words of Bob', author: 'Bob' } });
  const form = page.getByRole('form', { name: 'Edit note' });
  await form.getByLabel('Note').fill('words of mine');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('edited meanwhile by Bob');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('words of mine')).toBeVisible();
  await page.getByRole('button', { name: /^Delete the note at/ }).click();
  await expect(page.getByText('words of mine')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('words of mine')).toBeVisible();
  // The refusal that was asked for; the browser tells of every answer of its kind.
  expect(complaints.splice(0).filter((line) => !line.includes('409'))).toEqual([]);
});
