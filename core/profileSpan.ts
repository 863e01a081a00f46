/** Kinds of profiles that can be merged over a span of time. */
export const spanKinds = [
  'cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate', 'wall',
] as const;
export type SpanKind = (typeof spanKinds)[number];

/**
 * Id of the merged profile of a kind in a span of time: `span:TARGET:KIND:START:END`, in Unix seconds, TARGET
 * percent-encoded. Accepted wherever the id of a stored profile is.
 */
export interface ProfileSpan { target: string; kind: string; start: number; end: number }

/**
 * Pattern of the id; its target uses the alphabet of encodeURIComponent, without colons and the comma that separates
 * ids.
 */
export const SPAN_ID = "span:[A-Za-z0-9_.!~*'()%-]{1,600}:[a-z]{1,20}(?::\\d{1,12}(?:\\.\\d{1,9})?){2}";
const FORM = new RegExp(`^${SPAN_ID}$`);

export function spanId({ target, kind, start, end }: ProfileSpan): string {
  return `span:${encodeURIComponent(target)}:${kind}:${seconds(start)}:${seconds(end)}`;
}

/** Parses the id of a span; null for any other id. */
export function readSpanId(id: string): ProfileSpan | null {
  if (!FORM.test(id)) return null;
  const [, target = '', kind = '', start = '', end = ''] = id.split(':');
  try {
    return { target: decodeURIComponent(target), kind, start: Number(start), end: Number(end) };
  } catch (error) {
    // The percent sign does not start a valid character.
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Returns the window of a span of a known kind; null for any other id. */
export function windowOf(id: string): (ProfileSpan & { kind: SpanKind }) | null {
  const span = readSpanId(id);
  const kind = spanKinds.find((known) => known === span?.kind);
  return span === null || kind === undefined ? null : { ...span, kind };
}

/** Returns seconds rounded to the millisecond. */
function seconds(time: number): string {
  return String(Math.round(time * 1000) / 1000);
}
