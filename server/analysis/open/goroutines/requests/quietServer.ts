/** Says of a small goroutine profile of a server that it shows nothing unusual. Pure. */

interface Stack { count: number; names: readonly string[] }

const ACCEPTS = /^net\.\(\*(?:TCP|Unix)Listener\)\.Accept$/;
const LOCKS = /^(?:internal\/)?sync\.(?:\(\*(?:RW)?Mutex\)\.|runtime_Semacquire)/;
const WAITS_FOR_OTHERS = /^sync\.\(\*WaitGroup\)\.Wait$/;
/** The handler of a request, and that which writes the profile. */
const ANSWERS = new RegExp(String.raw`^(?:net/http\.(?:serverHandler|HandlerFunc)\.ServeHTTP`
  + String.raw`|(?:\S{1,200}/)?google\.golang\.org/grpc\.\(\*Server\)\.process(?:Unary|Streaming)RPC)$`);
const WRITES_PROFILE = /^(?:runtime\/pprof\.|net\/http\/pprof\.)/;
const MAX_GOROUTINES = 100;
const MAX_AT_ONE_PLACE = 9;

/** `largest`: how many are at one place at most. Returns "" unless all stacks are in the text and none is unusual. */
export function quietWords(stacks: readonly Stack[], { total, largest }: { total: number; largest: number }): string {
  const listed = stacks.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_GOROUTINES || listed < total || largest > MAX_AT_ONE_PLACE) return '';
  const others = stacks.filter(({ names }) => !names.some((name) => WRITES_PROFILE.test(name)));
  const isUnusual = others.some(({ names }) => names.some((name) => ANSWERS.test(name))
    || (names.some((name) => LOCKS.test(name)) && !names.some((name) => WAITS_FOR_OTHERS.test(name))));
  if (isUnusual || !others.some(({ names }) => names.some((name) => ACCEPTS.test(name)))) return '';
  return `Nothing unusual shows: at most ${largest} goroutines are at one place, and none waits for a lock or answers `
    + 'a request. If the problem comes and goes, take the profile again while it lasts. ';
}
