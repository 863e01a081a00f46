/** Tells where the few goroutines of a small dump wait for a lock, and what it means if it is that of the log. Pure. */
import { isStandardLibrary, packageOf } from '../../../../core/profile/packages.ts';
import { counted } from '../../../../core/text/format.ts';

/** `text`: its frames with their places. */
export interface WaitingStack { names: string[]; text: string; isLocked: boolean }

/** Go's own packages, which wait on behalf of their caller. */
const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;
/** Writers of log lines, which hold a lock while they write. */
const LOG_WRITER = new RegExp([
  /^log\.\(\*Logger\)\./, /^log\/slog\.\(\*\w{1,40}\)\.(?:handle|Handle)/, /\/log\.\(\*(?:fd)?[sS]yncWriter\)\.Write$/,
  /\/logrus\.\(\*(?:Entry|Logger|MutexWrap)\)\./, /zapcore\.\(\*lockedWriteSyncer\)\./,
  /klog(?:\/v\d)?\.\(\*loggingT\)\./,
  /\/lib\/logger\./,
].map(({ source }) => source).join('|'));
const LOG_PACKAGE = /(?:^|\/)(?:log|slog|logrus|level|zap|zapcore|klog|logger)(?:\/|$)/;
const MAX_TOLD = 2;
/** Writes to the WAL of Prometheus, Thanos, Mimir and Loki, which hold its only lock. */
export const WAL_WRITER = /(?:^|\/)(?:wlog|wal)\.\(\*(?:WL|WAL)\)\.[lL]og$/;
const HELD_WAL = 'Only one goroutine at a time writes to the WAL, so all writes that log to it wait for the one that '
  + 'holds its lock';
const SEE_WAL = 'look at the latency of the disk of the WAL, and in the whole dump for the goroutine within that '
  + 'package that does not wait for a lock (a write, an fsync, a new segment)';
export const WAL_MEANING = `${HELD_WAL}: ${SEE_WAL}.`;

interface Place { at: string; caller: string | undefined; file: string | undefined; count: number }

/**
 * Returns where goroutines wait for a lock, the most frequent place first; empty without any. `isTold`: another
 * sentence names the place already.
 */
export function lockWaits(stacks: readonly WaitingStack[], isTold: boolean): string {
  const places = new Map<string, Place>();
  for (const { names, text, isLocked } of stacks) {
    const own = names.findIndex((name) => !OF_GO.test(name));
    const at = names[own];
    if (!isLocked || at === undefined) continue;
    const caller = names.slice(own + 1).find((name) => {
      const owner = packageOf(name);
      return owner !== packageOf(at) && !isStandardLibrary(owner) && !(LOG_WRITER.test(at) && LOG_PACKAGE.test(owner));
    });
    const key = `${at} ${caller ?? ''}`;
    places.set(key, { at, caller, file: fileOf(text, caller), count: (places.get(key)?.count ?? 0) + 1 });
  }
  const told = [...places.values()].sort((a, b) => b.count - a.count).slice(0, MAX_TOLD);
  if (told.length === 0) return '';
  const isOne = places.size === 1;
  const where = told.map(({ at, caller, file, count }) => `${
    isOne ? '' : `${count.toLocaleString('en-US')} `}in ${short(at)}${
    caller === undefined ? '' : `, called by ${short(caller)}${file === undefined ? '' : ` (${file})`}`}`);
  const locked = [...places.values()].reduce((sum, { count }) => sum + count, 0);
  const writer = told.find(({ at }) => LOG_WRITER.test(at));
  const ofWal = told.find(({ at }) => WAL_WRITER.test(at));
  return (isTold ? ''
    : ` ${counted(locked, 'of them waits', 'of them wait')} for a lock${isOne ? '' : ':'} ${where.join('; ')}.`)
    + (writer === undefined ? '' : meaningOf(writer, stacks)) + (ofWal === undefined ? '' : walMeaning(ofWal, stacks));
}

/** The goroutine that holds the lock of the WAL may be in the text. */
function walMeaning({ at }: Place, stacks: readonly WaitingStack[]): string {
  const isHeld = stacks.some(({ names, isLocked }) => !isLocked && names.includes(at));
  return ` ${isHeld ? `${HELD_WAL}, which is in the text: see where it is, and the latency of the disk of the WAL.`
    : WAL_MEANING}`;
}

/** A writer that does not come back is inside the same function, without waiting for its lock. */
function meaningOf({ at, count }: Place, stacks: readonly WaitingStack[]): string {
  const isHeld = stacks.some(({ names, isLocked }) => !isLocked && names.includes(at));
  return ` ${count === 1 ? 'It wants' : 'They want'} to write a log line, while another goroutine holds the lock of `
    + `the log${isHeld ? '' : ', which is not in the text'}. If that lasts, what the log is written to takes `
    + 'nothing more: a stderr that nothing reads (log driver, pipe), or a full disk.';
}

/** Returns `scrape.go:923` for the place below a function. */
function fileOf(text: string, name: string | undefined): string | undefined {
  const from = name === undefined ? -1 : text.indexOf(`\n${name}(`);
  return from < 0 ? undefined
    : /^[^\n]{0,2000}\n\s{1,16}\S{0,400}?([^\s/]{1,100}\.go:\d{1,7})/.exec(text.slice(from + 1, from + 3000))?.[1];
}

const short = (name: string): string => name.split('/').at(-1) ?? name;
