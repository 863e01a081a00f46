import type { Page } from '@playwright/test';

/**
 * Returns texts under 4.5:1 against their background (3:1 from 24 px, or 18.66 px bold), with their ratio; skips
 * disabled ones and text in pictures.
 */
export async function lowContrast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    const known = new Map<string, number[]>();
    // Returns a colour of any colour space as red, green, blue, 0 to 255, and alpha, 0 to 1.
    const read = (colour: string): number[] => {
      const before = known.get(colour);
      if (before !== undefined || pen === null) return before ?? [0, 0, 0, 1];
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
      known.set(colour, [red, green, blue, alpha / 255]);
      return [red, green, blue, alpha / 255];
    };
    const over = (front: number[], opacity: number, back: number[]): number[] =>
      back.map((value, i) => value * (1 - opacity) + (front[i] ?? 0) * opacity);
    const light = (colour: number[]): number => colour.slice(0, 3).map(
      (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    ).reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
    const poor = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const hasText = [
        ...element.childNodes
      ].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      if (
        !hasText || element.closest('svg, [disabled], [aria-disabled="true"], [data-disabled]') !== null
          || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      ) continue;
      const fills: number[][] = [];
      let opacity = 1;
      for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        opacity *= Number(style.opacity);
        const fill = read(style.backgroundColor);
        if ((fills.at(-1)?.[3] ?? 0) < 1) fills.push(fill);
      }
      const back = fills.toReversed().reduce((below, fill) => over(fill, fill[3] ?? 0, below), [255, 255, 255]);
      const style = getComputedStyle(element);
      const ink = read(style.color);
      const front = over(ink, (ink[3] ?? 1) * opacity, back);
      const ratio = (Math.max(light(front), light(back)) + 0.05) / (Math.min(light(front), light(back)) + 0.05);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5) - 0.01) poor.add(
        `${ratio.toFixed(2)} ${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 40) ?? ''}`
      );
    }
    return [...poor];
  });
}
