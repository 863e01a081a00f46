/** Profiles that somebody refers to, in notes and embeds. Pure. */
import { readSpanId, SPAN_ID } from '../../../core/profileSpan.ts';
import type { SpanMember } from '../../profile/span/spanPlan.ts';

const PROFILE_ID = /\b[0-9a-f]{64}\b/g;

/** Whether one of the texts names the profile, or a span of time that it is part of. */
export function namesProfile(written: readonly string[]): (profile: SpanMember['info']) => boolean {
  // In addresses a colon is encoded, and a percent sign too.
  const texts = written.map((text) => text.replace(/%3A/gi, ':').replace(/%25/g, '%'));
  const ids = new Set(texts.flatMap((text) => text.match(PROFILE_ID) ?? []));
  const spans = texts.flatMap((text) => text.match(new RegExp(SPAN_ID, 'g')) ?? [])
    .flatMap((id) => readSpanId(id) ?? []);
  return ({ id, kind, time, durationSeconds, source }) => ids.has(id) || spans.some((span) => (
    source.target === span.target && kind === span.kind && time !== null
      && time <= span.end && time + (durationSeconds ?? 0) >= span.start
  ));
}
