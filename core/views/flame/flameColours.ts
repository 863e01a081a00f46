/**
 * Colours of frames, as names of CSS variables (`--flame-...` in FlameGraph.module.css), so that a theme change needs
 * no redraw. One profile: a muted hue per subsystem or package. A diff: blue for less, orange for more, grey for the
 * same, in steps of amount.
 */
import {
  isByModule, isStandardLibrary, MODULE_ID, moduleOf, ownerOf, PACKAGE_ID, packageOf,
} from '../../profile/packages.ts';
import { AREA_RULES, SERVER_FUNCTION, SERVER_RULES, SYSTEM_RULES } from '../../profile/subsystemRules.ts';
import type { Frame } from './flameGraphData.ts';
import { formatNumber, formatProfileValue } from '../../text/format.ts';

export type ColourBy = 'change' | 'share';

export type DiffShade =
  | 'less-4' | 'less-3' | 'less-2' | 'less-1' | 'same' | 'more-1' | 'more-2' | 'more-3' | 'more-4' | 'gone' | 'new';

/**
 * Returns the change of a frame relative to its larger side, -1 (gone) to 1 (new). `change`: of the values; `share`: of
 * their shares of both totals. Both sides zero: 0. A total of zero has no shares: null.
 */
export function relativeChange(
  before: number, after: number, totals: { before: number; after: number }, by: ColourBy
): number | null {
  if (by === 'share' && (totals.before === 0 || totals.after === 0)) return null;
  const from = by === 'share' ? before / totals.before : before;
  const to = by === 'share' ? after / totals.after : after;
  const larger = Math.max(Math.abs(from), Math.abs(to));
  return larger === 0 ? 0 : Math.max(-1, Math.min(1, (to - from) / larger));
}

/** Returns whether the server classifies the frame's change as noise. It tested values, not shares. */
export function isNoise(frame: Frame, by: ColourBy): boolean {
  return by === 'change' && frame.weight.mode === 'diff' && frame.weight.sure === 'noise';
}

/** Minimum change per step of saturation, as a share of the larger total; less is grey. */
const STEP_RATIOS = [0.002, 0.01, 0.03, 0.1] as const;

/**
 * Returns the shade of a diff frame: hue gives the direction, saturation the change's share of the whole, so that a
 * large change in seconds is visible and a doubled tiny one is not. Gone and new (by cum) are hatched; noise is grey.
 */
export function diffShade(frame: Frame, totals: { before: number; after: number }, by: ColourBy): DiffShade {
  if (frame.weight.mode !== 'diff' || isNoise(frame, by)) return 'same';
  const { before, after } = frame.weight;
  const shade = amountShade(before, after, totals, by);
  if (shade === 'same') return 'same';
  return before !== 0 && after === 0 ? 'gone' : before === 0 && after !== 0 ? 'new' : shade;
}

/** Returns the shade of the frame's own part, by its flat; it is never shown as gone if the frame remains. */
export function ownShade(frame: Frame, totals: { before: number; after: number }, by: ColourBy): DiffShade {
  const whole = diffShade(frame, totals, by);
  if (frame.weight.mode !== 'diff' || isNoise(frame, by) || whole === 'gone' || whole === 'new') return whole;
  return amountShade(frame.weight.selfBefore, frame.weight.selfAfter, totals, by);
}

function amountShade(
  before: number, after: number, totals: { before: number; after: number }, by: ColourBy
): Exclude<DiffShade, 'gone' | 'new'> {
  const isShare = by === 'share';
  if (isShare && (totals.before === 0 || totals.after === 0)) return 'same';
  const whole = isShare ? 1 : Math.max(Math.abs(totals.before), Math.abs(totals.after));
  const delta = isShare ? after / totals.after - before / totals.before : after - before;
  const step = whole === 0 ? 0 : STEP_RATIOS.filter((ratio) => Math.abs(delta) >= ratio * whole).length;
  if (step === 0) return 'same';
  return `${delta < 0 ? 'less' : 'more'}-${step === 1 ? 1 : step === 2 ? 2 : step === 3 ? 3 : 4}`;
}

/** Returns the legend of a diff: each shade with its smallest change; for shares, in percent of the total. */
export function diffLegend(
  totals: { before: number; after: number }, by: ColourBy, unit: string
): { shade: DiffShade; words: string }[] {
  const whole = Math.max(Math.abs(totals.before), Math.abs(totals.after));
  const amount = (ratio: number): string => (by === 'share' ? `${formatNumber(ratio * 100)} % of total`
    : formatProfileValue(ratio * whole, unit));
  const steps = [1, 2, 3, 4] as const;
  const words = (step: 1 | 2 | 3 | 4): string => amount(STEP_RATIOS[step - 1] ?? 0);
  return [
    { shade: 'gone', words: 'gone' },
    ...steps.toReversed().map((step) => ({ shade: `less-${step}` as const, words: `−${words(step)}` })),
    { shade: 'same', words: `under ${words(1)}, or noise` },
    ...steps.map((step) => ({ shade: `more-${step}` as const, words: `+${words(step)}` })),
    { shade: 'new', words: 'new' },
  ];
}

/** Subsystem of a function; `package` for everything outside the Go runtime and standard library. */
export type Subsystem = 'gc' | 'allocation' | 'scheduler' | 'runtime' | 'system' | 'library' | 'package';

const runtimeFunctions = (names: string): RegExp => new RegExp(String.raw`^runtime\.(${names})`);

// Function names as of the Go 1.11 to 1.26 runtime sources (mgc*.go, mbarrier.go, mwbbuf.go, malloc.go, proc.go,
// slice.go).
const GC_NAMES = runtimeFunctions(
  String.raw`gc|scan|mark|greyobject|sweep|bgsweep|bgscavenge|findObject|wbBuf|bulkBarrier|shade|wbMove|\(\*gc|`
  + String.raw`\(\*mspan\)\.(sweep|markBits)|\(\*sweep|\(\*lfstack|markBits|heapBits(?!SetType)|tryDeferToSpanScan|`
  + String.raw`spanOf|getempty|putfull|putempty|trygetfull`
);
const ALLOCATION_NAMES = runtimeFunctions(
  String.raw`malloc|heapBitsSetType|newobject|newarray|makeslice|makemap|growslice|memclr|rawbyteslice|rawstring|`
  + String.raw`slicebytetostring|nextFreeFast|persistentalloc|sysAlloc|sysUsed|\(\*mcache|\(\*mcentral|\(\*mheap|`
  + String.raw`\(\*pageAlloc|\(\*fixalloc|publicationBarrier|profilealloc|\(\*mspan\)`
);
const SCHEDULER_NAMES = runtimeFunctions(
  String.raw`schedule|findrunnable|findRunnable|park|gopark|goready|ready|mcall|futex|note|stopm|startm|wakep|`
  + String.raw`lock2?$|unlock2?$|procyield|osyield|usleep|runq|netpoll|sysmon|mstart|resetspinning|stealWork|`
  + String.raw`selectgo|chan|send|recv|sem|goschedImpl|exitsyscall|entersyscall`
);
const SYSTEM_PACKAGES = /^(syscall|internal\/poll|internal\/runtime\/syscall|runtime\/internal\/syscall|os|net)$/;
const NETWORK = new RegExp(AREA_RULES.find(({ id }) => id === 'network')?.functions.join('|') ?? '(?!)');
const RUST_LIBRARIES = new Set(['core', 'std', 'alloc']);

/** Returns the subsystem of a function by its name alone. */
export function subsystemOf(name: string): Subsystem {
  if (GC_NAMES.test(name)) return 'gc';
  if (ALLOCATION_NAMES.test(name)) return 'allocation';
  if (SCHEDULER_NAMES.test(name)) return 'scheduler';
  const owner = packageOf(name);
  if (owner === 'runtime' || owner.startsWith('runtime/') || owner.startsWith('internal/runtime/')) return 'runtime';
  if (SYSTEM_PACKAGES.test(owner) || NETWORK.test(name)) return 'system';
  if (RUST_LIBRARIES.has(owner) && name.includes('::')) return 'library';
  return !name.includes('::') && isStandardLibrary(owner) ? 'library' : 'package';
}

export interface FamilyColours {
  /** Returns the CSS variable of a function. */
  variableOf: (name: string) => string;
  /** Legend entries by weight; only those that occur. */
  legend: { variable: string; words: string }[];
}

/** Returns one of three shades, to distinguish neighbouring packages without identifying them. */
function otherShade(owner: string): string {
  let sum = 0;
  for (let i = Math.max(0, owner.length - 16); i < owner.length; i += 1) sum = (sum * 31 + owner.charCodeAt(i)) % 9_973;
  return ['--flame-package-other', '--flame-package-other-1', '--flame-package-other-2'][sum % 3]
    ?? '--flame-package-other';
}

const PACKAGE_HUES = 4;
const FAMILY_WORDS: Record<Exclude<Subsystem, 'package'>, string> = {
  gc: 'garbage collection', allocation: 'allocation', scheduler: 'scheduler, locks', runtime: 'runtime, other',
  system: 'system calls, files, network',
  library: 'standard library',
};

/** Rows of the subsystem strip that apply to functions outside the runtime and the system. */
const PARTS = AREA_RULES.filter(({ id }) => !SYSTEM_RULES.has(id)).map(({ id, name, functions }) => (
  { id, words: name, matchers: functions.map((pattern) => new RegExp(pattern)) }
));

interface Family { variable: string; words: string }

/** Returns the first matching row, as in the subsystem strip. */
function partOf(name: string): { id: string; family: Family } | null {
  const part = PARTS.find(({ matchers }) => matchers.some((matcher) => matcher.test(name)));
  return part === undefined ? null
    : { id: part.id, family: { variable: `--flame-${part.id}`, words: part.words } };
}

type ColouredFrame = Pick<Frame, 'name' | 'weight' | 'depth'> & Partial<Pick<Frame, 'parentKey'>>;

/** Returns the package that a frame's cost counts for; null for one whose cost counts for its caller, '' unknown. */
function packageOfFrame(name: string): string | null {
  const subsystem = subsystemOf(name);
  if (subsystem !== 'package' && subsystem !== 'library') return null;
  const owner = ownerOf(name, '');
  return owner === '' && subsystem === 'library' ? null : owner;
}

/** Returns packages by weight. Runtime work for a package counts for the package, as in the strip. */
function packageWeights(frames: readonly ColouredFrame[], flatOf: (frame: ColouredFrame) => number) {
  const weights = new Map<string, number>();
  for (const frame of frames) {
    const flat = flatOf(frame);
    for (let at: ColouredFrame | undefined = frame; flat > 0 && at !== undefined && at.depth > 0;) {
      const subsystem = subsystemOf(at.name);
      if (subsystem === 'gc' || subsystem === 'allocation' || subsystem === 'scheduler') break;
      const owner = packageOfFrame(at.name);
      if (owner !== null) {
        weights.set(owner, (weights.get(owner) ?? 0) + flat);
        break;
      }
      at = frames[at.parentKey ?? -1];
    }
  }
  return weights;
}

interface Owners {
  /** Packages or modules with a hue, in the order of their hues. */
  ranked: string[];
  ownerOfName: (name: string) => string | null;
}

/**
 * Returns the owners with a hue: those of the strip's rows, if it has any of these frames' owners. Else they are ranked
 * by the frames, which lack what is too small to draw, and by modules if the strip would be.
 */
function ownersOf(
  frames: readonly ColouredFrame[], flatOf: (frame: ColouredFrame) => number, strip: readonly { id: string }[]
): Owners {
  const weights = packageWeights(frames, flatOf);
  const packages = [...weights.keys()].filter((owner) => owner !== '');
  const rows = strip.filter(({ id }) => id.startsWith(PACKAGE_ID) || id.startsWith(MODULE_ID));
  const byModule = rows.length > 0 ? rows.some(({ id }) => id.startsWith(MODULE_ID)) : isByModule(packages);
  const shown = (owner: string): string => (byModule ? moduleOf(owner) : owner);
  const ofStrip = rows.map(({ id }) => id.slice(id.indexOf(':') + 1));
  const sums = new Map<string, number>();
  for (const [owner, weight] of weights) sums.set(shown(owner), (sums.get(shown(owner)) ?? 0) + weight);
  return {
    ranked: ofStrip.some((owner) => sums.has(owner)) ? ofStrip
      : [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([owner]) => owner),
    ownerOfName: (name) => {
      const owner = packageOfFrame(name);
      return owner === null ? null : shown(owner);
    },
  };
}

/**
 * Returns the hue of each function, the same as in the subsystem strip. For a TSDB each subsystem has its own; for
 * other programs the four heaviest packages or modules have one, and the rest share a family of shades. Ties are
 * ordered by name, so the same profile always gets the same colours. `strip`: the rows of the strip next to the flame
 * graph.
 */
export function familyColours(
  frames: readonly ColouredFrame[], strip: readonly { id: string }[] = []
): FamilyColours {
  const flatOf = ({ weight }: ColouredFrame): number =>
    Math.abs(weight.mode === 'single' ? weight.flat : weight.selfAfter);
  const names = new Set(frames.filter(({ depth }) => depth > 0).map(({ name }) => name));
  const partOfName = new Map([...names].flatMap((name) => {
    const part = subsystemOf(name) === 'package' ? partOf(name) : null;
    return part === null ? [] : [[name, part] as const];
  }));
  const isServer = strip.some(({ id }) => SERVER_RULES.has(id))
    || [...partOfName.values()].some(({ id }) => SERVER_RULES.has(id))
    || [...names].some((name) => SERVER_FUNCTION.test(name));
  const { ranked, ownerOfName } = isServer ? { ranked: [], ownerOfName: () => null } : ownersOf(frames, flatOf, strip);
  const hues = new Map(ranked.slice(0, PACKAGE_HUES).map((owner, rank): [string, Family] => (
    [owner, { variable: `--flame-package-${rank + 1}`, words: owner === '' ? 'no package' : owner }]
  )));
  const familyOf = (name: string): Family => {
    const owner = isServer ? null : ownerOfName(name);
    const own = isServer ? partOfName.get(name)?.family : owner === null ? undefined : hues.get(owner);
    if (own !== undefined) return own;
    const subsystem = subsystemOf(name);
    if (subsystem !== 'package') return { variable: `--flame-${subsystem}`, words: FAMILY_WORDS[subsystem] };
    return { variable: otherShade(packageOf(name)), words: 'other packages' };
  };
  const familyOfName = new Map([...names].map((name) => [name, familyOf(name)] as const));
  const legend = new Map<string, Family & { flat: number }>();
  for (const frame of frames) {
    if (frame.depth === 0) continue;
    const family = familyOfName.get(frame.name) ?? familyOf(frame.name);
    const shown = legend.get(family.words) ?? { ...family, flat: 0 };
    legend.set(family.words, { ...shown, flat: shown.flat + flatOf(frame) });
  }
  const isHue = ({ variable }: Family): boolean => variable.startsWith('--flame-package-');
  const heaviest = [...legend.values()].sort((a, b) => b.flat - a.flat);
  const rankOf = new Map([...hues.values()].map(({ words }, rank) => [words, rank]));
  return {
    // Packages in their order, then those that share shades, then the subsystems.
    legend: [
      ...heaviest.filter(isHue).sort((a, b) => (rankOf.get(a.words) ?? PACKAGE_HUES) - (rankOf.get(b.words)
        ?? PACKAGE_HUES)).map((family) => (family.words === 'other packages'
        ? { ...family, variable: '--flame-package-other' } : family)),
      ...heaviest.filter((family) => !isHue(family)),
    ].map(({ variable, words }) => ({ variable, words })),
    variableOf: (name) => (familyOfName.get(name) ?? familyOf(name)).variable,
  };
}
