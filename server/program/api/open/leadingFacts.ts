/** Tells by their first sentence which facts on a log come before what is read of its starts and compactions. */

/** What the program did when it crashed, which stands behind the crash. */
export const DURING = /^(?:That was while it|Its last line before that says|The crash (?:is|was) (?:at|in)) /;
/** What is slow, but not because of a start or a compaction. */
export const SLOW = new RegExp(/^Loading the configuration took /.source
  + /|^The live heap (?:grew|is) .{1,200}? (?:of the memory limit|as at a memory limit) \(GOMEMLIMIT/.source);
/** The state of a service that runs, with which a status begins; its log shows only its last lines. */
export const RUNS = /^The service \S{1,80} has run since /;
/** A status whose service was killed, with which the facts begin. */
export const DOWN = /^systemd: \S{1,60} (?:killed|dumped), signal /;
/** Facts that say how a process ended or what it loses, which a log of successful starts may hide. */
export const DEATH = new RegExp([
  /^It (?:crashed|ended|panicked|drops samples|is in a crash loop)/,
  // Of another program of the same text, by its name.
  /^[\w(][\w.()/ -]{0,80} (?:(?:crashed|panicked|ended) with|is in a crash loop)/,
  /^The pod \S{1,253} is in a crash loop/,
  /^systemd: \S+ (?:killed|dumped)/,
  /^The kernel killed|^The kernel’s OOM killer ran/,
  /^The container (?:\S+ ){0,6}(?:was killed|crashed)|^Kubernetes (?:evicted|killed)/,
].map(({ source }) => source).join('|'));
/** Facts that say that something failed. */
export const FAILURE = new RegExp([
  /^The error |^It logged the error |^systemd: |^supervisord: |^The kernel’s|^Its WAL was damaged|^Blocks overlap/,
  /^It (?:dropped|discarded|lost|gave up) \d|^By (?:this|the|\d[\d,]*) lines?\b/,
  /^(?:The|It logged the) warning "[^\n]{1,600}\b(?:num_?)?[dD]ropped\w{0,20}=\d/,
  /^Remote write .{0,400}has had no |^Exports (?:of \S{1,200} )?have failed since /,
  /^Kubernetes \(RBAC\) does not let |^Its readiness changes back and forth/,
  /^It connects to \S{1,200} \(\d+ times\), but its writes there time out\b/,
  /^Its storage became read-only|^The node \S{1,200} \(\S{1,60}\) is NotReady/,
  /^\w[\w ]{0,40} rejects its configuration\b/,
  /^The tables? \S.{0,600} suspended: |^Its thread |^A volume of |^No node |^Its image |^The image of |^The container /,
  /^(?!(?:Nothing|Little) )\S{1,253} (?:is (?!Running|Completed)|went from )\S/, SLOW,
].map(({ source }) => source).join('|'));
/** Facts that come before a start of any length that went well. */
export const FAULTS = new RegExp(`${DEATH.source}|${FAILURE.source}`);
/** Facts that come before a short start that went well. */
export const LEADS = new RegExp(`${FAULTS.source}|^The (?:warning|failure) |^(?:Nothing|Little) is wrong\\b`);
