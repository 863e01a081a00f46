/** Finds the profiles that notes and embeds refer to. Pure. */
import { readSpanId, SPAN_ID } from '../../../../core/profileSpan.ts';
import { hullOf, planSpan, type SpanMember } from '../../../profile/span/spanPlan.ts';

const PROFILE_ID = /\b[0-9a-f]{64}\b/g;

/**
 * Returns a test whether a text names the profile, or a time span that includes it. `members`: all profiles of the
 * target, to find the snapshot before a span from which its growth is counted.
 */
export function namesProfile(
  written: readonly string[], members: readonly SpanMember[]
): (profile: SpanMember['info']) => boolean {
  // In URLs, colons and percent signs are encoded.
  const texts = written.map((text) => text.replace(/%3A/gi, ':').replace(/%25/g, '%'));
  const ids = new Set(texts.flatMap((text) => text.match(PROFILE_ID) ?? []));
  const spans = texts.flatMap((text) => text.match(new RegExp(SPAN_ID, 'g')) ?? [])
    .flatMap((id) => readSpanId(id) ?? []);
  for (const span of spans) {
    const own = members.filter(({ info }) => info.source.target === span.target);
    for (const id of planSpan(span, own).ids) ids.add(id);
  }
  return (info) => ids.has(info.id) || (info.time !== null && spans.some((span) => {
    const { start, end } = hullOf(info);
    return info.source.target === span.target && info.kind === span.kind && start <= span.end && end >= span.start;
  }));
}
