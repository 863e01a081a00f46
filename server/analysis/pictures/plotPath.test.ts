import { describe, expect, it } from 'vitest';
import { bandPath, dotsPath, linePath, stepPath, type PlotScale } from './plotPath.ts';

/** Returns a scale with `perSecond` pixels per second, y downwards from 100. */
const scale = (
  perSecond: number, perPixel = 1
): PlotScale => ({ x: (at) => at * perSecond, y: (value) => 100 - value, perPixel });

/** Returns the absolute points of each piece of a path. */
function pieces(d: string): [number, number][][] {
  const found: [number, number][][] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const [a = 0, b = 0] = [...numbers.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    switch (command) {
      case 'M': [x, y] = [a, b]; found.push([[x, y]]); break;
      case 'm': [x, y] = [x + a, y + b]; found.push([[x, y]]); break;
      case 'l': [x, y] = [x + a, y + b]; found.at(-1)?.push([x, y]); break;
      case 'h': x += a; found.at(-1)?.push([x, y]); break;
      case 'v': y += a; found.at(-1)?.push([x, y]); break;
      case 'z': [x, y] = found.at(-1)?.[0] ?? [0, 0]; break;
      default: throw new Error(`no command ${command}`);
    }
  }
  return found.map(
    (piece) => piece.map(([px, py]): [number, number] => [Math.round(px * 10) / 10, Math.round(py * 10) / 10])
  );
}

const seconds = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('a line', () => {
  it('with fewer points than pixels goes through each', () => {
    expect(pieces(linePath([0, 1, 2], [10, 20.04, 15], scale(10)))).toEqual([[[0, 90], [10, 80], [20, 85]]]);
  });
  it('stays parted at a gap, however it lies', () => {
    expect(pieces(linePath(seconds(7), [null, 1, 2, null, 3, 4, null], scale(10))))
      .toEqual([[[10, 99], [20, 98]], [[40, 97], [50, 96]]]);
  });
  it('makes a dot of a value between two gaps', () => {
    expect(linePath(seconds(5), [null, 5, null, 7, null], scale(10))).toBe('M10 95h.01M30 93h.01');
  });
  it('keeps a spike of one point among thousands of a thousand pixels', () => {
    const values = seconds(100_000).map((i) => (i === 54_321 ? 90 : i === 70_123 ? -50 : 10));
    const ys = pieces(linePath(seconds(100_000), values, scale(0.01))).flat().map(([, y]) => y);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([10, 150]);
  });
  it('has at most four points in a pixel column, in the order of time', () => {
    const d = linePath(seconds(40_000), seconds(40_000).map((i) => (i * 7919) % 97), scale(0.01));
    const xs = pieces(d).flat().map(([x]) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    const perColumn = new Map<number, number>();
    for (const x of xs) perColumn.set(Math.floor(x), (perColumn.get(Math.floor(x)) ?? 0) + 1);
    expect(Math.max(...perColumn.values())).toBeLessThanOrEqual(4);
    expect(d.length).toBeLessThan(400 * 40);
  });
  it('draws as many columns as device pixels', () => {
    const values = seconds(4000).map((i) => i % 2);
    expect(pieces(linePath(seconds(4000), values, scale(0.1, 3))).flat().length)
      .toBeGreaterThan(2 * pieces(linePath(seconds(4000), values, scale(0.1, 1))).flat().length);
  });
  it('is nothing without values, and passes over what is no number', () => {
    expect(linePath(seconds(3), [null, null, null], scale(1))).toBe('');
    expect(linePath([], [], scale(1))).toBe('');
    expect(linePath(seconds(3), [NaN, Infinity, 4], scale(10))).toBe('M20 96h.01');
  });
  it('ends where the values do, when there are fewer than times', () => {
    expect(pieces(linePath(seconds(4), [1, 2], scale(10)))).toEqual([[[0, 99], [10, 98]]]);
  });
});

describe('steps', () => {
  it('hold a value until the next, and not over a gap', () => {
    expect(pieces(stepPath(seconds(4), [1, 3, null, 2], scale(10))))
      .toEqual([[[0, 99], [10, 99], [10, 97]], [[30, 98], [30, 98]]]);
  });
});

describe('a band', () => {
  it('goes along the upper edge and back along the lower', () => {
    expect(pieces(bandPath(seconds(2), [1, 2], [5, 6], scale(10)))).toEqual([[[0, 95], [10, 94], [10, 98], [0, 99]]]);
  });
  it('is parted where either edge lacks, and one point is a pixel wide', () => {
    expect(pieces(bandPath(seconds(4), [1, null, 1, 1], [5, 6, 5, null], scale(10)))).toEqual([
      [[-0.5, 95], [0.5, 95], [0.5, 99], [-0.5, 99]], [[19.5, 95], [20.5, 95], [20.5, 99], [19.5, 99]],
    ]);
  });
  it('reaches to the extremes of each pixel', () => {
    const ys = pieces(
      bandPath(seconds(1000), seconds(1000).map(() => 10), seconds(1000).map((i) => (i === 500 ? 80 : 20)), scale(0.1))
    ).flat().map(([, y]) => y);
    expect(Math.min(...ys)).toBe(20);
  });
});

describe('dots', () => {
  it('in the same pixel are drawn once', () => {
    expect(dotsPath([0, 0.001, 1], [5, 5, 5], scale(10))).toBe('M0 95h.01M10 95h.01');
  });
});
