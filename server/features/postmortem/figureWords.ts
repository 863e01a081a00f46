/** Formats a named figure of a finding (`cpuVarianceRatio` 0.653) as words with unit (`CPU variance 65.3 %`). Pure. */
import type { Figure } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';

/** Units by the ending of the key; a longer ending precedes its own suffixes. */
const UNITS: readonly (readonly [ending: string, unit: Figure['unit']])[] = [
  ['BytesPerSecond', 'bytesPerSecond'], ['BytesPerSample', 'bytesPerSample'], ['PerSecond', 'perSecond'], [
    'Seconds', 'seconds',
  ], ['Timestamp', 'timestamp'], ['Bytes', 'bytes'], ['Ratio', 'ratio'], ['Cores', 'cores'], ['Count', 'count'],
];
const WORDS: Record<string, string> = {
  cpu: 'CPU', gc: 'GC', wal: 'WAL', rss: 'resident memory', gomaxprocs: 'GOMAXPROCS', gogc: 'GOGC',
};

export function figureWords(name: string, value: number): string {
  const [ending, unit] = UNITS.find(([text]) => name.endsWith(text) && name.length > text.length)
    ?? ['', 'none' as const];
  const words = name.slice(0, name.length - ending.length).replace(/[^A-Za-z0-9]+/g, ' ').trim()
    .split(/(?<=[a-z0-9])(?=[A-Z])|\s+/).map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase());
  return `${words.join(' ')} ${formatValue(value, unit, 'utc')}`;
}
