/** Profiles for tests whose samples say when they were taken. */
import type { Profile } from '../../server/profile/decode/profile.ts';
import { foldedProfile } from './foldedProfile.ts';

/** Each sample of a folded line is `10 ms * count` long, with its time in ms and perhaps its thread. */
export function timed(lines: readonly (readonly [string, number, string?])[], key = 'timestamp_ns'): Profile {
  const strings = ['', key, 'thread name', ...new Set(lines.flatMap(([, , thread]) => thread ?? []))];
  const labels = lines.flatMap(([, ms, thread], sample) => [
    { sample, key: 1, text: -1, number: BigInt(Math.round(ms * 1e6)) },
    ...(thread === undefined ? [] : [{ sample, key: 2, text: strings.indexOf(thread), number: 0n }]),
  ]);
  const start = new Uint32Array(lines.length + 1);
  for (const { sample } of labels) start[sample + 1] = (start[sample + 1] ?? 0) + 1;
  for (let i = 1; i < start.length; i++) start[i] = (start[i] ?? 0) + (start[i - 1] ?? 0);
  return foldedProfile(lines.map(([stack]) => stack).join('\n'), {
    labels: {
      start, key: Uint32Array.from(labels, (label) => label.key), text: Int32Array.from(labels, ({ text }) => text),
      number: BigInt64Array.from(labels, ({ number }) => number), unit: new Uint32Array(labels.length), strings,
    },
  });
}
