/** Parses cells of tables and values of lists with their kind, so that only like quantities are compared. Pure. */

export interface Quantity {
  value: number;
  /** Only values of the same kind are comparable; "" is a number without a unit. */
  kind: 'bytes' | 'seconds' | '%' | '' | 'milli';
}

const NUMBER = new RegExp([
  String.raw`^[~<>\u2248\u2264\u2265$+]{0,2} ?(-?(?:\d{1,3}(?:[,_]\d{3}){1,5}|\d{1,18})(?:\.\d{1,12})?|-?\.\d{1,12})`,
  String.raw`(?:e([-+]?\d{1,3}))? ?([\w%\u00b5\u03bc/]{0,12})$`,
].join(''), 'i');
const BYTES: Readonly<Record<string, number>> = {
  b: 1, byte: 1, bytes: 1, k: 2 ** 10, kb: 2 ** 10, kib: 2 ** 10, ki: 2 ** 10, mb: 2 ** 20, mib: 2 ** 20, mi: 2 ** 20,
  g: 2 ** 30, gb: 2 ** 30, gib: 2 ** 30, gi: 2 ** 30, t: 2 ** 40, tb: 2 ** 40, tib: 2 ** 40, ti: 2 ** 40,
};
const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9, us: 1e-6, '\u00b5s': 1e-6, '\u03bcs': 1e-6, ms: 1e-3, msec: 1e-3, s: 1, sec: 1, secs: 1, seconds: 1,
  min: 60, h: 3600, hours: 3600, d: 86_400, days: 86_400,
};
/** A duration in Go's format: `1h2m3.5s`. */
const GO_DURATION = /^(-)?(?:(\d{1,6})h)?(?:(\d{1,3})m)?(?:([\d.]{1,12})s)$/;

/** Parses a cell; null if it is not a measured value, such as a name, a date or a version. */
export function quantityOf(cell: string): Quantity | null {
  const text = cell.replaceAll(/[*`"]/g, '').trim();
  const [, number, exponent, unit = ''] = NUMBER.exec(text) ?? [];
  if (number === undefined) return durationOf(text);
  const value = Number(`${number.replaceAll(/[,_]/g, '')}${exponent === undefined ? '' : `e${exponent}`}`);
  return ofUnit(value, unit.replace(/\/(?:s|sec|op)$/, '')) ?? durationOf(text);
}

function ofUnit(value: number, unit: string): Quantity | null {
  if (unit === '') return { value, kind: '' };
  if (unit === '%') return { value, kind: '%' };
  // `m` is thousandths of a core in kubectl and minutes elsewhere: comparable only with each other.
  if (unit === 'm') return { value, kind: 'milli' };
  const bytes = BYTES[unit === 'M' ? 'mb' : unit.toLowerCase()];
  if (bytes !== undefined) return { value: value * bytes, kind: 'bytes' };
  const seconds = SECONDS[unit];
  return seconds === undefined ? null : { value: value * seconds, kind: 'seconds' };
}

function durationOf(text: string): Quantity | null {
  const [, sign, hours = '0', minutes = '0', seconds] = GO_DURATION.exec(text) ?? [];
  if (seconds === undefined) return null;
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { value: sign === undefined ? value : -value, kind: 'seconds' };
}
