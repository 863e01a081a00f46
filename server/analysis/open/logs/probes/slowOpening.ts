/** Says that a container which a probe killed was still opening its data, and how long the probe lets it. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { timeOf } from '../../look/factTools.ts';

/** Lines that a storage writes while it opens its data, before it listens. */
const OPENING = new RegExp([
  /\bopened part "/, /\bloading (?:MetricID|TSID|tsid|cache|metric)/i, /\bopening storage at "/,
  /\bWAL (?:segment|checkpoint) loaded\b/, /\bReplaying (?:WAL|on-disk)/, /\bOpened shard\b/, /\bReading file\b/,
  /\bon-disk memory mappable chunks\b/, /\brecover(?:ed|ing) (?:from )?(?:checkpoint|wal)\b/i,
].map(({ source }) => source).join('|'));
const READY = new RegExp([
  /\b(?:is ready to receive|TSDB started|started VictoriaMetrics|successfully opened storage)\b/,
  /\bListening on HTTP\b|\bready to (?:accept|serve)\b|\bstarted (?:server|http server)\b/,
].map(({ source }) => source).join('|'), 'i');
const FINISHED = /^\s{0,12}Last State:[^\n]{0,80}\n(?:[^\n]{0,400}\n){0,8}?\s{1,16}Finished:\s{1,20}([^\n]{10,60})$/m;
/** The probe that restarts a container, as it is described. */
const PROBE = new RegExp(/^\s{0,12}(Liveness|Startup):\s[^\n]{1,400}?\bdelay=(\w{1,12}) [^\n]{0,60}?/.source
  + /\bperiod=(\w{1,12}) [^\n]{0,60}?#failure=(\d{1,6})/.source, 'm');
/** A log of the run that was killed ends with it. */
const NEAR_SECONDS = 15;
const MAX_LINES = 5000;
const MAX_LINE = 1000;

/** Returns how long a described probe lets a container be unready; `""` without one. */
function patience(text: string): string {
  const [, kind = '', delay, period, failures] = PROBE.exec(text) ?? [];
  const [before, every] = [goDurationMs(delay), goDurationMs(period)];
  return before === null || every === null ? '' : ` The ${kind.toLowerCase()} probe lets it for about ${
    formatSeconds((before + every * Number(failures)) / 1000)} (${failures} failures, ${
    formatSeconds(every / 1000)} apart).`;
}

/** Returns that, and the probe to set; null unless the text has the log of that run, and it was never ready. */
export function slowOpening(text: string): string | null {
  const finished = Date.parse(FINISHED.exec(text)?.[1] ?? '') / 1000;
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const logged = lines.filter((line) => Number.isFinite(timeOf(line)));
  const last = logged.at(-1);
  if (last === undefined || !OPENING.test(last) || logged.some((line) => READY.test(line))) return null;
  const gap = finished - timeOf(last);
  if (!(gap >= 0 && gap <= NEAR_SECONDS)) return null;
  return `Its log was still opening its data ${gap < 1 ? 'at that end' : `${formatSeconds(gap)} before that end`}, and `
    + `no line of it says that it was ready: it starts too slowly for the probe, and each restart begins anew.${
      patience(text)} Add a startupProbe whose failureThreshold × periodSeconds is longer than a whole start, or `
    + 'raise initialDelaySeconds.';
}
