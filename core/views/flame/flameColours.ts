/**
 * Colours of frames, as names of CSS variables (`--flame-...` in FlameGraph.module.css), so that a theme change needs
 * no redraw.
 * One profile: a quiet hue per subsystem or package. A diff: blue less, orange more, grey the same, in steps of amount.
 */
import type { Frame } from './flameGraphData.ts';
import { packageOf } from './flameNames.ts';
import { formatNumber, formatProfileValue } from '../../text/format.ts';

export type ColourBy = 'change' | 'share';

export type DiffShade =
  | 'less-4' | 'less-3' | 'less-2' | 'less-1' | 'same' | 'more-1' | 'more-2' | 'more-3' | 'more-4' | 'gone' | 'new';

/**
 * Change of a frame relative to its larger side, -1 (gone) to 1 (new). `change`: of the values as they are;
 * `share`: of their shares of both totals. Both sides zero: 0. A total of zero has no shares: null.
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

/** True for a frame whose change the server calls noise. It tested the values, so of shares it says nothing. */
export function isNoise(frame: Frame, by: ColourBy): boolean {
  return by === 'change' && frame.weight.mode === 'diff' && frame.weight.sure === 'noise';
}

/** How much of the larger total a change must be for each step of saturation; less is grey. */
const STEP_RATIOS = [0.002, 0.01, 0.03, 0.1] as const;

/**
 * The shade of a diff frame: its hue says the direction, its saturation how much of the whole changed, so that a large
 * change of seconds stands out and a doubled trifle does not. Gone and new (by cum) are hatched; noise is grey.
 */
export function diffShade(frame: Frame, totals: { before: number; after: number }, by: ColourBy): DiffShade {
  if (frame.weight.mode !== 'diff' || isNoise(frame, by)) return 'same';
  const { before, after } = frame.weight;
  const shade = amountShade(before, after, totals, by);
  if (shade === 'same') return 'same';
  return before !== 0 && after === 0 ? 'gone' : before === 0 && after !== 0 ? 'new' : shade;
}

/** The shade of the frame's own part, by its flat. What only its own part lost is not gone. */
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

/** The legend of a diff: each shade with the smallest change that has it; of shares, in percent of the total. */
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

/** The subsystem a function belongs to; `package` for everything outside the Go runtime and standard library. */
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
const RUST_LIBRARIES = new Set(['core', 'std', 'alloc']);

/** What part of the program a function is, from its name alone. */
export function subsystemOf(name: string): Subsystem {
  if (GC_NAMES.test(name)) return 'gc';
  if (ALLOCATION_NAMES.test(name)) return 'allocation';
  if (SCHEDULER_NAMES.test(name)) return 'scheduler';
  const owner = packageOf(name);
  if (owner === 'runtime' || owner.startsWith('runtime/') || owner.startsWith('internal/runtime/')) return 'runtime';
  if (SYSTEM_PACKAGES.test(owner)) return 'system';
  if (RUST_LIBRARIES.has(owner) && name.includes('::')) return 'library';
  return !name.includes('::') && isStandardLibrary(owner) ? 'library' : 'package';
}

/** Whether a Go package is of the standard library, by its first element. */
export function isStandardLibrary(owner: string): boolean {
  return STANDARD_LIBRARY.has(owner.split('/')[0] ?? '');
}

const STANDARD_LIBRARY = new Set((
  'archive bufio bytes cmp compress container context crypto database debug embed encoding '
    + 'errors expvar flag fmt go hash html image index '
  + 'internal io iter log maps math mime os path plugin reflect regexp slices sort strconv strings '
    + 'sync testing text time unicode unique unsafe vendor weak'
).split(' '));

export interface FamilyColours {
  /** The CSS variable for a function. */
  variableOf: (name: string) => string;
  /** In order of weight, for the legend; only what occurs. */
  legend: { variable: string; words: string }[];
}

/** One of three shades that distinguish neighbouring packages without claiming to name them. */
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

/**
 * A hue for each subsystem and for the four packages with the largest flat sum; further packages share a family of
 * shades. Ties go by name, so the same profile always gets the same colours.
 */
export function familyColours(frames: readonly Pick<Frame, 'name' | 'weight' | 'depth'>[]): FamilyColours {
  const flatBySubsystem = new Map<Subsystem, number>();
  const flatByPackage = new Map<string, number>();
  for (const { name, weight, depth } of frames) {
    if (depth === 0) continue;
    const flat = Math.abs(weight.mode === 'single' ? weight.flat : weight.selfAfter);
    const subsystem = subsystemOf(name);
    flatBySubsystem.set(subsystem, (flatBySubsystem.get(subsystem) ?? 0) + flat);
    if (subsystem === 'package') flatByPackage.set(packageOf(name), (flatByPackage.get(packageOf(name)) ?? 0) + flat);
  }
  const ranked = [...flatByPackage].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const hueByPackage = new Map(
    ranked.slice(0, PACKAGE_HUES).map(([owner], rank) => [owner, `--flame-package-${rank + 1}`])
  );
  const legend = ranked.slice(0, PACKAGE_HUES).map(([owner], rank) => ({
    variable: `--flame-package-${rank + 1}`, words: owner === '' ? 'no package' : owner,
  }));
  if (ranked.length > PACKAGE_HUES) legend.push({ variable: '--flame-package-other', words: 'other packages' });
  for (const [subsystem] of [...flatBySubsystem].sort((a, b) => b[1] - a[1])) {
    if (subsystem !== 'package') legend.push({ variable: `--flame-${subsystem}`, words: FAMILY_WORDS[subsystem] });
  }
  return {
    legend,
    variableOf: (name) => {
      const subsystem = subsystemOf(name);
      return subsystem === 'package' ? hueByPackage.get(packageOf(name)) ?? otherShade(packageOf(name))
        : `--flame-${subsystem}`;
    },
  };
}
