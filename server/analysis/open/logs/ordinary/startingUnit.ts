/** Reports a service that systemctl status shows while it starts: what runs, and what the start waits for. Pure. */
import { joined, quoted } from '../../look/factTools.ts';

const STARTING = new RegExp(/^ {1,24}Active: activating \(start(?:-pre|-post)?\) since ([^;\n]{1,60})/.source
  + /(?:; ([^\n]{1,40}?) ago)?[ \t]{0,20}$/.source, 'm');
const UNIT = /^[^\w\n]{0,8}([\w@.-]{1,60})\.service(?: - |$)/m;
const CONTROL = /^ {0,24}(?:Cntrl|Control)(?: PID)?: (\d{1,10}) \([^)\n]{1,40}\)/m;
/** A process in the tree below the control group. */
const PROCESS = /^[ \t]{1,60}[\u2500-\u257f|`][\u2500-\u257f |`-]{0,8}(\d{1,10}) (\/?[^\s\n][^\n]{0,400})$/gm;
const SHELL = /^(?:\/\S{1,100}\/)?(?:ba|da|a)?sh(?: -\w{1,6}){0,3} (\/\S{1,200})/;
const SLEEP = /^(?:\/\S{1,100}\/)?sleep \d/;
const JOB_FAILED = /^[^\n]{0,80}?Job for ([\w@.-]{1,60})\.service failed because [^\n]{1,120}?\./m;
const MAX_PROCESSES = 40;
const MAX_TOLD = 3;

/** Scripts that packages start their server with, and what each waits for. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\/influxd-systemd-start\.sh$/, 'It asks the HTTP API of influxd again and again until that answers: see with curl '
    + 'whether /health answers on its http-bind-address, and in the journal which shards it still opens.'],
];

const baseOf = (command: string): string => command.split(/\s/, 1)[0]?.split('/').at(-1) ?? command;

/** Returns what runs of a service that starts, what its start command does, and the next step; null for others. */
export function startingUnit(text: string): string | null {
  const [, since, ago] = STARTING.exec(text) ?? [];
  if (since === undefined) return null;
  const unit = UNIT.exec(text)?.[1] ?? 'the service';
  const all = [...text.matchAll(PROCESS)].slice(0, MAX_PROCESSES)
    .map(([, pid = '', command = '']) => ({ pid, command: command.trim() }));
  const pid = CONTROL.exec(text)?.[1];
  const control = all.find((one) => one.pid === pid);
  const isWaiting = all.some(({ command }) => SLEEP.test(command));
  const running = all.filter((one) => one !== control && !SLEEP.test(one.command));
  const script = control === undefined ? undefined
    : SHELL.exec(control.command)?.[1] ?? control.command.split(/\s/, 1)[0];
  const failed = JOB_FAILED.exec(text);
  return joined([
    `systemd is still starting ${unit}, since ${since.trim()}${ago === undefined ? '' : ` (${ago})`}.`,
    running.length === 0 ? null : `${running.slice(0, MAX_TOLD).map((one) => `${baseOf(one.command)} (${one.pid})`)
      .join(', ')} ${running.length === 1 ? 'runs, so it has' : 'run, so they have'} not crashed.`,
    control === undefined || script === undefined ? null
      : `Its start command ${script} (${control.pid}) has not ended${
        isWaiting ? ', and sleeps between its attempts' : ''}.`,
    script === undefined ? null : SCRIPTS.find(([pattern]) => pattern.test(script))?.[1] ?? null,
    failed?.[1] !== unit ? null : `A start before it failed: ${quoted(failed[0].trim())}.`,
    `See journalctl -u ${unit} for how far it is; if it is only slow, raise TimeoutStartSec= (systemctl edit ${unit}).`,
  ]);
}
