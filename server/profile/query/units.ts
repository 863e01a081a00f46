/**
 * Units of profile values and tags. The table and the conversion are those of google/pprof
 * (https://github.com/google/pprof/blob/main/internal/measurement/measurement.go), so that the same profiles are
 * comparable here and there.
 */
interface Unit { name: string; aliases: string[]; factor: number }
interface UnitFamily { fallback: { name: string; factor: number }; units: Unit[] }

const KIB = 1024;
const FAMILIES: UnitFamily[] = [
  {
    fallback: { name: 'B', factor: 1 },
    units: [
      { name: 'B', aliases: ['b', 'byte'], factor: 1 },
      { name: 'kB', aliases: ['kb', 'kbyte', 'kilobyte'], factor: KIB },
      { name: 'MB', aliases: ['mb', 'mbyte', 'megabyte'], factor: KIB ** 2 },
      { name: 'GB', aliases: ['gb', 'gbyte', 'gigabyte'], factor: KIB ** 3 },
      { name: 'TB', aliases: ['tb', 'tbyte', 'terabyte'], factor: KIB ** 4 },
      { name: 'PB', aliases: ['pb', 'pbyte', 'petabyte'], factor: KIB ** 5 },
    ],
  },
  {
    fallback: { name: 's', factor: 1e9 },
    units: [
      { name: 'ns', aliases: ['ns', 'nanosecond'], factor: 1 },
      { name: 'us', aliases: ['μs', 'us', 'microsecond'], factor: 1e3 },
      { name: 'ms', aliases: ['ms', 'millisecond'], factor: 1e6 },
      { name: 's', aliases: ['s', 'sec', 'second'], factor: 1e9 },
      { name: 'hrs', aliases: ['hour', 'hr'], factor: 3.6e12 },
    ],
  },
  {
    fallback: { name: 'GCU', factor: 1 },
    units: [
      { name: 'n*GCU', aliases: ['nanogcu'], factor: 1e-9 },
      { name: 'u*GCU', aliases: ['microgcu'], factor: 1e-6 },
      { name: 'm*GCU', aliases: ['milligcu'], factor: 1e-3 },
      { name: 'GCU', aliases: ['gcu'], factor: 1 },
      { name: 'k*GCU', aliases: ['kilogcu'], factor: 1e3 },
      { name: 'M*GCU', aliases: ['megagcu'], factor: 1e6 },
      { name: 'G*GCU', aliases: ['gigagcu'], factor: 1e9 },
      { name: 'T*GCU', aliases: ['teragcu'], factor: 1e12 },
      { name: 'P*GCU', aliases: ['petagcu'], factor: 1e15 },
    ],
  },
];

function unitIn(family: UnitFamily, text: string): Unit | undefined {
  let alias = text.toLowerCase();
  if (alias.length > 2 && alias.endsWith('s')) alias = alias.slice(0, -1);
  return family.units.find((unit) => unit.aliases.includes(alias));
}

/**
 * Converts `value` to another unit, and returns that unit's name; an unknown `from` keeps the value, an unknown `to`
 * gives the family's own unit.
 */
export function scaleUnit(value: number, from: string, to: string): { value: number; unit: string } {
  for (const family of FAMILIES) {
    const source = unitIn(family, from);
    if (source === undefined) continue;
    const target = unitIn(family, to) ?? family.fallback;
    return { value: (value * source.factor) / target.factor, unit: target.name };
  }
  return { value, unit: ['count', 'sample', 'unit', 'minimum', 'auto'].includes(to) ? '' : to };
}

/** Returns whether units are equal or of one family (seconds and nanoseconds): values can be added after scaling. */
export function compatibleUnits(a: string, b: string): boolean {
  if (a === b) return true;
  return FAMILIES.some((family) => unitIn(family, a) !== undefined && unitIn(family, b) !== undefined);
}

/** Returns the finest of compatible units, so that scaling to it loses nothing. */
export function finestUnit(units: string[]): string {
  let finest = units[0] ?? '';
  for (const unit of units.slice(1)) {
    if (scaleUnit(1, unit, finest).value < 1) finest = unit;
  }
  return finest;
}

/** Formats a value as `go tool pprof` prints it with an automatic unit: `1.12kB`, `48B`, `2.03s`, `0`. */
export function scaledLabel(value: number, from: string): string {
  const { value: scaled, unit } = autoScaled(Math.abs(value), from);
  const digits = twoDecimals(scaled).replace(/\.00$/, '');
  return digits === '0' ? '0' : `${value < 0 ? '-' : ''}${digits}${unit}`;
}

/** Scales to the largest unit of the family that leaves at least 1; below all of them to the family's own. */
function autoScaled(value: number, from: string): { value: number; unit: string } {
  for (const family of FAMILIES) {
    const source = unitIn(family, from);
    if (source === undefined) continue;
    const base = value * source.factor;
    const largest = family.units.findLast((unit) => base / unit.factor >= 1);
    const { name, factor } = largest ?? family.fallback;
    return { value: base / factor, unit: name };
  }
  return { value, unit: '' };
}

/** Rounds halfway cases to the even digit, like the reference; only eighths (1.125) are halfway in binary. */
function twoDecimals(value: number): string {
  const eighths = (value * 8) % 8;
  return eighths === 1 || eighths === 5 ? (value - 0.005).toFixed(2) : value.toFixed(2);
}
