/** Says of a goroutine profile of pprof what its text form with debug=1 says, by printing it in that form. */
import type { FileFacts, ProfileInfo, TracesTable } from '../../../../core/contract/contract.ts';
import { goroutineCounts } from '../../../analysis/open/goroutines/goroutineTexts.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import type { ApiDeps } from '../http/deps.ts';

const GOROUTINE = 'goroutine';
const OF_RUNTIME = /^runtime\./;
const EXIT = 'runtime.goexit';
/** Distance of the made-up addresses of two frames, which must differ by more than one. */
const STEP = 16;

/** Prints stacks as debug=1 does: without the functions of the runtime in which a goroutine is parked. */
export function countedText({ total, rows }: Pick<TracesTable, 'total' | 'rows'>): string {
  return [`goroutine profile: total ${total}`, ...rows.flatMap(({ value, frames }) => {
    const own = frames.findIndex(({ function: name }) => !OF_RUNTIME.test(name));
    return [`${value} @ ${addressOf(0)}`, ...frames.flatMap(({ function: name }, at) => (
      at < own || name === EXIT ? [] : [`#\t${addressOf(at)}\t${name.replace(/\s/g, '')}+0x1`]
    )), ''];
  })].join('\n');
}

const addressOf = (frame: number): string => `0x${(STEP * (frame + 1)).toString(16)}`;

/** Returns what the goroutines of a profile do; null for another profile, and for the difference of two. */
export async function goroutineFacts(
  { profiles }: Pick<ApiDeps, 'profiles'>, { id, defaultSampleType, durationSeconds }: ProfileInfo
): Promise<FileFacts | null> {
  if (defaultSampleType !== GOROUTINE || durationSeconds !== null) return null;
  const traces = await profiles.view('traces', id, { sampleType: GOROUTINE, limit: 0 });
  if (!traces.ok || traces.value.rows.length === 0 || traces.value.rows.some(({ value }) => value <= 0)) return null;
  const text = countedText(traces.value);
  return { sentences: sentencesOf(goroutineCounts({ head: text, text })), leads: true, mayBePart: false };
}
