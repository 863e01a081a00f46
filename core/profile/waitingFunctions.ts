/** Recognizes functions in which a thread waits for work, for time or for another thread, by their names. Pure. */

/** Calls of the C library and the kernel, with the marks that libraries put before them. */
const C_CALL = new RegExp([
  '^_{0,3}(?:GI_|libc_|new_)?(?:select|pselect|poll|ppoll|epoll_p?wait2?|kevent(?:64|_qos|_id)?|(?:clock_)?nanosleep',
  '|u?sleep|pause|sigsuspend|sigwait(?:info)?|sigtimedwait|accept4?|wait4|waitpid|waitid|io_getevents)',
  '(?:_nocancel|_time64|_\\d)?(?:@.{0,40})?$',
  '|^_{0,2}pthread_(?:join|timedjoin\\w*|clockjoin\\w*|cond_(?:timed|clock)?wait)(?:\\W.{0,40}|_common)?$',
  '|^_{0,2}(?:futex_abstimed_wait\\w*|ulock_wait2?|psynch_cvwait|semwait_signal\\w*|workq_kernreturn)$',
  '|^(?:mach_msg(?:2|_overwrite)?(?:_trap|_internal)?|mach_msg2?|semaphore_(?:timed)?wait(?:_trap)?)$',
  '|^(?:ntdll!)?(?:NtWaitFor\\w+|ZwWaitFor\\w+|NtDelayExecution|NtRemoveIoCompletion\\w*)$',
].join(''));
/** Go, as a profile of wall time sees a goroutine or a thread that does not run. */
const OF_GO = new RegExp([
  '^(?:runtime\\.(?:gopark|goparkunlock|netpollblock|kevent|epollwait|semasleep|futexsleep|note(?:t)?sleepg?',
  '|sigNoteSleep|pthread_cond_(?:timed)?wait\\w{0,20})|time\\.Sleep|internal/poll\\.runtime_pollWait)(?:\\.abi\\d)?$',
].join(''));
const OF_JAVA = new RegExp([
  '^(?:java[./]lang[./])?(?:Object\\.wait0?|Thread\\.sleep(?:0|Nanos0?)?|VirtualThread\\.park\\w*)(?:\\(.{0,100})?$',
  '|^(?:jdk[./]internal[./]misc|sun[./]misc)[./]Unsafe\\.park(?:\\(.{0,100})?$|^Unsafe_Park$',
  '|^java[./]util[./]concurrent[./]locks[./]LockSupport\\.park\\w*(?:\\(.{0,100})?$',
  '|^sun[./]nio[./]ch[./](?:EPoll\\.wait|EPollArrayWrapper\\.epollWait|KQueue\\.poll|Net\\.accept)(?:\\(.{0,100})?$',
].join(''));
/** Rust, .NET, Ruby and the event loop of libuv. */
const OF_OTHERS = new RegExp([
  '^(?:std::thread::(?:park\\w*|sleep\\w*)|parking_lot::condvar::\\S{1,200}|uv__io_poll)$',
  '|^mio::(?:sys|poll)::\\S{0,200}(?:select|poll)$',
  '|^System\\.Threading\\.(?:Monitor\\.(?:Wait|ObjWait)|Thread\\.(?:Sleep|Join)\\w*|WaitHandle\\.\\w{0,60}Wait\\w*)',
  '|LowLevelLifoSemaphore\\.\\w{0,60}Wait\\w*',
  '|^(?:Kernel[#.]sleep|IO\\.select|Thread#(?:join|value)|(?:Thread::)?(?:Sized)?Queue#pop|ConditionVariable#wait)$',
].join(''));
/** Names without a package that mean waiting, whatever the file. */
const BARE = /^(?:wait|epoll_wait|park|_wait_for_tstate_lock)$/;
/** Names that mean waiting only in the files of these modules of Python: event loops, queues and sockets. */
const IN_FILE: readonly (readonly [name: RegExp, file: RegExp])[] = [
  [/^(?:run|switch)$/, /(?:^|\/)gevent\/_?\w{0,20}hub\w{0,20}\.py$/],
  [/^(?:get|_get)$/, /(?:^|\/)(?:queue|_threading)\.py$/],
  [/^(?:select|poll)$/, /(?:^|\/)(?:selectors|asyncore|poll)\.py$/], [/^join$/, /(?:^|\/)threading\.py$/],
  [/^_worker$/, /(?:^|\/)(?:concurrent\/futures\/\w{1,20}|gevent\/threadpool)\.py$/],
  [/^(?:accept|readinto|_?recv\w{0,10})$/, /(?:^|\/)(?:socket|multiprocessing\/connection)\.py$/],
];
/** Code of JavaScript, which does not wait within a function, but has functions of such names. */
const OF_SCRIPT = /\.[cm]?[jt]sx?$/;

/** Returns whether a function is known to wait while it runs; `file` is "" if it is not known. */
export function isWaiting(name: string, file: string): boolean {
  if (OF_SCRIPT.test(file)) return false;
  const isOfPython = file.endsWith('.py');
  return BARE.test(name) || (!isOfPython && C_CALL.test(name)) || OF_GO.test(name) || OF_JAVA.test(name)
    || OF_OTHERS.test(name) || IN_FILE.some(([own, within]) => own.test(name) && within.test(file));
}
