const countOf = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].length;
const MEMORY_LIMIT =
  /Limits:\s{0,20}(?:[\w./-]{1,60}:\s{1,20}\S{1,20}\s{1,40}){0,4}?memory:\s{1,20}(\S{1,20})/g;

/** Describes how containers ended, from `kubectl get -o json` or `describe`; null if nothing is stated. */
export function lastStates(text: string): string | null {
  const oom = countOf(/\bOOMKilled\b/g, text);
  const exits = [...text.matchAll(/"?[Ee]xit ?[Cc]ode"?:\s{0,20}(\d{1,3})/g)].map(([, code]) => code);
  const probes = countOf(/(?:Liveness|Startup|Readiness) probe failed/g, text);
  const most = [...text.matchAll(/"?[Rr]estart ?[Cc]ount"?:\s{0,20}(\d{1,9})/g)]
    .reduce((max, [, count]) => Math.max(max, Number(count)), 0);
  const limits = [...text.matchAll(MEMORY_LIMIT)].map(([, limit]) => limit);
  const loops = countOf(/CrashLoopBackOff|Back-off restarting failed container/g, text);
  const parts = [
    oom > 0 ? 'a container was killed because it exceeded its memory limit (OOMKilled)' : '',
    exits.length > 0 ? `exit code ${[...new Set(exits)].slice(0, 4).join(', ')}` : '',
    most > 0 ? `up to ${most} ${most === 1 ? 'restart' : 'restarts'} of a container` : '',
    loops > 0 ? 'it is started again with growing pauses (CrashLoopBackOff)' : '',
    oom > 0 && limits.length > 0 ? `memory limit ${[...new Set(limits)].slice(0, 3).join(', ')}` : '',
    probes > 0 ? 'a probe failed' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `It says: ${parts.join('; ')}.`;
}
