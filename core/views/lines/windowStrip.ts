/** Strip that shows the page's part of the whole window; pure. */
interface Edges { start: number; end: number }

const WIDTH = 1_000;
const HEIGHT = 30;
const MARGIN = 2;

/** Returns the known window, widened to include the part. */
export function wholeAround(known: Edges, part: Edges): Edges {
  return { start: Math.min(known.start, part.start), end: Math.max(known.end, part.end) };
}

/** Returns the position of the part in the whole, in percent. */
export function stripWindow(whole: Edges, part: Edges): { left: number; width: number } {
  const length = Math.max(1e-9, whole.end - whole.start);
  return { left: ((part.start - whole.start) / length) * 100, width: ((part.end - part.start) / length) * 100 };
}

/** Returns the line as a path in 1000 x 30, with the largest value at the top; broken at gaps, empty without values. */
export function stripPath(time: readonly number[], values: readonly (number | null)[]): string {
  const [first, last] = [time[0], time.at(-1)];
  if (first === undefined || last === undefined || last <= first) return '';
  const top = Math.max(1e-9, ...values.map((value) => value ?? 0));
  let isBroken = true;
  return values.map((value, i) => {
    if (value === null) {
      isBroken = true;
      return '';
    }
    const x = (((time[i] ?? first) - first) / (last - first)) * WIDTH;
    const y = HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
    const step = `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isBroken = false;
    return step;
  }).join('');
}
