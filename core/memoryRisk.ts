/** Risk that a projected memory peak reaches a limit. */
export type MemoryRisk = 'none' | 'low' | 'high' | 'unknown';

const HIGH_SHARE = 0.95;
const LOW_SHARE = 0.8;

/**
 * Returns the risk. `high`: the projection reaches 95 % of the limit. `low`: it reaches 80 %, or its upper bound the
 * limit.
 */
export function memoryRisk(peak: { bytes: number; highBytes: number } | null, limitBytes: number | null): MemoryRisk {
  if (peak === null || limitBytes === null) return 'unknown';
  if (peak.bytes >= HIGH_SHARE * limitBytes) return 'high';
  return peak.bytes >= LOW_SHARE * limitBytes || peak.highBytes >= limitBytes ? 'low' : 'none';
}
