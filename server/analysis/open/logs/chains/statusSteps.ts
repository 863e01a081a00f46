/** Says what to run after the status of a service that ended: where a kill came from, and the lines whole. Pure. */
import type { TimedLine } from '../../look/factTools.ts';

const UNIT = /^systemd: ([\w@.-]{1,60}) /;
const KILLED = /^systemd: \S{1,60} killed, (?:signal|status) (?:9\/)?KILL\b/;
const FAILS = /\b(?:err|error|fail(?:ed|ure)?|fatal|panic)\b/i;

const WHO_KILLS = 'SIGKILL comes from the OOM killer of the kernel, from systemd after a stop that took too long, or '
  + 'from a person: dmesg -T around that time shows an OOM kill.';

const OF_OOM = /^ {1,10}Active: failed \(Result: oom-kill\)/;
const BY_OOM = 'The OOM killer of the kernel ended it, as systemd says (Result: oom-kill): dmesg -T shows whether a '
  + 'limit of its control group or the memory of the host ran out; then give it more, or less to hold.';

/** Returns the next steps; null if the end says it all. `isExplained`: whether the text says what killed it. */
export function statusSteps(
  status: string | null, lines: readonly TimedLine[], isExplained: boolean
): string | null {
  const unit = UNIT.exec(status ?? '')?.[1];
  if (status === null || unit === undefined) return null;
  const isCut = lines.some((one) => one.isCut && FAILS.test(one.line));
  const isOom = lines.some(({ line }) => OF_OOM.test(line));
  const steps = [
    ...KILLED.test(status) && !isExplained ? [isOom ? BY_OOM : WHO_KILLS] : [],
    ...isCut
      ? [`Its errors are cut at the edge of the screen: journalctl -u ${unit} -l --no-pager shows them whole.`] : [],
  ];
  return steps.length === 0 ? null : steps.join(' ');
}
