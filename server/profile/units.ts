/**
 * Units of profile values and tags. The table and the conversion are those of google/pprof
 * (https://github.com/google/pprof/blob/main/internal/measurement/measurement.go), so that two profiles are comparable
 * here exactly when they are there.
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

/** `value` in another unit, and that unit's name; an unknown `from` leaves the value, an unknown `to` gives the family's own unit. */
export function scaleUnit(value: number, from: string, to: string): { value: number; unit: string } {
  for (const family of FAMILIES) {
    const source = unitIn(family, from);
    if (source === undefined) continue;
    const target = unitIn(family, to) ?? family.fallback;
    return { value: (value * source.factor) / target.factor, unit: target.name };
  }
  return { value, unit: ['count', 'sample', 'unit', 'minimum', 'auto'].includes(to) ? '' : to };
}

/** Same unit, or two of one family (seconds and nanoseconds): values can be added after scaling. */
export function compatibleUnits(a: string, b: string): boolean {
  if (a === b) return true;
  return FAMILIES.some((family) => unitIn(family, a) !== undefined && unitIn(family, b) !== undefined);
}

/** The finest of compatible units, so that scaling to it loses nothing. */
export function finestUnit(units: string[]): string {
  let finest = units[0] ?? '';
  for (const unit of units.slice(1)) {
    if (scaleUnit(1, unit, finest).value < 1) finest = unit;
  }
  return finest;
}
