import { createHash } from 'node:crypto';

/**
 * Where in its interval a target is scraped, 0 to 1: by its name, so that many targets are not all asked at the same
 * moment, and each always at the same one. The first 48 bits of its SHA-256.
 */
export function scrapePhase(target: string): number {
  return createHash('sha256').update(target).digest().readUIntBE(0, 6) / 2 ** 48;
}
