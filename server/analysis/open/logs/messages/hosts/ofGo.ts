/** Messages of the Go runtime and of net/http, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const RACE = 'Two goroutines of the program used a map at the same time, which is an error in its code';
const CODE = 'An error in the code of the program';
const ICMP = 'give it CAP_NET_RAW, or widen net.ipv4.ping_group_range if it can do without a raw socket';
const REPORT = 'look for a newer version, and report it with the whole stack';
const BROKEN = 'The Go runtime found its memory or state damaged: by unsafe code, cgo, a data race, the kernel or bad '
  + 'memory';
const OTHER_HOST = 'try it on another host and with the newest version; report it if it comes again';
const NO_MEMORY = 'Go got no memory from the host';
const LIMITS = 'look at free memory, the limit of the container, ulimit -v, vm.overcommit_memory and, where it maps '
  + 'many files, vm.max_map_count';
const NO_THREAD = 'Go could not start another thread: a limit of threads or processes, no memory, or a seccomp filter '
  + 'that is too old';
const LIMITS_OF_THREADS = 'look at ulimit -u, TasksMax=, the limit of pids, and the version of the container runtime';
const STUCK_THREADS = 'The program has more threads than Go allows (10,000 unless it sets another limit), as when they '
  + 'wait in system calls or C code for a disk that hangs';

/** Messages with which the runtime ends the program; without these words they stand in other texts too. */
const fatal = (messages: readonly string[]): string[] => messages.map((message) => `fatal error: ${message}`);

const GO: readonly MessageRow[] = [
  ...rowsOf(fatal(['concurrent map writes', 'concurrent map read and map write',
    'concurrent map iteration and map write']), 'end', RACE, REPORT),
  ...rowsOf(['sync: unlock of unlocked mutex', 'sync: unlock of unlocked rwmutex',
    'sync: runlock of unlocked rwmutex'], 'end', CODE, REPORT),
  // A program can catch a panic and go on, as net/http does for a request.
  ...rowsOf(['sync: negative waitgroup counter', 'close of closed channel', 'send on closed channel',
    'assignment to entry in nil map', 'runtime error: invalid memory address or nil pointer dereference',
    'runtime error: slice bounds out of range', 'runtime error: index out of range',
    'runtime error: makeslice: len out of range', 'runtime error: integer divide by zero'], 'error', CODE, REPORT),
  ['all goroutines are asleep - deadlock', 'end', 'Every goroutine waits for another one: an error in the code of the '
    + 'program', REPORT],
  ...rowsOf(['goroutine stack exceeds'], 'end', 'A function called itself without end, as in a loop of the code or '
    + 'with input nested very deeply', 'see which calls repeat in the stack'),
  ...rowsOf(['runtime: out of memory', 'runtime: cannot map pages in arena address space',
    'runtime: cannot allocate memory', 'failed to reserve page summary memory', 'runtime: failed to commit pages'],
  'end', NO_MEMORY, LIMITS),
  ...rowsOf(['runtime: failed to create new os thread', 'runtime: may need to increase max user processes',
    'runtime/cgo: pthread_create failed: resource temporarily unavailable',
    'runtime/cgo: pthread_create failed: operation not permitted'], 'end', NO_THREAD, LIMITS_OF_THREADS),
  ...rowsOf(['program exceeds 10000-thread limit', 'fatal error: thread exhaustion'], 'end', STUCK_THREADS, 'see in '
    + 'the stacks what they wait for; look at the disk and network file systems'),
  ['unexpected signal during runtime execution', 'end', 'The program made an invalid memory access within the Go '
    + 'runtime or C code', 'see which functions are on the stack; unsafe code and cgo are the usual cause'],
  ['unexpected fault address', 'end', 'The program used memory that is not there, as a mapped file that was '
    + 'cut, closed or cannot be read', 'look at the disk (df, dmesg), then at the mapped files'],
  ...rowsOf(['found bad pointer in go heap', 'found pointer to free object', 'marked free object in span',
    'unexpected return pc for', ...fatal(['invalid pointer found on stack', 'bad sweepgen in refill',
      'sweep increased allocation count', 'bad summary data', 'unknown caller pc', 'malloc during signal',
      'malloc deadlock', 'workbuf is empty', 'casgstatus: bad incoming values', 'invalid runtime symbol table',
      'stopm holding locks', 'schedule: holding locks', 'traceback did not unwind completely'])], 'end', BROKEN,
  OTHER_HOST),
  ['non-go code set up signal handler without sa_onstack flag', 'end', 'A C library in the program handles signals in '
    + 'a way that Go cannot work with', 'see which library it is; build or start the program without it'],
  ['morestack on g0', 'end', 'The Go runtime or C code used up the stack of a thread', REPORT],
  ['signal: killed', 'end', 'A process was killed (SIGKILL), as by the OOM killer or by a timeout', 'see dmesg for an '
    + 'OOM kill'],
  ['http: tls handshake error from', 'slow', 'A TLS handshake with a client failed; with EOF the client closed first, '
    + 'as a test of the port does', WORDS_AFTER],
  ['http: accept error: ', 'error', 'The HTTP server could not accept a connection, and tries again', 'see the error '
    + 'behind it'],
  ['http: superfluous response.writeheader call from', 'state', 'The program set the status of an answer twice, and '
    + 'the second one is ignored', null],
  ...rowsOf(['listen ip4:icmp', 'listen ip6:ipv6-icmp'], 'error', 'A raw socket for ICMP could not be opened', ICMP),
];

export const OF_GO: readonly MessagesOfProgram[] = [['a Go program', GO]];
