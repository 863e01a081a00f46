/**
 * More views of a profile, each for one and for a diff. Part of contract.ts, which defines the units; import from
 * there.
 */
import type { Finding } from './terms/finding.ts';
import type { DiffFlameNode, FlameNode, Sides } from './profile.ts';

/** Fields common to all tables of one profile. Shares refer to `total`, as in TopTable. */
export interface ProfileHead { unit: string; sampleType: string; total: number }
export interface DiffHead { unit: string; sampleType: string; totals: { before: number; after: number } }

/** One edge of the call graph. `inline`: the callee was inlined at every occurrence. */
export interface CallRow { function: string; file: string; value: number; inline: boolean }
export interface DiffCallRow { function: string; file: string; value: Sides; inline: boolean }

/**
 * Answer of `callers`; `function=NAME` is a printed name as in TopRow. Rows: largest absolute value first, without
 * direct recursion. The trees (sandwich) cut every sample with the function at its outermost occurrence: `calleeTree`
 * is the part below; `callerTree` is the part above, inverted: its root is the function, and children are callers. Both
 * roots have the value `cum`.
 */
export interface CallersTable extends ProfileHead {
  function: string;
  file: string;
  flat: number;
  cum: number;
  callers: CallRow[];
  callees: CallRow[];
  callerTree: CallTree;
  calleeTree: CallTree;
}
export interface CallTree { nodes: number; culledNodes: number; root: FlameNode }
export interface DiffCallersTable extends DiffHead {
  function: string;
  file: string;
  flat: Sides;
  cum: Sides;
  callers: DiffCallRow[];
  callees: DiffCallRow[];
  callerTree: DiffCallTree;
  calleeTree: DiffCallTree;
}
export interface DiffCallTree { nodes: number; culledNodes: number; root: DiffFlameNode }

/** One line of code. `text` is the source line, null if the file is not available. Line 0: not in the profile. */
export interface LineRow { line: number; flat: number; cum: number; text: string | null }
export interface DiffLineRow { line: number; flat: Sides; cum: Sides; text: string | null }
/**
 * One source file of a function. With source: all lines from a few before the first to a few after the last with a
 * value; lines without a value are zeros. `sourceNote` says why there is no text, or how reliable it is.
 */
export interface FileLines {
  file: string; rows: LineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string
}
export interface DiffFileLines {
  file: string; rows: DiffLineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string
}
/**
 * Answer of `lines`; `function=NAME`. `flat` and `cum` are the function's in TopTable; with recursion, cums of lines
 * sum to more.
 */
export interface LinesTable extends ProfileHead { function: string; flat: number; cum: number; files: FileLines[] }
export interface DiffLinesTable extends DiffHead { function: string; flat: Sides; cum: Sides; files: DiffFileLines[] }

/** One label value. `share` of the table's total, 0 to 1; null if that is 0. */
export interface TagRow { value: string; flat: number; share: number | null }
/**
 * One label key. `flat` is the sum over the rows, `without` the sum of samples without the key; a sample with two
 * values counts in both.
 */
export interface TagKey {
  key: string; numeric: boolean; flat: number; without: number; rows: TagRow[]; rowsLeftOut: number
}
/** Label values by key; `by=KEY` restricts to that key. Keys by name, rows by largest absolute flat first. */
export interface TagsTable extends ProfileHead { keys: TagKey[] }
/** A row of a diff; each share refers to the total of its side. */
export interface DiffTagRow { value: string; flat: Sides; share: { before: number | null; after: number | null } }
export interface DiffTagKey {
  key: string; numeric: boolean; flat: Sides; without: Sides; rows: DiffTagRow[]; rowsLeftOut: number
}
export interface DiffTagsTable extends DiffHead { keys: DiffTagKey[] }

/** One subsystem. `functions`: those with the largest self value in it, at most five. */
export interface SubsystemRow {
  id: string; name: string; flat: number; share: number | null; functions: { function: string; flat: number }[]
}
/**
 * Every sample belongs to exactly one row, so the rows sum to `sum`, the signed sum of the kept samples. Largest
 * absolute flat first.
 */
/** Total of a search. `cum`: all stacks through a function whose name matches, each counted once. */
export interface SearchTotal extends ProfileHead { functions: number; cum: number }
export interface DiffSearchTotal extends DiffHead { functions: number; cum: Sides }

export interface SubsystemTable extends ProfileHead { sum: number; rows: SubsystemRow[] }
export interface DiffSubsystemRow {
  id: string;
  name: string;
  flat: Sides;
  share: { before: number | null; after: number | null };
  functions: { function: string; flat: Sides }[];
}
/** Rows: largest absolute delta first. */
export interface DiffSubsystemTable extends DiffHead { sum: Sides; rows: DiffSubsystemRow[] }

/** A stack, innermost frame first. `inline`: the frame was inlined into the next. Numeric labels include their unit. */
export interface Trace<Cell> {
  value: Cell; labels: { key: string; values: string[]; numeric: boolean }[];
  frames: { function: string; inline: boolean }[]
}
/** Stacks with their labels, by largest absolute value first (for a diff, largest absolute delta). */
export interface TracesTable extends ProfileHead { rows: Trace<number>[]; rowsLeftOut: number }
export interface DiffTracesTable extends DiffHead { rows: Trace<Sides>[]; rowsLeftOut: number }

/** GC and goroutines in an execution trace of Go 1.22 or later. `atSeconds`: since the start of the trace. */
export interface TraceView {
  /** Go version of the format, `1.25`; Go 1.24 writes that of 1.23. */
  goVersion: string;
  /** Unix seconds on the target's clock; traces have it from Go 1.25 on, else null. */
  startTime: number | null;
  durationSeconds: number;
  events: number;
  /** CPU samples of a CPU profile that ran at the same time; their stacks: `cpu-samples`. */
  cpuSamples: number;
  /** GOMAXPROCS at its end; null if not in the trace. */
  maxProcs: number | null;
  finding: Finding;
  /** E6: mean cores over the trace. `total`: sum of the others. */
  gcCores: { total: number; dedicated: number; fractional: number; idle: number; assist: number; sweep: number };
  cycles: TraceCycle[];
  /** Number of all cycles, including those omitted in `cycles`. `whole`: start and end are in the trace. */
  cycleCount: { total: number; whole: number };
  /**
   * Possible waiting time per cycle. GC work is the time that workers and assists held a P, including time when its
   * thread had no core. Up to this much of each cycle may be waiting for all Ps at the end of the mark phase, by the
   * time that pauses took to stop them.
   */
  markWaitSeconds: number;
  /** Pauses by cause, most time first; and the longest ones in time order. */
  pauseCauses: { cause: string; count: number; totalSeconds: number; longestSeconds: number }[];
  pauses: { cause: string; atSeconds: number; durationSeconds: number }[];
  series: TraceSeries;
  /** Why the rest of the file was not read, in one sentence; null if all was. */
  cutOff: string | null;
}

/** One GC cycle, with CPU in core-seconds. */
export interface TraceCycle {
  atSeconds: number;
  durationSeconds: number;
  /** Whether start and end are in the trace; if not, the values cover only the part in it. */
  isWhole: boolean;
  /**
   * Stop-the-world time of sweep termination as in GODEBUG=gctrace=1, until the world restarts; null if not in the
   * trace.
   */
  sweepTerminationSeconds: number | null;
  /** The same until marking ends; the pause continues until the world restarts. */
  markTerminationSeconds: number | null;
  dedicatedCoreSeconds: number;
  fractionalCoreSeconds: number;
  idleCoreSeconds: number;
  assistCoreSeconds: number;
  /** Heap at the start of the cycle; null if not reported before it. */
  heapBytes: number | null;
  goalBytes: number | null;
}

/** Cores and goroutines: mean of each step. `atSeconds`: start of each step. */
export interface TraceSeries {
  stepSeconds: number;
  atSeconds: number[];
  dedicated: number[];
  fractional: number[];
  idle: number[];
  assist: number[];
  sweep: number[];
  /** Running goroutines. */
  running: number[];
  runnable: number[];
  runnableMost: number[];
  /** Largest value in each step; null if none is reported. */
  heapBytes: (number | null)[];
  goalBytes: (number | null)[];
}

/**
 * Divisor of values. `second`: CPU time per second of the profile, in cores. `sample`: per sample ingested by the
 * target at the same time.
 */
export type Per = 'second' | 'sample';

/** Divisor amount: seconds, or ingested samples; null if values cannot be divided, and `reason` says why. */
export interface PerFigure { amount: number | null; reason: string }

/** Divisors of one profile and one of its sample types. */
export interface ProfilePer { sampleType: string; second: PerFigure; sample: PerFigure }

/**
 * The samples of a profile in time order. Times are seconds since the first sample. A frame is a run of consecutive
 * samples with the same callers.
 */
export interface Timeline extends ProfileHead {
  /** Unix seconds of the first sample; null if the profile uses its own clock. */
  startTime: number | null;
  /** Duration from the first sample to the end of the last. */
  durationSeconds: number;
  /** Window that `frames` cover. */
  window: { start: number; end: number };
  /** Number of samples within the filters that have a time, and of those without, which are not shown. */
  samples: number;
  samplesWithoutTime: number;
  /** Grouping of the lanes, such as `thread name`; null if all samples are in one lane. */
  laneLabel: string | null;
  /** Lanes, most samples first. `depth`: frames of its deepest stack within the window. */
  lanes: { name: string; samples: number; depth: number }[];
  lanesLeftOut: number;
  /** Frames by lane, depth and start. */
  frames: TimelineFrame[];
  /** Number of frames narrower than a thousandth of the window, or beyond the size limit. */
  culledFrames: number;
}

/** One frame; `depth` 0 is the outermost. */
export interface TimelineFrame {
  lane: number; depth: number; function: string; start: number; end: number; value: number; samples: number
}

/** One instruction. `address`: in the binary, hex. `file`, `line`: '' and 0 if the disassembler has none. */
export interface Instruction { address: string; flat: number; cum: number; text: string; file: string; line: number }

/**
 * Instructions as in `go tool pprof -disasm`: a sample counts once at each address. Without a binary or a disassembler
 * there are none, and `note` says why.
 */
export interface AssemblyTable extends ProfileHead {
  function: string;
  /** Names of the binary that was read, and of the program that read it. */
  binary: string | null;
  tool: string | null;
  note: string;
  instructions: Instruction[];
  instructionsLeftOut: number;
  /** Samples of the function at addresses without an instruction, because the build differs or none was read. */
  unplaced: { flat: number; cum: number };
}

/** Steps of the first answers about a diff, in order. `waiting`: for a free thread. */
export type DiffStep = 'waiting' | 'decoding' | 'joining' | 'layout' | 'functions' | 'significance';

/** Progress of the work on a diff; `step` is null if nothing is being computed. */
export interface DiffProgress { step: DiffStep | null; doneRatio: number }
