/** Says that a server was told to stop within its start, which it could not end in order then. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const BEGINS = /\bStarting (?:TSDB|WAL storage) \.\.\./;
const READY = /\bServer is ready to receive\b|\bTSDB started\b|\bAgent WAL storage started\b/;
const STOP = /\bReceived (?:SIGTERM|an OS signal), exiting gracefully/;
const ENDED = /\bSee you next time!/;
/** A stop later than this is not that of a probe, which allows for minutes at most. */
const MAX_SECONDS = 3600;

/** Lines of a journal are of a service of systemd, which has no such probe. */
const OF_SYSTEMD = /journal|syslog/;
/** The guess at the reason in a log without its kubelet. */
export const PROBE_GUESS = 'In Kubernetes that is mostly a liveness probe (see kubectl describe pod): a startup probe '
  + 'holds it back until the server is ready.';

interface Stopped { took: number; hasEnded: boolean }

function stoppedIn(lines: readonly string[]): Stopped[] {
  const stopped: Stopped[] = [];
  let begun = NaN;
  let last: Stopped | null = null;
  for (const line of lines) {
    if (BEGINS.test(line)) [begun, last] = [timeOf(line), null];
    else if (READY.test(line)) begun = NaN;
    else if (ENDED.test(line) && last !== null) last.hasEnded = true;
    else if (STOP.test(line) && Number.isFinite(begun)) {
      const took = timeOf(line) - begun;
      last = { took, hasEnded: false };
      if (took >= 0 && took <= MAX_SECONDS) stopped.push(last);
      begun = NaN;
    }
  }
  return stopped;
}

/**
 * Returns how long after the beginning of a start it was told to stop; null unless that was before it was ready.
 * `envelope`: that of the lines.
 */
export function stoppedStarts(lines: readonly string[], envelope: string | null): string | null {
  const all = stoppedIn(lines);
  const took = all.map((one) => one.took).sort((a, b) => a - b);
  const [least, most] = [took[0], took.at(-1)];
  if (least === undefined || most === undefined) return null;
  const [from, to] = [formatSeconds(least), formatSeconds(most)];
  const isOpen = all.every(({ hasEnded }) => !hasEnded);
  return `That was ${from === to ? from : `${from} to ${to}`} after ${
    all.length === 1 ? 'the start' : 'each start'} began, before it was ready${
    isOpen ? '; no line shows that it ended in order' : ''}.${
    OF_SYSTEMD.test(envelope ?? '') ? '' : ` ${PROBE_GUESS}`}`;
}
