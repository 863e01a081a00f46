/** Says what a refused watch means for the files of targets that Prometheus reads (file_sd_configs). Pure. */

const OF_FILES = /\bdiscovery"?[=:] ?"?file\b/;
const WATCH = /\bmsg"?[=:] ?"?Error adding file watch(er)?"/;
const MAX_LINE = 2000;

const LATE = 'Changes of the files of targets (file_sd_configs) are read only once per refresh_interval, 5m by '
  + 'default, while they cannot be watched.';
const ENDED = 'That discovery of targets in files (file_sd_configs) has ended with the error, and finds no targets '
  + 'until Prometheus is started again.';

/** The end of the meaning of a refused watch. */
const MEANING =
  /raise fs\.inotify\.max_user_(?:watches \(sysctl\)|instances, then look at LimitNOFILE \(ulimit -n\))\./;

/** Returns facts that also say, behind what the error means, what is not noticed since then. */
export function withFileDiscovery(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || !MEANING.test(facts)) return facts;
  const found = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => OF_FILES.test(line))
    .flatMap((line) => WATCH.exec(line) ?? []);
  return found.length === 0 ? facts
    : facts.replace(MEANING, (meaning) => `${meaning} ${found.includes('er') ? ENDED : LATE}`);
}
