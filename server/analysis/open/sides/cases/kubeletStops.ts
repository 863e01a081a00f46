/** Tells that the signals to stop in a log are the kills in the log of the kubelet, which is another file. Pure. */
import { counted, formatSeconds } from '../../../../../core/text/format.ts';
import { killsIn, type Kill } from '../../logs/probes/kubeletKills.ts';
import { isAsked, isReady, type CaseLog } from './caseLog.ts';

const DAY_SECONDS = 86_400;
/** The kubelet logs in local time, whose zones differ by quarters of an hour. */
const ZONE_STEP = 900;
const MAX_APART_SECONDS = 2;

const secondOfDay = (ms: number): number => (ms / 1000) % DAY_SECONDS;

/** Returns how far the clock of a kill is ahead of that of a signal, in whole zones; null if they do not fit. */
function aheadOf({ at }: Kill, asked: number): number | null {
  const apart = at - asked;
  const zone = Math.round(apart / ZONE_STEP) * ZONE_STEP;
  return Math.abs(apart - zone) > MAX_APART_SECONDS ? null : (zone + DAY_SECONDS) % DAY_SECONDS;
}

/** Returns what stopped the runs of a log; null unless all its signals are kills of the kubelet. */
export function kubeletStops(log: CaseLog, name: string, text: string): string | null {
  const asked = log.lines.filter(isAsked).map(({ timeMs }) => secondOfDay(timeMs));
  const kills = killsIn(text.split('\n'));
  const paired = asked.map((second) => kills.flatMap((kill) => {
    const ahead = aheadOf(kill, second);
    return ahead === null ? [] : [{ kill, ahead }];
  }));
  const zones = new Set(paired.flatMap((some) => some.map(({ ahead }) => ahead)));
  const zone = [...zones].find((one) => paired.every((some) => some.some(({ ahead }) => ahead === one)));
  const first = paired[0]?.find(({ ahead }) => ahead === zone)?.kill.failures[0];
  if (first === undefined || zone === undefined) return null;
  const hours = Math.min(zone, DAY_SECONDS - zone);
  const clocks = hours === 0 ? '' : ` (their clocks are ${formatSeconds(hours)} apart)`;
  return `The kubelet stopped what ${log.name} shows: its ${
    asked.length === 1 ? 'SIGTERM is the kill' : `${counted(asked.length, 'SIGTERM', 'SIGTERMs')} are the kills`
  } in ${name}${clocks}, after its ${first.kind.toLowerCase()} probe failed.${
    first.kind === 'Startup' || log.lines.some(isReady) ? '' : ' A startup probe holds it back until it is ready.'}`;
}
