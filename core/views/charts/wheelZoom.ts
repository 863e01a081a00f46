/** Zooming by wheel and fingers; pure. */
export interface ZoomWindow { start: number; end: number }

const MIN_SECONDS = 5;
/** Zoom per pixel: one wheel notch (100 px) shows four fifths. */
const PER_PIXEL = Math.log(1.25) / 100;

/** Returns the window zoomed by the wheel around `at`, which stays in place. */
export function wheelZoomed({ start, end }: ZoomWindow, at: number, deltaPx: number): ZoomWindow {
  const width = end - start;
  const wanted = Math.max(MIN_SECONDS, width * Math.exp(Math.max(-500, Math.min(500, deltaPx)) * PER_PIXEL));
  const before = width <= 0 ? 0.5 : Math.min(1, Math.max(0, (at - start) / width));
  return { start: at - before * wanted, end: at - before * wanted + wanted };
}

/**
 * Returns the window after two fingers moved from `from` to `to`, as shares of the width; the points below them stay in
 * place.
 */
export function pinchZoomed(
  { start, end }: ZoomWindow, from: readonly [number, number], to: readonly [number, number]
): ZoomWindow {
  const width = end - start;
  const [a, b] = from.toSorted((x, y) => x - y).map((share) => start + share * width);
  const [left = 0, right = 1] = to.toSorted((x, y) => x - y);
  if (a === undefined || b === undefined || right - left < 0.02 || b - a < width * 0.02) return { start, end };
  const wanted = Math.max(MIN_SECONDS, (b - a) / (right - left));
  return { start: a - left * wanted, end: a - left * wanted + wanted };
}
