/** Messages on the consequences of an error, which another message of the same text may name. Pure. */

/** They say that something ended or is started again, and not why. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  'back-off restarting failed container', 'dependency failed to start: container', 'dependency failed for',
  'start request repeated too quickly', 'start-limit-hit', "failed with result 'start-limit'",
  'scheduled restart job, restart counter is at', 'status=1/failure', 'status=2/invalidargument',
  'status=3/notimplemented', 'status=255/exception', 'job has reached the specified backoff limit',
  'has timed out progressing', 'exceeded its progress deadline', 'does not have minimum availability',
  'could not create the java virtual machine', 'could not write any address',
  'could not write to any influxdb server in cluster',
]);

/** They say that a program reaches none of several others; why stands in the message of each of these. */
const UNREACHED: ReadonlySet<string> = new Set([
  'because all the storage nodes are unhealthy', 'since all the nodes are temporarily unavailable; re-trying',
  'auth msg received from mnodes, error:unable to establish connection',
  'status rsp is received, error:unable to establish connection',
]);

/** Messages that guess what killed a process, which the lines of the kernel say. */
const KILL_GUESSES: ReadonlySet<string> = new Set([
  'status=9/kill', 'status=137/n/a', 'signal: killed', 'was sent sigkill! perhaps out of memory?',
  'a process in the process pool was terminated abruptly',
]);

/** Whether a message tells only what followed from an error. */
export const isConsequence = (message: string): boolean => CONSEQUENCES.has(message);

/** Whether a message says that none of several others is reached. */
export const isUnreached = (message: string): boolean => UNREACHED.has(message);

/** Whether a message guesses what killed a process. */
export const isKillGuess = (message: string): boolean => KILL_GUESSES.has(message);
