/** Windows in which GC and CPU have nothing to do with each other, or are tied on purpose; for tests and benches. */
import { elementAt, numberAt } from '../core/elementAt.ts';
import type { RoleSeries, RoleWindow } from '../server/data/metrics/roleNames.ts';

type Random = () => number;
const BLOCK = 10;
const PLANTED_CPU_SECONDS = 0.3;

function withRoles(window: RoleWindow, changed: RoleSeries[]): RoleWindow {
  return { ...window, role: (role) => changed.find((series) => series.role === role) ?? window.role(role) };
}

function roleOf(window: RoleWindow, role: 'cpuSeconds' | 'gcCycles' | 'lastGcSeconds'): RoleSeries {
  const series = window.role(role);
  if (series === undefined) throw new Error(`the window has no ${role}`);
  return series;
}

/** The counter's rises in blocks of ten intervals, in another order. */
export function shuffledCpu(window: RoleWindow, random: Random): RoleWindow {
  const cpu = roleOf(window, 'cpuSeconds');
  const rows = [...cpu.values.keys()].filter((row) => cpu.present[row] === 1);
  const rises = rows.slice(1).map((row, i) => numberAt(cpu.values, row) - numberAt(cpu.values, elementAt(rows, i)));
  const blocks = Array.from(
    { length: Math.ceil(rises.length / BLOCK) }, (_, k) => rises.slice(k * BLOCK, (k + 1) * BLOCK)
  );
  for (let k = blocks.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [blocks[k], blocks[other]] = [elementAt(blocks, other), elementAt(blocks, k)];
  }
  const values = cpu.values.slice();
  blocks.flat().forEach((rise, i) => { values[elementAt(rows, i + 1)] = numberAt(values, elementAt(rows, i)) + rise; });
  return withRoles(window, [{ ...cpu, values }]);
}

/** As many cycles as there were, ending at random moments of the window. */
export function movedMarks(window: RoleWindow, random: Random): RoleWindow {
  const count = roleOf(window, 'gcCycles');
  const gauge = roleOf(window, 'lastGcSeconds');
  const rows = [...count.values.keys()].filter((row) => count.present[row] === 1);
  const first = elementAt(rows, 0), last = elementAt(rows, rows.length - 1);
  const from = numberAt(window.scrapes.startMs, first) / 1000;
  const seconds = numberAt(window.scrapes.startMs, last) / 1000 - from;
  const ends = Array.from(
    { length: numberAt(count.values, last) - numberAt(count.values, first) }, () => from + random() * seconds
  ).sort((a, b) => a - b);
  const counts = count.values.slice();
  const gauges = gauge.values.slice();
  let ended = 0;
  for (const row of rows) {
    while (ended < ends.length && elementAt(ends, ended) <= numberAt(window.scrapes.startMs, row) / 1000) ended++;
    counts[row] = numberAt(count.values, first) + ended;
    gauges[row] = ended === 0 ? numberAt(gauge.values, first) : elementAt(ends, ended - 1);
  }
  return withRoles(window, [{ ...count, values: counts }, { ...gauge, values: gauges }]);
}

/** Marks moved at random over shuffled CPU, to which each mark adds 0.3 CPU seconds in the second before it. */
export function plantedLink(window: RoleWindow, random: Random): RoleWindow {
  const moved = movedMarks(shuffledCpu(window, random), random);
  const cpu = roleOf(moved, 'cpuSeconds');
  const gauge = roleOf(moved, 'lastGcSeconds');
  const ends = [...new Set([...gauge.values].filter((value, row) => gauge.present[row] === 1 && value > 0))];
  const values = cpu.values.map((value, row) => {
    const at = numberAt(window.scrapes.startMs, row) / 1000;
    return value + ends.reduce((sum, end) => sum + PLANTED_CPU_SECONDS * Math.min(1, Math.max(0, at - end + 1)), 0);
  });
  return withRoles(moved, [{ ...cpu, values }]);
}
