/**
 * More views of a profile, each for one and for a diff. Part of contract.ts, which says the units; import from there.
 */
import type { Finding } from './terms/finding.ts';
import type { DiffFlameNode, FlameNode, Sides } from './profile.ts';

/** What every table of one profile has in common. `total` is what shares are taken of, as in TopTable. */
export interface ProfileHead { unit: string; sampleType: string; total: number }
export interface DiffHead { unit: string; sampleType: string; totals: { before: number; after: number } }

/** One edge of the call graph. `inline`: everywhere it occurs, the callee was inlined. */
export interface CallRow { function: string; file: string; value: number; inline: boolean }
export interface DiffCallRow { function: string; file: string; value: Sides; inline: boolean }

/**
 * `callers`: `function=NAME`, a printed name as in TopRow. Rows: largest absolute value first. Direct recursion is no
 * row.
 * The trees (sandwich): every sample with the function is cut at its outermost occurrence; `calleeTree` is what lies
 * below, `callerTree` what lies above, upside down: its root is the function, a child is a caller. Both roots' value is
 * `cum`.
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

/** `text` is the source line, null when the file is not at hand. Line 0: the profile does not say. */
export interface LineRow { line: number; flat: number; cum: number; text: string | null }
export interface DiffLineRow { line: number; flat: Sides; cum: Sides; text: string | null }
/**
 * One source file of a function. With source: every line from some before the first to some after the last with a
 * value, those without a value as zeros. `sourceNote` says why there is no text, or what to keep in mind about it.
 */
export interface FileLines {
  file: string; rows: LineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string
}
export interface DiffFileLines {
  file: string; rows: DiffLineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string
}
/**
 * `lines`: `function=NAME`. `flat` and `cum` are those of the function in TopTable; under recursion cums of lines add
 * up to more.
 */
export interface LinesTable extends ProfileHead { function: string; flat: number; cum: number; files: FileLines[] }
export interface DiffLinesTable extends DiffHead { function: string; flat: Sides; cum: Sides; files: DiffFileLines[] }

/** `share` is of the table's total, 0 to 1; null when that is 0. */
export interface TagRow { value: string; flat: number; share: number | null }
/**
 * `flat` is the sum over the rows, `without` that of samples that lack the key; a sample with two values counts in
 * both.
 */
export interface TagKey {
  key: string; numeric: boolean; flat: number; without: number; rows: TagRow[]; rowsLeftOut: number
}
/** `by=KEY` gives that key alone. Keys by name, rows: largest absolute flat first. */
export interface TagsTable extends ProfileHead { keys: TagKey[] }
/** A share is of the total of its side. */
export interface DiffTagRow { value: string; flat: Sides; share: { before: number | null; after: number | null } }
export interface DiffTagKey {
  key: string; numeric: boolean; flat: Sides; without: Sides; rows: DiffTagRow[]; rowsLeftOut: number
}
export interface DiffTagsTable extends DiffHead { keys: DiffTagKey[] }

/** `functions`: those whose own value is largest in the subsystem, at most five. */
export interface SubsystemRow {
  id: string; name: string; flat: number; share: number | null; functions: { function: string; flat: number }[]
}
/**
 * Every sample belongs to exactly one row, so the rows add up to `sum`: the kept samples' signed sum. Largest absolute
 * flat first.
 */
/** `cum`: of all stacks through a function whose name matches, each once. */
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

/** Frames innermost first. `inline`: the frame was inlined into the next. A numeric label is printed with its unit. */
export interface Trace<Cell> {
  value: Cell; labels: { key: string; values: string[]; numeric: boolean }[];
  frames: { function: string; inline: boolean }[]
}
/** Stacks with their labels: largest absolute value first, of a diff the largest absolute delta. */
export interface TracesTable extends ProfileHead { rows: Trace<number>[]; rowsLeftOut: number }
export interface DiffTracesTable extends DiffHead { rows: Trace<Sides>[]; rowsLeftOut: number }

/**
 * What an execution trace of Go 1.22 or later says of GC and of goroutines. `atSeconds`: since the trace began.
 */
export interface TraceView {
  /** Of the format, `1.25`: Go 1.24 writes that of 1.23. */
  goVersion: string;
  /** Unix seconds, by the target's clock; from Go 1.25 on the trace says it, null: it does not. */
  startTime: number | null;
  durationSeconds: number;
  events: number;
  /** Taken where a CPU profile ran in the same seconds; their stacks: `cpu-samples`. */
  cpuSamples: number;
  /** GOMAXPROCS at its end; null: not in it. */
  maxProcs: number | null;
  finding: Finding;
  /** E6: mean cores over the trace. `total`: all the others. */
  gcCores: { total: number; dedicated: number; fractional: number; idle: number; assist: number; sweep: number };
  cycles: TraceCycle[];
  /** All cycles, also those that `cycles` has no room for. `whole`: start and end are in the trace. */
  cycleCount: { total: number; whole: number };
  /**
   * Work of GC is the time that workers and assists held a P, also while its thread had no core. Of each cycle up to so
   * much may have been waiting for all Ps at the end of the mark, by how long pauses took to stop them.
   */
  markWaitSeconds: number;
  /** By cause, the most time first; and the longest, in time order. */
  pauseCauses: { cause: string; count: number; totalSeconds: number; longestSeconds: number }[];
  pauses: { cause: string; atSeconds: number; durationSeconds: number }[];
  series: TraceSeries;
  /** One sentence: why what follows in the file was not read; null: all was. */
  cutOff: string | null;
}

/** CPU in core-seconds. */
export interface TraceCycle {
  atSeconds: number;
  durationSeconds: number;
  /** False: it began before the trace or ended after it, and what is here is the part in it. */
  isWhole: boolean;
  /** Stop-the-world, as GODEBUG=gctrace=1 counts: until the world runs again; null: not in the trace. */
  sweepTerminationSeconds: number | null;
  /** The same, until the mark has ended; the pause lasts until the world runs again. */
  markTerminationSeconds: number | null;
  dedicatedCoreSeconds: number;
  fractionalCoreSeconds: number;
  idleCoreSeconds: number;
  assistCoreSeconds: number;
  /** As it starts; null: not reported before. */
  heapBytes: number | null;
  goalBytes: number | null;
}

/** Cores and goroutines, the mean of each step. `atSeconds`: of the start of each. */
export interface TraceSeries {
  stepSeconds: number;
  atSeconds: number[];
  dedicated: number[];
  fractional: number[];
  idle: number[];
  assist: number[];
  sweep: number[];
  /** Goroutines that run. */
  running: number[];
  runnable: number[];
  runnableMost: number[];
  /** Largest in each step; null: not reported in it. */
  heapBytes: (number | null)[];
  goalBytes: (number | null)[];
}

/** `second`: CPU time per second of the profile, in cores. `sample`: per sample that the target ingested meanwhile. */
export type Per = 'second' | 'sample';

/** `amount`: seconds, or ingested samples; null: values cannot be divided by it, and `reason` says why. */
export interface PerFigure { amount: number | null; reason: string }

/** Of one profile and one of its sample types. */
export interface ProfilePer { sampleType: string; second: PerFigure; sample: PerFigure }

/**
 * The samples of a profile in the order in which they were taken: what ran when. Times are seconds since the first
 * sample. A frame is a stretch of samples that follow each other and have the same callers.
 */
export interface Timeline extends ProfileHead {
  /** Unix seconds of the first sample; null: the profile has a clock of its own. */
  startTime: number | null;
  /** From the first sample to the end of the last. */
  durationSeconds: number;
  /** What `frames` are of. */
  window: { start: number; end: number };
  /** Within the filters, with a time; and those that carry none, which are not shown. */
  samples: number;
  samplesWithoutTime: number;
  /** What lanes are by, such as `thread name`; null: all samples are in one. */
  laneLabel: string | null;
  /** Most samples first. `depth`: frames of its deepest stack within the window. */
  lanes: { name: string; samples: number; depth: number }[];
  lanesLeftOut: number;
  /** By lane, depth and start. */
  frames: TimelineFrame[];
  /** Narrower than a thousandth of the window, or beyond what is sent. */
  culledFrames: number;
}

/** `depth` 0: the outermost. */
export interface TimelineFrame {
  lane: number; depth: number; function: string; start: number; end: number; value: number; samples: number
}

/** `address`: of the binary, hex. `file`, `line`: '' and 0 where the disassembler has none. */
export interface Instruction { address: string; flat: number; cum: number; text: string; file: string; line: number }

/**
 * As `go tool pprof -disasm`: a sample counts once at each address. Without a binary or a disassembler there are no
 * instructions, and `note` says why.
 */
export interface AssemblyTable extends ProfileHead {
  function: string;
  /** Name of the binary that was read, and of the program that read it. */
  binary: string | null;
  tool: string | null;
  note: string;
  instructions: Instruction[];
  instructionsLeftOut: number;
  /** Of samples of the function at addresses that no instruction has: another build, or none was read. */
  unplaced: { flat: number; cum: number };
}

/** The steps of the first answers about a diff, in their order. `waiting`: for a free thread. */
export type DiffStep = 'waiting' | 'decoding' | 'joining' | 'layout' | 'functions' | 'significance';

/** How far the work on a diff is; `step` null: nothing is being computed of it. */
export interface DiffProgress { step: DiffStep | null; doneRatio: number }
