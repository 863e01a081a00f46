/** Finds idle threads of a dump that stand at one line of the program, as those do that wait for one lock. Pure. */

interface Thread { name: string; id: string; isActive: boolean; frame: string; callers: readonly string[] }

const PLACE = /^(\S.{0,200}?) \((.{1,400}):\d{1,9}\)$/;
/** Modules of Python in which threads wait for work; the dump gives their paths without a folder of a program. */
const OF_PYTHON = new RegExp([
  String.raw`^[\w-]{1,60}\.(?:py|pyx|c|so)$|^<.{1,100}>$`,
  '^(?:asyncio|concurrent|multiprocessing|http|urllib|email|json|logging|xml|importlib)/',
  String.raw`(?:^|/)(?:site-packages|dist-packages|lib/python\d[\d.]{0,8}|gevent|eventlet|urllib3|grpc)/`,
].join('|'));
const EVENT_LOOP = /^(?:_run_once|run_forever|_run) \(asyncio\//;

/** Returns null if no two idle threads stand at one line of the program's own code. */
export function sharedLineFacts(threads: readonly Thread[]): string | null {
  const byLine = new Map<string, Thread[]>();
  for (const thread of threads) {
    const file = PLACE.exec(thread.frame)?.[2];
    if (thread.isActive || file === undefined || OF_PYTHON.test(file)) continue;
    byLine.set(thread.frame, [...byLine.get(thread.frame) ?? [], thread]);
  }
  const [frame, shared] = [...byLine].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (frame === undefined || shared === undefined || shared.length < 2) return null;
  const words = shared.slice(0, 3).map(({ name, id, callers: [caller] }) =>
    `${name === '' ? `thread ${id}` : `"${name}"`}${caller === undefined ? '' : ` (called by ${caller})`}`);
  const more = shared.length > words.length ? ` and ${shared.length - words.length} more` : '';
  const loop = shared.find(({ callers }) => callers.some((caller) => EVENT_LOOP.test(caller)));
  return `${shared.length} threads stand idle at one line, ${frame}: ${words.join(', ')}${more}. Idle at a line of the `
    + `program's own, they probably wait for one lock.${loop === undefined ? ''
      : ` ${loop.name === '' ? 'One' : `"${loop.name}"`} runs the event loop, which does nothing else meanwhile.`}`;
}
