import { createHash } from 'node:crypto';

/**
 * Returns the position of a target's scrapes in their interval, 0 to 1: by its name, so that many targets are not all
 * scraped at the same moment, and each always at the same one. The first 48 bits of its SHA-256.
 */
export function scrapePhase(target: string): number {
  return createHash('sha256').update(target).digest().readUIntBE(0, 6) / 2 ** 48;
}
