import { expect, it } from 'vitest';
import { figureWords } from './figureWords.ts';

it.each<[name: string, value: number, words: string]>([
  ['slowScrapesByChanceCount', 2.621, 'slow scrapes by chance 2.62'], [
    'cpuVarianceRatio', 0.653, 'CPU variance 65.3 %',
  ], ['periodSeconds', 37.09, 'period 37.1 s'], ['coreSecondsEach', 3.979, 'core seconds each 3.98'],
  ['heapInuseBytes', 2 ** 20, 'heap inuse 1 MiB'], ['gcCpuCores', 0.02, 'GC CPU 0.02 cores'], ['bytes', 5, 'bytes 5'],
])('%s %d', (name, value, words) => { expect(figureWords(name, value)).toBe(words); });
