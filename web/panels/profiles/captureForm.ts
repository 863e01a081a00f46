/** What can be asked of a target's pprof pages, and in which words. */
import type { Capture, CaptureKind } from '../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../core/contract/questions/bodies.ts';

export const maxCaptureSeconds = 300;

/** `timed`: runs for its seconds by nature; `change`: all until now, or only what changes in some seconds; `snapshot`: as things are. */
type CaptureShape = 'timed' | 'change' | 'snapshot';

interface KindOfCapture {
  value: CaptureKind;
  label: string;
  shape: CaptureShape;
  /** Of a `change`: what it has without seconds. */
  whole?: string;
  canCollect: boolean;
  /** What the profile will say. */
  says: string;
  /** Of a `change`: what it says of some seconds. */
  saysOfSpan?: string;
}

export const captureKinds: readonly KindOfCapture[] = [
  { value: 'cpu', label: 'CPU', shape: 'timed', canCollect: false, says: 'Where CPU time goes.' },
  {
    value: 'heap', label: 'heap', shape: 'change', whole: 'as it is', canCollect: true,
    says: 'What is in use and what was allocated, as of the last garbage collection.', saysOfSpan: 'What comes into use, and what is allocated, in this time.',
  },
  {
    value: 'allocs', label: 'allocations', shape: 'change', whole: 'since start', canCollect: true,
    says: 'Everything allocated since the process started, start-up included.', saysOfSpan: 'What is allocated in this time; the start-up is left out.',
  },
  { value: 'goroutine', label: 'goroutines', shape: 'change', whole: 'as they are', canCollect: false, says: 'Where every goroutine stands.', saysOfSpan: 'Goroutines that come and go in this time.' },
  { value: 'mutex', label: 'mutex', shape: 'change', whole: 'since start', canCollect: false, says: 'Who held up others by a lock; only where the target records it.', saysOfSpan: 'Who holds up others by a lock in this time; only where the target records it.' },
  { value: 'block', label: 'block', shape: 'change', whole: 'since start', canCollect: false, says: 'Who waited, and where; only where the target records it.', saysOfSpan: 'Who waits in this time, and where; only where the target records it.' },
  { value: 'threadcreate', label: 'threads created', shape: 'snapshot', canCollect: false, says: 'What led to new threads of the system.' },
  { value: 'fgprof', label: 'wall clock (fgprof)', shape: 'timed', canCollect: false, says: 'Where time goes, waiting included; only where the target serves fgprof.' },
];

export interface CaptureChoice { kind: CaptureKind; isSpan: boolean; seconds: number; gc: boolean }

export function kindOf(kind: CaptureKind): KindOfCapture {
  const found = captureKinds.find(({ value }) => value === kind);
  if (found === undefined) throw new Error(`no capture of kind ${kind} is known`);
  return found;
}

/** Whether the choice takes its seconds to run. */
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

/** What the chosen profile will say, one or two sentences. */
export function choiceWords(choice: CaptureChoice): string {
  const { canCollect, says, saysOfSpan } = kindOf(choice.kind);
  const what = choice.isSpan && saysOfSpan !== undefined ? saysOfSpan : says;
  if (!canCollect) return what;
  if (choice.gc) return `${what.replace(', as of the last garbage collection', '')} The target collects garbage ${choice.isSpan ? 'before and after' : 'first'}, which costs it some CPU.`;
  return choice.isSpan ? `${what} Counted from one garbage collection to another: a target that collects seldom needs more seconds, or “after a GC”.` : what;
}

/** How a capture fares. */
export function captureWords(capture: Capture): string {
  const { kind, seconds, state } = capture;
  const isSpan = kindOf(kind).shape === 'change' && seconds > 0;
  const what = `${kindOf(kind).label}${isSpan ? ` over ${seconds} s` : ''}${capture.gc ? ', after a GC' : ''}`;
  switch (state) {
    case 'waiting': return capture.at === 'next-compaction' ? `${what}: waits for the next compaction` : `${what}: waits`;
    case 'running': return `${what}: ${seconds > 0 ? runningWords(capture) : 'being taken'}`;
    case 'done': return `${what}: taken`;
    case 'failed': return capture.cancelled === true ? `${what}: cancelled.` : `${what}: failed.`;
  }
}

function runningWords({ progressRatio, seconds }: Capture): string {
  const taken = Math.min(seconds, Math.round((progressRatio ?? 0) * seconds));
  return taken >= seconds ? `${seconds} s are over, the target is writing it` : `${taken} of ${seconds} s`;
}

/** Captures to show, newest first: those under way, whoever asked, and those asked for here. */
export function capturesToShow(all: readonly Capture[], asked: readonly string[], most: number): Capture[] {
  return all.filter(({ id, state }) => state === 'waiting' || state === 'running' || asked.includes(id)).slice(0, most);
}
