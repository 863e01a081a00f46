/** Profiles that can be captured from a target's pprof endpoints, with their texts. */
import type { Capture, CaptureKind } from '../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../core/contract/questions/bodies.ts';
import { ruleGroupName } from '../../../core/text/trainWords.ts';

export const maxCaptureSeconds = 300;

/**
 * `timed`: always runs for some seconds; `change`: the total until now, or the change over some seconds; `snapshot`:
 * the current state.
 */
type CaptureShape = 'timed' | 'change' | 'snapshot';

interface KindOfCapture {
  value: CaptureKind;
  label: string;
  shape: CaptureShape;
  /** For `change`: label of the total. */
  whole?: string;
  canCollect: boolean;
  /** What the profile shows. */
  says: string;
  /** For `change`: what it shows over some seconds. */
  saysOfSpan?: string;
}

export const captureKinds: readonly KindOfCapture[] = [
  { value: 'cpu', label: 'CPU', shape: 'timed', canCollect: false, says: 'Shows where CPU time goes.' },
  {
    value: 'heap', label: 'heap', shape: 'change', whole: 'current', canCollect: true,
    says: 'Shows memory in use and allocated, as of the last garbage collection.',
    saysOfSpan: 'Shows changes of memory in use, and allocations, during this time.',
  },
  {
    value: 'allocs', label: 'allocations', shape: 'change', whole: 'since start', canCollect: true,
    says: 'Shows all allocations since the process started.',
    saysOfSpan: 'Shows allocations during this time.',
  },
  {
    value: 'goroutine', label: 'goroutines', shape: 'change', whole: 'current', canCollect: false,
    says: 'Shows the stacks of all goroutines.', saysOfSpan: 'Shows goroutines created and ended during this time.',
  },
  {
    value: 'goroutineleak', label: 'leaked goroutines', shape: 'snapshot', canCollect: false,
    says: 'Shows goroutines that wait for something that can never happen, if the target has it (Go 1.27 and later). '
      + 'The target runs a garbage collection for it.',
  },
  {
    value: 'mutex', label: 'mutex', shape: 'change', whole: 'since start', canCollect: false,
    says: 'Shows lock contention since the start, if the target records it.',
    saysOfSpan: 'Shows lock contention during this time, if the target records it.',
  },
  {
    value: 'block', label: 'block', shape: 'change', whole: 'since start', canCollect: false,
    says: 'Shows where goroutines blocked since the start, if the target records it.',
    saysOfSpan: 'Shows where goroutines block during this time, if the target records it.',
  },
  {
    value: 'threadcreate', label: 'threads created', shape: 'snapshot', canCollect: false,
    says: 'Shows which stacks created OS threads.',
  },
  {
    value: 'fgprof', label: 'wall clock (fgprof)', shape: 'timed', canCollect: false,
    says: 'Shows where wall-clock time goes, including waits, if the target serves fgprof.',
  },
  {
    value: 'trace', label: 'execution trace', shape: 'timed', canCollect: false,
    says: 'Shows GC cycles, stop-the-world pauses and the scheduler, measured. It costs the target some CPU, and a '
      + 'busy one writes megabytes per second: 5 s are enough.',
  },
  {
    value: 'everything', label: 'everything at once', shape: 'timed', canCollect: false,
    says: 'Takes all profiles, metrics and status pages as one bundle, like promtool debug all.',
  },
];

export interface CaptureChoice { kind: CaptureKind; isSpan: boolean; seconds: number; gc: boolean }

export function kindOf(kind: CaptureKind): KindOfCapture {
  const found = captureKinds.find(({ value }) => value === kind);
  if (found === undefined) throw new Error(`unknown profile type ${kind}`);
  return found;
}

/** Returns whether the capture runs for its number of seconds. */
export function runsForSeconds({ kind, isSpan }: Pick<CaptureChoice, 'kind' | 'isSpan'>): boolean {
  const { shape } = kindOf(kind);
  return shape === 'timed' || (shape === 'change' && isSpan);
}

export function captureRequest(choice: CaptureChoice): CaptureRequest {
  return {
    kind: choice.kind, at: 'now',
    ...(runsForSeconds(choice) ? { seconds: choice.seconds } : {}),
    ...(choice.gc && kindOf(choice.kind).canCollect ? { gc: true } : {}),
  };
}

/** Describes the chosen profile in one or two sentences. */
export function choiceWords(choice: CaptureChoice): string {
  const { canCollect, says, saysOfSpan } = kindOf(choice.kind);
  const what = choice.isSpan && saysOfSpan !== undefined ? saysOfSpan : says;
  if (!canCollect) return what;
  if (choice.gc) {
    const when = choice.isSpan ? 'before and after' : 'first';
    const shown = what.replace(', as of the last garbage collection', '');
    return `${shown} The target runs a garbage collection ${when}, which costs some CPU.`;
  }
  if (!choice.isSpan) return what;
  return `${what} The span runs from one garbage collection to another: if they are rare, use more seconds or `
    + '“after a GC”.';
}

/** Returns the state of a capture as text. */
export function captureWords(capture: Capture): string {
  const { kind, seconds, state } = capture;
  const isSpan = kindOf(kind).shape === 'change' && seconds > 0;
  const what = `${kindOf(kind).label}${isSpan ? ` over ${seconds} s` : ''}${capture.gc ? ', after a GC' : ''}`;
  switch (state) {
    case 'waiting': return capture.at === 'next-compaction' ? `${what}: waiting for the next compaction`
      : capture.group !== undefined ? `${what}: waiting for the next evaluation of ${ruleGroupName(capture.group)}`
      : `${what}: waiting`;
    case 'running': return `${what}: ${seconds > 0 ? runningWords(capture) : 'capturing'}`;
    case 'done': return `${what}: captured`;
    case 'failed': return capture.cancelled === true ? `${what}: cancelled.` : `${what}: failed.`;
  }
}

function runningWords({ progressRatio, seconds }: Capture): string {
  const taken = Math.min(seconds, Math.round((progressRatio ?? 0) * seconds));
  return taken >= seconds ? `${seconds} s done, waiting for the target’s response` : `${taken} of ${seconds} s`;
}

/** Returns the captures to show, newest first: all pending ones, and those requested on this page. */
export function capturesToShow(all: readonly Capture[], asked: readonly string[], max: number): Capture[] {
  return all.filter(({ id, state }) => state === 'waiting' || state === 'running' || asked.includes(id)).slice(0, max);
}
