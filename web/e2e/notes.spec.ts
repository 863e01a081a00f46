import { expect, settled, test } from './scopeTest.ts';

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
  // The link moves the window to its note.
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
  // The expected refusal; the browser logs every such answer.
  expect(complaints.splice(0).filter((line) => !line.includes('409'))).toEqual([]);
});
