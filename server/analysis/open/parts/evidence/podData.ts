/** Adds to the end of a container the step after an OOM kill, and that its data do not stay. Pure; bounded. */

const OOM = /\(OOMKilled\)/;
const HAS_STEP = /\b[Rr]aise (?:the|its|that|this|memory)\b|\blower its memory\b/;
const PATHS = new RegExp(String.raw`(?:${[
  String.raw`--storage\.(?:tsdb|agent|local)\.path`, '-{1,2}storageDataPath', '--tsdb\\.path', '--data-?dir',
  '-{1,2}path\\.data', '--storage\\.path',
].join('|')})[= ](/[\w./-]{1,200})`, 'g');
/** A mount of a container, which the process may write. */
const MOUNT = /^[ \t]{2,20}(\/[\w./-]{0,200}) from ([\w.-]{1,253}) \(rw\b/gm;
const RETENTION = /--storage\.tsdb\.retention(?:\.time)?[= ](\w{2,20})\b/;
const MAX_CHARS = 256 * 1024;
const IS_REPLAY = /The replay before that end took/;
const UNREADY = /statuscode: 503/;

/** A kill soon after a start, again and again. */
const RESTARTED = /\bhas restarted (?:\d{2,9}|\d{1,3},\d{3}) times\b/;
const AFTER_START = /\(OOMKilled\), ((?:\d{1,3}m ?)?(?:[\d.]{1,5} ?s)?) after it started/;
const SOON_MINUTES = 10;
const AT_EACH_START = 'It is killed soon after each start, where Prometheus reads its WAL and holds the head of the '
  + 'last hours again: a shorter retention does not help. If it does not get through with more memory either, move the '
  + 'folder wal aside (the samples since the last block are missing then).';

function isSoon(facts: string): boolean {
  const after = AFTER_START.exec(facts)?.[1] ?? '';
  return after !== '' && Number(/(\d{1,3})m/.exec(after)?.[1] ?? 0) < SOON_MINUTES;
}

/** Returns the step, what a probe met, and the folder of the data that goes with the pod; null without any. */
export function podData(facts: string, text: string, program: string | null): string | null {
  const isPrometheus = program === 'Prometheus';
  const found = [
    isPrometheus && OOM.test(facts) && RESTARTED.test(facts) && isSoon(facts) ? AT_EACH_START : null,
    OOM.test(facts) && !HAS_STEP.test(facts) ? `Raise the memory limit, or find what takes the memory${isPrometheus
      ? ': see prometheus_tsdb_head_series, and scrape fewer targets or drop labels' : ''}.` : null,
    isPrometheus && IS_REPLAY.test(facts) && UNREADY.test(facts)
      ? 'Prometheus answers probes with 503 until its replay ends, so those failures follow from its restarts.' : null,
    passingData(text.slice(0, MAX_CHARS)),
  ].filter((one) => one !== null);
  return found.length === 0 ? null : found.join(' ');
}

/** Returns that the data of a database are in an emptyDir of its pod; null if the text does not show that. */
function passingData(text: string): string | null {
  const paths = new Set([...text.matchAll(PATHS)].map(([, path = '']) => path.replace(/(?<=.)\/$/, '')));
  if (paths.size === 0 || !/^Volumes:/m.test(text)) return null;
  const mounts = [...text.matchAll(MOUNT)].map(([, path = '', volume = '']) => ({ path, volume }));
  for (const path of paths) {
    // The deepest mount at or above the folder holds it.
    const [own] = mounts.filter((one) => path === one.path || path.startsWith(`${one.path.replace(/\/$/, '')}/`))
      .sort((a, b) => b.path.length - a.path.length);
    if (own === undefined || !isEmptyDir(own.volume, text)) continue;
    const retention = RETENTION.exec(text)?.[1];
    return `Its data folder ${path} is an emptyDir, so the data go when the pod is deleted or moved${
      retention === undefined ? '' : `, whatever the retention of ${retention} allows`}: give it a persistent volume.`;
  }
  return null;
}

/** Whether a description lists a volume as an emptyDir. */
const isEmptyDir = (volume: string, text: string): boolean =>
  new RegExp(String.raw`^ {1,8}${volume.replaceAll('.', String.raw`\.`)}:[ \t]{0,20}\n`
    + String.raw`[ \t]{2,20}Type:[ \t]{1,20}EmptyDir\b`, 'm').test(text);
