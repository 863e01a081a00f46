/** The facts stored and shown with a captured profile. */
import type { Capture } from '../../../../core/contract/contract.ts';
import type { ScraperView } from '../../../data/scrape/scraperView.ts';
import type { AddProfile } from '../../../data/store/files/profileCatalog.ts';

export function isRestart(startBefore: number | null, startAfter: number | null): boolean {
  return startBefore !== null && startAfter !== null && startAfter > startBefore;
}

/** Explains why a profile may have no samples. */
export function emptyNote({ kind, seconds, gc }: Capture): string {
  switch (kind) {
    case 'heap':
    case 'allocs':
      return seconds > 0 && !gc
        ? 'Empty: Go counts allocations up to the last garbage collection, and none ended in these '
          + `${seconds} s; take it after a GC, or over more seconds.`
        : 'Empty: the target counted no allocations.';
    case 'mutex': return 'Empty: nothing had to wait for a lock, or the target does not record '
      + 'it (runtime.SetMutexProfileFraction).';
    case 'block': return 'Empty: nothing had to wait, or the target does not record it (runtime.SetBlockProfileRate).';
    case 'trace': return 'Stored, and not read here: the target runs Go 1.21 or earlier, or one later than known here. '
      + 'Download it and open it with "go tool trace".';
    case 'goroutineleak': return 'Empty: no goroutine has leaked.';
    case 'cpu': return 'Empty: the target used no CPU in this time.';
    default: return 'Empty: there was nothing to record.';
  }
}

export function factsOf(
  { version, goVersion, facts, processStartSeconds }: ScraperView, nowMs: number
): NonNullable<AddProfile['targetFacts']> {
  const uptimeSeconds = processStartSeconds === null ? 0 : nowMs / 1000 - processStartSeconds;
  return {
    ...(version === '' ? {} : { version }),
    ...(goVersion === '' ? {} : { goVersion }),
    ...(facts.maxProcs === undefined ? {} : { cores: facts.maxProcs }),
    // A negative uptime means that the clocks differ.
    ...(uptimeSeconds > 0 ? { uptimeSeconds } : {}),
  };
}
