/** Zooming by wheel and fingers; pure. */
export interface ZoomWindow { start: number; end: number }

const MIN_SECONDS = 5;
/** One notch of a wheel, 100 px, shows four fifths. */
const PER_PIXEL = Math.log(1.25) / 100;

/** The window after a turn of the wheel over `at`, which stays where it is. */
export function wheelZoomed({ start, end }: ZoomWindow, at: number, deltaPx: number): ZoomWindow {
  const width = end - start;
  const wanted = Math.max(MIN_SECONDS, width * Math.exp(Math.max(-500, Math.min(500, deltaPx)) * PER_PIXEL));
  const before = width <= 0 ? 0.5 : Math.min(1, Math.max(0, (at - start) / width));
  return { start: at - before * wanted, end: at - before * wanted + wanted };
}

/** The window after two fingers moved from `from` to `to`, shares of the width; what was below them stays there. */
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
