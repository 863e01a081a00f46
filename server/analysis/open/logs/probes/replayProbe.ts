/** Says that a probe which a server answers with 503 waits for the replay of its WAL. Pure; bounded. */

const UNREADY = /\b(Startup|Readiness|Liveness) probe failed: HTTP probe failed with statuscode: 503\b/;
const REPLAYS = /\bReplaying (?:WAL|on-disk)|\bWAL segment loaded\b|\bWAL checkpoint loaded\b/;
const READY = /\bServer is ready to receive\b|\bmsg="?TSDB started\b/;

/** Returns what such a probe means while the lines show a replay that has not ended; null otherwise. */
export function unreadyProbe(lines: readonly string[]): string | null {
  const probe = lines.flatMap((line) => UNREADY.exec(line)?.[1] ?? [])[0];
  const last = lines.findLastIndex((line) => REPLAYS.test(line));
  if (probe === undefined || last < 0 || lines.slice(last).some((line) => READY.test(line))) return null;
  const is = 'Its 503 is the answer of a server that still replays its WAL';
  return probe === 'Readiness' ? `${is}: wait for the end of the replay.`
    : `${is}: raise failureThreshold of that probe, and see in kubectl describe pod how the last container ended `
      + '(OOMKilled needs more memory).';
}
