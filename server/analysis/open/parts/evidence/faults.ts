/** Patterns of the facts on a text by the kind of their fault, of which other evidence may be in the text. Pure. */

const any = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

export const LOCK = any(
  /lock DB directory|holds? the lock|locked by other process|already locked/,
  /cannot (?:acquire|obtain|get) (?:the )?lock|\bflock\b|lock.{0,80}resource temporarily unavailable/,
  /database is locked|no locks available|file locking/,
);
export const DAMAGE = any(
  /\bdamaged\b|corrupt|checksum|invalid magic|not ordered|unexpected (?:EOF|end of file|non-zero byte)/,
  /\bbad block|cannot unmarshal|meta\.json|segments are not sequential|unreadable|input\/output error|bad sector/,
);
/** Faults that file systems of a network have in particular. */
export const OF_FILE_SYSTEM = any(
  LOCK, DAMAGE, /stale (?:NFS )?file handle|\.nfs[0-9a-f]{6}|\bmmap\b|SIGBUS|bus error/,
);
export const FULL = any(
  /no space left|\bdisk is (?:almost |nearly )?full\b|file system, a quota|read-only mode|disk quota exceeded/,
  /database space exceeded|minFreeDiskSpace|not enough (?:free )?(?:disk )?space/,
);
export const MEMORY = any(
  /\bkernel killed\b|\bOOM\b|OOMKilled|out of memory|exceeded its memory limit|cannot allocate memory/,
  /memory (?:of the machine|of the node) ran out|refuses? data|memory limiter/,
);
export const MAPS = /\bmmap|memory map|max_map_count|refused memory or a mapping/i;
export const OPEN_FILES = /too many open files|limit of open files|EMFILE/i;
export const DENIED = /permission denied|operation not permitted|may not (?:do this|execute)/i;
export const UNREACHED = any(
  /connection refused|no such host|i\/o timeout|deadline exceeded|no route to host|network is unreachable/,
  /nothing listens|timed? ?out|connection reset|did not get through/,
);
export const REFUSED_LOGIN = any(
  /\b40[13]\b|unauthori[sz]ed|\bforbidden\b|credentials|access ?denied|authentication failed|invalid token/,
);
export const TLS = /x509|certificate|\btls\b/i;
export const DUPLICATES = any(
  /duplicate (?:sample|timestamp|series)|out[- ]of[- ]order|same timestamp|write the same series/,
  /rejected by their time|out of bounds|too old|too far (?:in|behind)|blocks overlap|overlaps found/,
);
export const SLOW = any(
  /timed? ?out|took longer|deadline exceeded|\bslow|too long|too many (?:samples|outstanding|requests|parts)/,
  /rate limit|buffer overflow|falls? behind|fell behind|needs throttling|beyond threshold|misses? evaluations?/,
);
export const SERIES = any(
  /(?:limit|max\w*) .{0,60}(?:series|streams|cardinality)|(?:series|streams|cardinality).{0,60}(?:limit|exceed)/,
);
export const PARTS = /too many parts/i;
export const RATE = /rate limit|\b429\b|too many requests|ingestion rate/i;
export const RING = /\bring\b|heartbeat|live replicas/i;
export const QUERY = any(
  /quer(?:y|ies).{0,120}(?:timed? ?out|timeout|deadline|too many|limit)/, /query\.(?:timeout|max)/,
);
export const SCRAPE = any(/scrap(?:e|ing).{0,200}(?:deadline exceeded|timed? ?out|timeout|sample limit|body size)/);
export const CONNECTIONS = any(
  /too many (?:clients|connections)|max_(?:user_)?connections|remaining connection slots|connection pool/,
);
export const SHARED_MEMORY = /shared memory|max_locks_per_transaction/i;
export const SENDER = /remote[ _-]?write|resharding|remote storage/i;
export const BUFFER = /buffer overflow|buffer of an output|sending queue is full|queue is full/i;
export const ETCD = /\betcd|\bapply request took too long|mvcc/i;

export const BUSY_DISK = /is the busiest device: up to (?:100|9\d)(?:\.\d{1,2})? % of the time, with waits/;

/** Facts that say that something went wrong, whatever it is. */
export const ANY_FAULT = any(
  /^It is \S{1,200}(?:Exception|Error)[:,.]|\bcould not \w/,
  /\b(?:errors?|failed|failure|fails|crashe?d?|panic\w*|gave up|halted|damaged|corrupt\w*|rejects?|refused?s?)\b/,
  /\bbecame read-only\b/,
  /\b(?:killed|is full|was down|is down|ended with|deadlock\w*|hangs?|drops?|dropped|lost|unhealthy|warning)\b/,
  /\btoo (?:long|slow|many|large|late|few|old)\b|\bslow\b|\btimed out\b|\boverlap\b/,
  BUSY_DISK, /\bexited, status [1-9]/,
  /\b(?:ended at|fatal|cannot|are full|no space left|denied|unauthorized)\b/,
);
