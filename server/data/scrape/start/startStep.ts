/** Current step of a starting Prometheus, from its stacks (`/debug/pprof/goroutine?debug=1`). */
import type { StartStep } from '../../metrics/startSteps.ts';

/** `site`: the calling line in Head.Init: the checkpoint and the segments are read from two different lines. */
export interface SeenStep { step: StartStep; site: number | null }

/** A frame of the TSDB: its function, and its line. */
const FRAME =
  /^#\s+0x[0-9a-f]+\s+\S{0,200}\/prometheus\/tsdb(?:\/index)?\.(\S{1,120})\+0x[0-9a-f]+\s+\S{1,400}:(\d{1,6})$/;
const INIT = /^\(\*Head\)\.Init(?:$|\.)/;

/** Functions of each step, the first match wins; those of the head only below Head.Init. Prometheus 2.39 to 3.15. */
const STEPS: readonly [RegExp, StartStep][] = [
  [/^\(\*Head\)\.loadChunkSnapshot/, 'snapshot'],
  [/^\(\*Head\)\.(?:loadMmappedChunks|removeCorruptedMmappedChunks)/, 'mmapped-chunks'],
  [/^\(\*Head\)\.loadWAL/, 'wal'],
  [/^\(\*Head\)\.loadW(?:BL|bl)/, 'wbl'],
  [/^\(\*Head\)\.gc$|^\(\*MemPostings\)\.EnsureOrder/, 'head-gc'],
];
const BLOCKS = /^(?:openBlocks|OpenBlock|\(\*DB\)\.reload(?:Blocks)?$)/;
const OPENING = /^(?:open|Open)$/;

/**
 * Returns the step of the one goroutine that opens a TSDB; null if unclear: no list of goroutines, several TSDBs at
 * once (Thanos Receive, Mimir), or a moment between two steps.
 */
export function startStepOf(text: string): SeenStep | null {
  if (!text.startsWith('goroutine profile:')) return null;
  const opening = text.split('\n\n').map(framesOf)
    .filter((frames) => frames.some(({ name }) => OPENING.test(name) || INIT.test(name)));
  const [frames] = opening;
  if (frames === undefined) return { step: 'none', site: null };
  if (opening.length > 1) return null;
  const init = frames.findIndex(({ name }) => INIT.test(name));
  if (init < 0) return frames.some(({ name }) => BLOCKS.test(name)) ? { step: 'blocks', site: null } : null;
  const step = STEPS.find(([pattern]) => frames.some(({ name }) => pattern.test(name)))?.[1];
  return step === undefined ? null : { step, site: step === 'wal' ? frames[init]?.line ?? null : null };
}

function framesOf(block: string): { name: string; line: number }[] {
  return block.split('\n').flatMap((line) => {
    const match = FRAME.exec(line);
    return match?.[1] === undefined ? [] : [{ name: match[1], line: Number(match[2]) }];
  });
}
