import type { Page } from '@playwright/test';

/** Layout shifts since the page opened: their sum, and what moved in each, from where to where. */
interface Shifts { sum: number; moved: string[] }

/** Watches each page opened from now on; the returned function reads the shifts up to the next drawn frame. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { shifts });
    interface Shift extends PerformanceEntry {
      value: number; hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        const named = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName ?? ''} ${element?.textContent.slice(0, 30) ?? ''} ${from.top}+${from.height} to ${
            to.top}+${to.height}`;
        });
        shifts.moved.push(`${entry.value.toFixed(4)}: ${named.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(async () => {
    // An observer is notified after a frame is drawn.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => { requestAnimationFrame(drawn); });
    return (window as unknown as { shifts: Shifts }).shifts;
  });
}
