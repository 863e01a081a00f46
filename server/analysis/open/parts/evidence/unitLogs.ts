/** Says where a service logged why it ended, if the text has only lines of systemd on it. Pure; bounded. */

/** Statuses from 200 on are those of systemd itself. */
const EXITED = /\bsystemd: ([\w@.-]{1,60}) exited, status (?!0\b|2[0-4]\d\/)\d{1,3}\b/;
/** Facts that tell what the program logged. */
const LOGGED = /\b(?:error|warning|panic|crashed with|message|failure|says) "|Its errors are cut|Its warnings say/;
/** The program before a line of a journal. */
const TAG = new RegExp([
  /^[ \t>]{0,12}(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{8,25}|[\d:]{2,8}) \S{1,253}/,
  /([\w@./-]{1,60})(?:\[\d{1,10}\])?: /,
].map(({ source }) => source).join(' '), 'gm');
const OF_SYSTEM = /^(?:systemd|kernel|sudo|su|polkitd|audit|CRON|dbus-daemon|sshd)\b/;
/** Lines of a log that stands in the text without a journal around it. */
const OF_LOG = /(?:^|[\s{,])"?(?:level|lvl)"?[=:] ?"?\w/;
const TOO_QUICK = /[Ss]tart request repeated too quickly|start-limit-hit|Result: start-limit/;
const MAX_CHARS = 64 * 1024;

/** Returns how to see what the service logged, and to start it again; null if the text has lines of others. */
export function unitLogs(facts: string, text: string): string | null {
  const unit = LOGGED.test(facts) ? undefined : EXITED.exec(facts)?.[1];
  const head = text.slice(0, MAX_CHARS);
  if (unit === undefined || OF_LOG.test(head)) return null;
  if ([...head.matchAll(TAG)].some(([, name = '']) => !OF_SYSTEM.test(name))) return null;
  return `The lines of systemd do not say why: see what it logged with journalctl -u ${unit} -b --no-pager, or run the `
    + `command of ExecStart= by hand as its user${!TOO_QUICK.test(head) ? '.'
      : `; when that is fixed, systemctl reset-failed ${unit} lets it start again.`}`;
}
