/**
 * Writes the samples of a profile as a speedscope file, in the order in which they were taken: its view "Time Order"
 * then shows them along time. Requires samples with a time: a numeric label, as tracing profilers write it.
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { TIME_LABELS } from '../../../core/profile/timeLabels.ts';
import type { Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { sampleTimes } from '../views/sampleTimes.ts';
import { isCounted, subjectOf } from '../views/subject.ts';
import { framesOf } from '../views/traces.ts';
import { TOO_LARGE } from './flameFolded.ts';
import { MAX_FRAMES, speedscopeUnit } from './flameSpeedscope.ts';

/**
 * Writes one stack per sample, equal times in profile order; omits samples without a time. Error `bad_data`: no sample
 * has one; `too_large` beyond 8,000,000 frames.
 */
export function timeSpeedscope(profile: Profile, question: Question, title: string): Result<string> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const times = sampleTimes(profile).map((time) => time?.nanos ?? null);
  const samples = Array.from(times.keys())
    .filter((sample) => times[sample] !== null && isCounted(subject.value, sample));
  if (times.every((time) => time === null)) {
    return fail(
      'bad_data', `no sample of this profile carries its time (a numeric label ${TIME_LABELS.join(', ')}); ask for it `
        + 'without order=time'
    );
  }
  samples.sort((a, b) => compare(times[a] ?? 0n, times[b] ?? 0n) || a - b);
  const rows = new Map<string, number>();
  const stacks: number[][] = [];
  const weights: number[] = [];
  let frames = 0;
  for (const sample of samples) {
    const stack = framesOf(subject.value, sample).toReversed().map(({ function: name }) => {
      const row = rows.get(name) ?? rows.size;
      rows.set(name, row);
      return row;
    });
    frames += stack.length;
    if (frames > MAX_FRAMES) return fail('too_large', TOO_LARGE);
    stacks.push(stack);
    weights.push(subject.value.columns[0]?.numbers[sample] ?? 0);
  }
  const { unit, sampleType } = subject.value.head;
  return ok(JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json', exporter: 'tsdbscope', name: title,
    activeProfileIndex: 0, shared: { frames: Array.from(rows.keys(), (name) => ({ name })) },
    profiles: [{
      type: 'sampled', name: sampleType, unit: speedscopeUnit(unit), startValue: 0,
      endValue: weights.reduce((sum, weight) => sum + weight, 0), samples: stacks, weights,
    }],
  }));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
