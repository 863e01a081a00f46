import { describe, expect, it } from 'vitest';
import { increaseIn } from './ingestedIn.ts';

/** A scrape every 10 s from 0 on. */
const counter = (...values: number[]): [number, number][] => values.map((value, i) => [10 * i, value]);
const at = (start: number, end: number): { start: number; end: number } => ({ start, end });

describe('samples ingested in stretches of time', () => {
  it.each<[string, [number, number][][], { start: number; end: number }[], number | null]>([
    ['from scrape to scrape', [counter(100, 200, 400)], [at(0, 20)], 300],
    ['between two scrapes evenly', [counter(100, 200, 400)], [at(5, 15)], 150],
    ['several stretches, added up', [counter(0, 100, 200, 300)], [at(0, 10), at(20, 30)], 200],
    ['several series, added up', [counter(0, 100), counter(0, 50)], [at(0, 10)], 150],
    ['a counter that was reset counts from 0', [counter(1000, 1100, 40, 90)], [at(0, 30)], 190],
    ['nothing came', [counter(7, 7, 7)], [at(0, 20)], 0],
    ['not recorded before the start', [counter(0, 100)], [at(-5, 10)], null],
    ['not recorded after the end', [counter(0, 100)], [at(0, 11)], null],
    ['a gap of more than four minutes around it', [[[0, 0], [300, 3000]]], [at(100, 110)], null],
    ['no series', [], [at(0, 10)], null],
  ])('%s', (_what, series, intervals, expected) => expect(increaseIn(series, intervals)).toBe(expected));
});
