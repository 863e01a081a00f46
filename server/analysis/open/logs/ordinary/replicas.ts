/** Tells to how many receivers of Thanos a write could not be replicated, and whether one request failed at all. */

const ENDPOINT = /replicate write request, endpoint ([\w.:[\]-]{3,200}?):(?=\s)/g;
const MAX_NAMED = 5;

/** Returns the receivers that failed; null for fewer than two. */
export function failedReplicas(lines: readonly string[]): string | null {
  const perLine = lines.map((line) => new Set([...line.matchAll(ENDPOINT)].map(([, endpoint = '']) => endpoint)));
  const all = [...new Set(perLine.flatMap((own) => [...own]))];
  if (all.length < 2) return null;
  const names = all.map((endpoint) => endpoint.split(/[.:]/, 1).join('')).sort();
  const isSame = new Set(names).size < names.length;
  const listed = (isSame ? [...all].sort() : names).slice(0, MAX_NAMED).join(', ');
  const isAtOnce = perLine.some((own) => own.size === all.length);
  return `${all.length} receivers failed (${listed}${all.length > MAX_NAMED ? ', …' : ''})${
    isAtOnce ? `, for one request all ${all.length} of them` : ''}: it is not one replica alone.`;
}
