/** Converts units like golang.org/x/perf/benchunit: ns becomes sec, MB becomes B, and a prefix keeps four digits. */
import { fixed } from './goNumbers.ts';

const SEPARATORS = /[*/\-\s]/;

interface Token { text: string; at: number; isDenominator: boolean }

function tokens(unit: string): Token[] {
  const found: Token[] = [];
  let isDenominator = false;
  for (let at = 0; at < unit.length;) {
    const char = unit[at] ?? '';
    if (char === '*') isDenominator = false;
    else if (char === '/') isDenominator = true;
    if (SEPARATORS.test(char)) {
      at++;
      continue;
    }
    let end = at;
    while (end < unit.length && !SEPARATORS.test(unit[end] ?? '')) end++;
    found.push({ text: unit.slice(at, end), at, isDenominator });
    at = end;
  }
  return found;
}

/** Returns the unit in base units, and the factor for its values. */
export function tidyUnit(unit: string): { unit: string; factor: number } {
  if (unit === 'ns/op') return { unit: 'sec/op', factor: 1e-9 };
  let factor = 1;
  let tidy = '';
  let from = 0;
  for (const { text, at, isDenominator } of tokens(unit)) {
    const base = isDenominator ? undefined : { ns: 'sec', MB: 'B' }[text];
    if (base === undefined) continue;
    if (text === 'ns') factor /= 1e9;
    else factor *= 1e6;
    tidy += unit.slice(from, at) + base;
    from = at + text.length;
  }
  return { unit: tidy + unit.slice(from), factor };
}

/** Reports whether bytes are in the numerator: such units use Ki and Mi. */
function isBinaryUnit(unit: string): boolean {
  return tokens(unit)
    .some(({ text, isDenominator }) => !isDenominator && (text === 'B' || text === 'MB' || text === 'bytes'));
}

export interface Scale { digits: number; factor: number; prefix: string }

const SI = ['T', 'G', 'M', 'k', '', 'm', 'µ', 'n'].map((prefix, i) => {
  const times = (mantissa: string): number => Number(`${mantissa}e${12 - 3 * i}`);
  return { prefix, factor: times('1'), t100: times('99.995'), t10: times('9.9995'), t1: times('.99995') };
});
const IEC = ['Ti', 'Gi', 'Mi', 'Ki', ''].map((prefix, i) => {
  const factor = 2 ** (40 - 10 * i);
  return { prefix, factor, t100: 99.995 * factor, t10: 9.9995 * factor, t1: 0.99995 * factor };
});
const SMALL = [-1, -2, -3, -4, -5, -6, -7, -8].map((exponent) => Number(`9.9995e${exponent}`));

/** Returns one scale for all values of a row, in which the value nearest to zero keeps four significant digits. */
export function commonScale(values: readonly number[], unit: string): Scale {
  const sizes = values.map(Math.abs).filter((size) => size !== 0);
  if (sizes.length === 0) return { digits: 3, factor: 1, prefix: '' };
  const least = Math.min(...sizes);
  const factors = isBinaryUnit(unit) ? IEC : SI;
  for (const { prefix, factor, t100, t10, t1 } of factors) {
    if (least >= t100) return { digits: 1, factor, prefix };
    if (least >= t10) return { digits: 2, factor, prefix };
    if (least >= t1) return { digits: 3, factor, prefix };
  }
  const last = factors.at(-1) ?? { factor: 1, prefix: '' };
  const digits = SMALL.findIndex((threshold, i) => least / last.factor >= threshold || i === SMALL.length - 1);
  return { digits: 3 + digits, factor: last.factor, prefix: last.prefix };
}

export function scaled(value: number, scale: Scale): string {
  return fixed(value / scale.factor, scale.digits) + scale.prefix;
}

/** Returns -1 if lower is better, 1 if higher is, 0 if unknown; `Unit ... better=` in the text takes precedence. */
export function usuallyBetter(unit: string): -1 | 0 | 1 {
  if (['ns/op', 'sec/op', 'B/op', 'allocs/op'].includes(unit)) return -1;
  return unit === 'MB/s' || unit === 'B/s' ? 1 : 0;
}
