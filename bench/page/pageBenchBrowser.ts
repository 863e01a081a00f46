/** Chromium for the page's figures, and what "on screen" means in it. */
import { chromium, type Browser, type Page } from '@playwright/test';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync',
];
/**
 * speedscope needs WebGL, drawn by the CPU where there is no other; every paint then takes at least 100 ms, so only
 * what is set against it runs so.
 */
const DRAWING = { webgl: ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'], plain: ['--disable-gpu'] };
const VIEWPORT = { width: 1440, height: 900 };
export const PATIENCE_MS = 300_000;

/** null, with a sentence, where no Chromium is installed. */
export async function openChromium(drawing: keyof typeof DRAWING): Promise<{ browser: Browser } | { missing: string }> {
  try {
    return { browser: await chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...DRAWING[drawing]] }) };
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? '';
    return { missing: `Chromium could not be started from ${CHROMIUM} (${why}); name another with CHROMIUM=` };
  }
}

export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.setDefaultTimeout(PATIENCE_MS);
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  return page;
}

/** Resolves when what the page shows now has been painted: a frame is begun, and its end comes back as a message. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    });
  }));
}

/** Puts a file into the page's memory, as it lies on a disk; the drop comes with `dropFile`. */
export async function holdFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(({ fileName, base64 }) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName));
    (window as unknown as { heldFile: DataTransfer }).heldFile = data;
  }, { fileName: name, base64: Buffer.from(bytes).toString('base64') });
}

/** Drops the held file in the middle of the page. Does not wait for what the page does with it. */
export async function dropFile(page: Page): Promise<void> {
  await page.evaluate(() => {
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
    const dataTransfer = (window as unknown as { heldFile: DataTransfer }).heldFile;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  });
}
