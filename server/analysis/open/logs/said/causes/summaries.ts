/** Recognizes errors that only say that something failed or ended; another line has the reason. Pure. */

/** Whole texts that name no reason; a name of what failed may stand in them. */
const SUMMARIES = new RegExp([
  /(?:rpc error: code = Canceled desc = )?context cancell?ed/, /operation was cancell?ed/,
  /(?:[^:]{1,100}: )?(?:error |failed with |exited with |terminated with )?(?:exit (?:status|code)|status) \d{1,3}/,
  /[^:]{1,120}\b(?:exited with code|exited with status|failed with exit (?:status|code)|with exit code) \d{1,3}/,
  /[^:]{1,120}\breturned (?:a )?non-zero (?:exit status|code):? \d{1,3}/,
  /(?:(?:[\w@.-]{1,60}\.service|systemd(?:\[\d{1,7}\])?): )?Failed to start [^:]{1,200}/, /Probe failed/,
  new RegExp(/(?:the )?(?:server|service|process|application|program|agent|daemon|node) (?:is )?/.source
    + /(?:shutting down|stopping|stopped|exiting|exited|halting|halted|terminated)/.source),
  /(?:shutting down|shutdown complete|exiting|halting|stopping|terminating|aborting)(?: [\w -]{1,40})?/,
  /make(?:\[\d{1,3}\])?: \*{3} \[[^\]]{1,200}\] Error \d{1,3}/,
].map(({ source }) => `(?:${source})`).join('|'));
const WHOLE = new RegExp(`^(?:${SUMMARIES.source})[\\s.!…]{0,4}$`, 'i');
const MAX_SUMMARY = 400;
const CANCELED = /(?:^|: )(?:rpc error: code = Canceled desc = )?context cancell?ed$/;

/** Whether a text only says that something failed or ended. */
export const isSummary = (text: string): boolean => text.length <= MAX_SUMMARY && WHOLE.test(text.trim());

/** Whether an error and its causes name no reason: each is a summary, or all that is given is that it was canceled. */
export function namesNoReason(message: string, causes: readonly string[]): boolean {
  if (causes.length > 0) return causes.every((cause) => CANCELED.test(cause) || isSummary(cause));
  return isSummary(message) || CANCELED.test(message);
}
