import type { Page } from '@playwright/test';

/** Drops files on the page like a person from a file manager. */
export async function drop(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const payload = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((entries) => {
    const data = new DataTransfer();
    for (const { name, base64 } of entries) {
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    }
    return data;
  }, payload);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', event, { dataTransfer: transfer });
}
