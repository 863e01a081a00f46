/** Crashes other than of a Go process (of Rust, of one request), and what stops a TSDB without a crash. */
import { firstIn, mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { isOfWatch } from '../../../logs/causes/fileWatches.ts';
import { crashPlace } from './crashPlace.ts';
import { rustPlace } from './userFrames.ts';

/** A panic since Rust 1.73, which prints the place first. */
const RUST = new RegExp(
  /\bthread '([^'\n]{1,80})'(?: \(\d{1,12}\))? panicked at ([\w./\\-]{1,200}:\d{1,6})(?::\d{1,6})?:\s{0,4}\n/.source
    + /\s{0,8}([^\n]{1,600})/.source
);
const OLD_RUST = /\bthread '([^'\n]{1,80})' panicked at '([^\n]{1,600}?)', ([\w./\\-]{1,200}:\d{1,6})/;
const LOGGED_RUST = /\bpanic_message="((?:[^"\\]|\\.){1,600})" panic_file="([^"\n]{1,200})" panic_line=(\d{1,6})/;

/** Describes a panic of a Rust thread; it ends the process only in main, or if the build aborts on panics. */
export function rustCrash({ bare }: Look): string | null {
  const now = firstIn(RUST, bare);
  const old = now === null ? firstIn(OLD_RUST, bare) : null;
  const logged = now === null && old === null ? firstIn(LOGGED_RUST, bare) : null;
  const [thread, message, place] = now !== null ? [now[1], now[3], now[2]]
    : old !== null ? [old[1], old[2], old[3]]
      : logged !== null ? [undefined, logged[1]?.replaceAll(String.raw`\"`, '"'), `${logged[2]}:${logged[3]}`] : [];
  if (message === undefined) return null;
  const who = thread === 'main' ? 'It crashed with' : thread === undefined ? 'It panicked with'
    : `Its thread ${thread} panicked with`;
  return `${who} ${quoted(message)}, in ${place}${rustPlace(bare, place ?? '')}.`;
}

/** Panics of a request, which net/http and the handler of InfluxDB survive. */
const SERVED = new RegExp([
  /http: panic serving \S{1,80}?(?:"? msg="|: )((?:[^"\\\n]|\\.){1,400})/, /\[panic:([^\]\n]{1,400})\] goroutine \d/,
].map(({ source }) => source).join('|'));

export function servedPanic({ bare }: Look): string | null {
  const found = firstIn(SERVED, bare);
  const message = found?.[1] ?? found?.[2];
  return found === null || message === undefined ? null : joined([
    `A request panicked, and the server ran on: ${quoted(message)}.`, crashPlace(bare, found.index + found[0].length),
  ]);
}

const DISK_FULL = /no space left on device|There is not enough space on the disk|ENOSPC/i;

/** Reports a full disk, unless `said` (the facts so far) already does. */
export function diskFullFacts({ lines, bare }: Look, said: string | null): string | null {
  if (!mayMatch(DISK_FULL, bare)) return null;
  if (said !== null && (DISK_FULL.test(said) || / full disk/.test(said))) return null;
  const full = [...new Set(lines)].filter((line) => DISK_FULL.test(line) && !isOfWatch(line));
  const where = /(?:open|write|mkdir|create|rename)\w{0,10} (\/[^:\s"]{1,200}): no space left/.exec(full[0] ?? '')?.[1];
  return full.length === 0 ? null : `Its disk is full: ${full.length} ${full.length === 1 ? 'line says' : 'lines say'} `
    + `so${where === undefined ? '' : `, the first of ${where}`}.`;
}
