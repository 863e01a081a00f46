/** Leaves out messages that only say what failed where another known one behind them says why. Pure and bounded. */

const WRAPPERS: ReadonlySet<string> = new Set([
  'error loading config (--config.file=', "couldn't load configuration (--config.file=", 'error reloading config',
  'loading groups failed', 'evaluating rule failed', 'error while evaluating rule', 'creating target failed',
  'error appending remote write', 'error sending samples to remote storage', 'loading configuration file failed',
  'notify for alerts failed', 'unable to initialize gossip mesh', 'failed to collect textfile data',
  'error while loading shared libraries', 'error loading shared library', 'error relocating ',
  'cannot execute funcname=', 'cannot fetch query results from vmstorage nodes',
  'failed to look up user based on cookie', 'when writing to [http',
  'exporting failed. the error is not retryable. dropping data', 'exporting failed. dropping data',
  'error sending batch, will retry', 'final error sending batch',
  'memberlist: failed to join',
]);
/** Errors for which one place with a reason is enough: a wrong port gives now an answer of HTTP, now none. */
const OF_ONE_FAULT: ReadonlySet<string> = new Set(['memberlist: failed to join']);
const MAX_PLACES = 20;
const MAX_CHARS = 1000;
const MAX_FIRST = 600;
/** The next line is that of another event. */
const EVENT = /^(?:level|time|ts|lvl)=|^\{"|^\[?\d{4}[-/]\d\d[-/]\d\d/;

interface Message { message: string; isTelling: boolean }

/** Returns the messages of a text without those whose reason is known. `lower`: the text in lower case. */
export function withoutWrappers<T extends Message>(found: readonly T[], lower: string): T[] {
  const reasons = found.filter(({ message, isTelling }) => isTelling && !WRAPPERS.has(message));
  return found.filter(({ message }) => {
    if (!WRAPPERS.has(message)) return true;
    return !placesOf(lower, message).some((at) => {
      const behind = behindOf(lower, at + message.length);
      return reasons.some((reason) => behind.includes(reason.message));
    });
  });
}

/** Returns where a message stands whose reason is looked for. */
function placesOf(lower: string, message: string): number[] {
  const places = [lower.indexOf(message)];
  while (OF_ONE_FAULT.has(message) && places.length < MAX_PLACES) {
    const next = lower.indexOf(message, (places.at(-1) ?? 0) + 1);
    if (next < 0) break;
    places.push(next);
  }
  return places;
}

/** The end of a line whose chain of errors continues in the next line of a report. */
const GOES_ON = /[:;,][ \t]{0,8}$/;
const MAX_LINES = 12;

/** Returns the rest of the line and the next one, and those after it as long as they go on with the same event. */
function behindOf(lower: string, from: number): string {
  const [line = '', ...next] = lower.slice(from, from + MAX_CHARS).split('\n', MAX_LINES);
  const own = [line.slice(0, MAX_FIRST)];
  for (const [i, one] of next.entries()) {
    if (EVENT.test(one) || (i > 0 && !GOES_ON.test(own.at(-1) ?? ''))) break;
    own.push(one);
  }
  return own.join('\n');
}
