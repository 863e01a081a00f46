/** Computes the cores of GC during a cycle, over time, and Go's budget for it; see docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { GcCpuPanel } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { gaugePoints, reduceToPoints, type CounterSteps, type PointGrid } from '../../signals/counterSteps.ts';
import type { CycleLock } from '../../signals/gc/cycleLock.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { BUDGET_SHARE } from './gcDuringCycle.ts';

export interface DuringLinesInput {
  window: RoleWindow;
  grid: PointGrid;
  gc: GcCycles;
  /** Steps of the target's own GC CPU counter; null if it exports none. */
  gcCpu: CounterSteps | null;
  lock: CycleLock | null;
  /** Fitted length of a cycle; null if unknown, and then all lines are null. */
  lengthSeconds: number | null;
  maxProcs: number | null;
}

type Lines = Pick<GcCpuPanel['series'], 'gcWhileCycleCores' | 'gcBudgetCores'>;

/**
 * Returns, at each point in which a cycle ended, GC CPU over the time that its cycles ran (number times fitted length).
 * GC CPU is the increase of the target's counter, which moves when a cycle ends; without one the CPU above the quiet
 * level around each cycle that could be measured. Null at points without a cycle, or if the input is missing.
 */
export function duringCycleLines(input: DuringLinesInput): Lines {
  const { window, grid, lengthSeconds, maxProcs } = input;
  const { seconds, cycles } = input.gcCpu === null ? byExcess(input) : byCounter(input, input.gcCpu);
  const [spent, ended] = [reduceToPoints(grid, seconds, 'sum'), reduceToPoints(grid, cycles, 'sum')];
  const exported = window.role('maxProcs');
  return {
    gcWhileCycleCores: spent.map((sum, i) => {
      const count = ended[i] ?? null;
      return sum === null || count === null || count <= 0 || lengthSeconds === null || !(lengthSeconds > 0) ? null
        : Math.max(0, sum / (count * lengthSeconds));
    }),
    gcBudgetCores: exported === undefined ? grid.time.map(() => (maxProcs === null ? null : BUDGET_SHARE * maxProcs))
      : gaugePoints(grid, exported, 'max').map((procs) => (procs === null ? null : BUDGET_SHARE * procs)),
  };
}

interface ByRow { seconds: Float64Array; cycles: Float64Array }

/** Returns the rows in which a cycle ended and for which the counter is known. */
function byCounter({ gc }: DuringLinesInput, { increase }: CounterSteps): ByRow {
  const isKnown = gc.endedByRow.map((ended, row) => (ended > 0 && !Number.isNaN(numberAt(increase, row)) ? 1 : 0));
  const where = (values: Float64Array): Float64Array =>
    values.map((value, row) => (isKnown[row] === 1 ? value : NaN));
  return { seconds: where(increase), cycles: where(gc.endedByRow) };
}

/** Returns the measurements around cycles, at the row in which the last of them ended. */
function byExcess({ window, lock }: DuringLinesInput): ByRow {
  const { length } = window.scrapes;
  const rows = { seconds: new Float64Array(length).fill(NaN), cycles: new Float64Array(length).fill(NaN) };
  for (const { excessSeconds, cycles, last } of lock?.measured ?? []) {
    const { row } = elementAt(lock?.intervals ?? [], elementAt(lock?.events ?? [], last).at);
    const add = (values: Float64Array, by: number): void => {
      values[row] = (Number.isNaN(numberAt(values, row)) ? 0 : numberAt(values, row)) + by;
    };
    add(rows.seconds, excessSeconds);
    add(rows.cycles, cycles);
  }
  return rows;
}
