import { expect, test } from 'vitest';
import { pinchZoomed, wheelZoomed } from './wheelZoom.ts';

test('a wheel zooms around its place, in and out again, and never below 5 s', () => {
  const whole = { start: 1_000, end: 2_000 };
  const closer = wheelZoomed(whole, 1_250, -100);
  expect(closer.end - closer.start).toBeCloseTo(800);
  expect((1_250 - closer.start) / (closer.end - closer.start)).toBeCloseTo(0.25);
  const back = wheelZoomed(closer, 1_250, 100);
  expect([back.start, back.end]).toEqual([expect.closeTo(1_000), expect.closeTo(2_000)]);
  const least = wheelZoomed({ start: 0, end: 6 }, 3, -500);
  expect(least.end - least.start).toBe(5);
});

test('what was below two fingers stays below them; fingers on one place change nothing', () => {
  const zoomed = pinchZoomed({ start: 0, end: 100 }, [0.6, 0.4], [0.2, 0.8]);
  expect([zoomed.start, zoomed.end]).toEqual([expect.closeTo(33.333, 2), expect.closeTo(66.667, 2)]);
  expect(pinchZoomed({ start: 0, end: 100 }, [0.5, 0.5], [0.2, 0.8])).toEqual({ start: 0, end: 100 });
});
