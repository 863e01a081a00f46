/** Finds what targets have in common beyond coincidence; see docs/reference/fleet.md. Pure. */
import type { FleetShared, FleetTarget, Part } from '../../../../core/contract/contract.ts';
import { parts, render } from '../../../../core/text/parts.ts';
import { binomialAtLeast } from '../../../../core/statistics/binomial.ts';
import { hypergeometricAtLeast } from '../../../../core/statistics/hypergeometric.ts';

const TOGETHER_SECONDS = 20;
const MIN_TARGETS = 3;
/** Maximum probability of the same anywhere in the window for independent events. */
const MAX_CHANCE = 0.001;
/** Maximum probability for a label, over all labels tested. */
const MAX_LABEL_CHANCE = 0.01;
const LABEL_SHARE = 0.9;
/** Labels with more values identify a target rather than describe it. */
const MAX_VALUES = 50;

type Compared = Pick<FleetTarget, 'name' | 'kind' | 'version' | 'labels' | 'worst' | 'compactions'>
  & { restarts: readonly number[]; failures: readonly number[] };

interface Kind {
  code: FleetShared['code']; severity: FleetShared['severity'];
  times: (target: Compared) => readonly number[];
  /** Minimum share of the targets that had the event at all (`those`), or of all. */
  of: 'those' | 'all'; leastShare: number;
  words: (count: number, of: number) => Part[];
}

const KINDS: readonly Kind[] = [
  {
    code: 'shared-restart', severity: 'warning', of: 'all', leastShare: 0.1, times: ({ restarts }) => restarts,
    words: (count, of) => parts`${String(count)} of ${String(of)} targets restarted in the same ${
      String(TOGETHER_SECONDS)} s.`,
  },
  {
    code: 'shared-gap', severity: 'warning', of: 'all', leastShare: 0.1,
    times: ({ failures }) => failures,
    words: (count, of) => parts`${String(count)} of ${String(of)} targets stopped answering in the same ${
      String(TOGETHER_SECONDS)} s.`,
  },
  {
    code: 'shared-compaction', severity: 'info', of: 'those', leastShare: 0.5,
    times: ({ compactions }) => compactions.map(({ start }) => start),
    words: (count, of) => parts`${String(count)} of ${String(of)} targets compact in the same ${
      String(TOGETHER_SECONDS)} s.`,
  },
];

/** Returns what is shared, most significant first: labels of targets in trouble, restarts, gaps, compactions. */
export function sharedOfFleet(
  targets: readonly Compared[], { start, end }: { start: number; end: number }
): FleetShared[] {
  const together = KINDS.flatMap((kind) => togetherOf(targets, kind, { start, end }));
  return [...labelsOf(targets), ...together];
}

/**
 * Finds the 20 s in which the most targets begin an event. By chance a target with k events in the window has one in
 * given 20 s with p = 20 k / window; the tail of the binomial with the mean of p is an upper bound for unequal p
 * (Hoeffding 1956), and 2 x window / 20 s bounds the number of places where the 20 s may begin.
 */
function togetherOf(
  targets: readonly Compared[], kind: Kind, { start, end }: { start: number; end: number }
): FleetShared[] {
  const inWindow = targets.map((target) => ({
    name: target.name, times: kind.times(target).filter((time) => time >= start && time < end),
  }));
  const those = kind.of === 'all' ? inWindow : inWindow.filter(({ times }) => times.length > 0);
  const best = fullestSpan(those);
  const length = end - start;
  const least = Math.max(MIN_TARGETS, kind.leastShare * those.length);
  if (best === null || best.names.length < least || length < 3 * TOGETHER_SECONDS) return [];
  const chance = those.reduce((sum, { times }) => sum + Math.min(1, times.length * TOGETHER_SECONDS / length), 0)
    / those.length;
  const places = 2 * length / TOGETHER_SECONDS;
  if (binomialAtLeast(best.names.length, those.length, chance) * places > MAX_CHANCE) return [];
  const claim = kind.words(best.names.length, those.length);
  return [{
    code: kind.code, severity: kind.severity, claim, sentence: render(claim), moment: best.time,
    targets: best.names, label: null,
  }];
}

/** Returns the fullest span; the last of equally full ones. */
function fullestSpan(
  targets: readonly { name: string; times: readonly number[] }[]
): { time: number; names: string[] } | null {
  const events = targets.flatMap(({ name, times }) => times.map((time) => ({ name, time })))
    .sort((a, b) => a.time - b.time);
  const inside = new Map<string, number>();
  let best: { time: number; names: string[] } | null = null;
  let from = 0;
  for (const [to, { name, time }] of events.entries()) {
    inside.set(name, (inside.get(name) ?? 0) + 1);
    for (let first = events[from]; first && time - first.time > TOGETHER_SECONDS; first = events[++from]) {
      const left = (inside.get(first.name) ?? 1) - 1;
      if (left === 0) inside.delete(first.name);
      else inside.set(first.name, left);
    }
    // Checks a growing span once, when the next event is outside.
    const next = events[to + 1];
    const begin = events[from]?.time ?? time;
    if (next !== undefined && next.time - begin <= TOGETHER_SECONDS) continue;
    if (best === null || inside.size >= best.names.length) best = { time: begin, names: [...inside.keys()] };
  }
  return best;
}

/** Finds a label that only targets with the same trouble have, nearly all of them: Fisher's exact test, one-sided. */
function labelsOf(targets: readonly Compared[]): FleetShared[] {
  const troubled = targets.filter(({ worst }) => worst.severity === 'critical' || worst.severity === 'warning');
  const codes = [...new Set(troubled.map(({ worst }) => worst.code))];
  const values = valuesOf(targets);
  const tests = codes.length * values.length;
  const found = codes.flatMap((code) => {
    const group = new Set(troubled.filter(({ worst }) => worst.code === code).map(({ name }) => name));
    if (group.size < MIN_TARGETS) return [];
    const best = values.map((value) => {
      const both = value.names.filter((name) => group.has(name));
      const chance = hypergeometricAtLeast(both.length, targets.length, value.names.length, group.size) * tests;
      return { ...value, both, chance };
    }).filter(({ both, chance }) => both.length >= LABEL_SHARE * group.size && chance <= MAX_LABEL_CHANCE)
      .sort((a, b) => a.chance - b.chance)[0];
    return best === undefined ? [] : [{ ...best, code, of: group.size }];
  }).sort((a, b) => a.chance - b.chance)[0];
  if (found === undefined) return [];
  const { label, both, names, of, code } = found;
  const others = names.length - both.length;
  const whose = both.length === of ? `All ${of}` : `${both.length} of ${of}`;
  const claim = parts`${whose} targets ${WHAT[code] ?? 'with the same trouble'} have ${label.name} "${
    shortened(label.value)}"${others === 0 ? ', no other does' : `, as ${others} others do`}.`;
  return [{
    code: 'shared-label', severity: 'warning', claim, sentence: render(claim), moment: null, targets: both, label,
  }];
}

const WHAT: Readonly<Record<string, string>> = {
  'fleet-down': 'that do not answer', 'fleet-replaying': 'that replay', 'fleet-starting': 'that start',
  'fleet-restart-loop': 'that restart in a loop', 'fleet-memory': 'near their memory limit',
  'fleet-cpu': 'that use all their CPU', 'fleet-gaps': 'with gaps', 'fleet-gc': 'with much GC',
};

/** Returns every label value that only some targets have; version and kind count as labels. */
function valuesOf(targets: readonly Compared[]): { label: { name: string; value: string }; names: string[] }[] {
  const byLabel = new Map<string, Map<string, string[]>>();
  for (const { name, kind, version, labels } of targets) {
    const all = [['version', version], ['kind', kind], ...Object.entries(labels)] as [string, string][];
    for (const [label, value] of all) {
      // A target that never answered has neither kind nor version because it is down.
      if (value === '' || label === 'instance' || (label === 'kind' && value === 'unknown')) continue;
      const values = byLabel.get(label) ?? new Map<string, string[]>();
      byLabel.set(label, values.set(value, [...(values.get(value) ?? []), name]));
    }
  }
  return [...byLabel].flatMap(([name, values]) => (values.size > MAX_VALUES ? []
    : [...values].map(([value, names]) => ({ label: { name, value }, names }))))
    .filter(({ names }) => names.length < targets.length && names.length >= MIN_TARGETS);
}

/** Shortens label values, which are outside input. */
function shortened(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
