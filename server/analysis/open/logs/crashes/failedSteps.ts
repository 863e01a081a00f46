/** Reports why systemd could not run the program of a service: the step that failed, and its reason. Pure. */
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { quoted, type TimedLine } from '../../look/factTools.ts';

const MAX_LINE = 600;
const MAX_TOLD = 3;
const STEP = new RegExp(String.raw`(?:([\w@.-]{1,60})\.service: )?Failed at step ([A-Z_]{2,30}) spawning `
  + String.raw`([^\s:]{1,200})(?:: (\S.{1,100}?))?\s*$`);
/** The line beside it, which says what exactly failed; that a unit failed to start is no reason. */
const REASON = new RegExp(String.raw`(?:([\w@.-]{1,60})\.service: )?((?:Failed to (?!run |kill |enqueue |schedule `
  + String.raw`|start )|Unable to |Changing to |Couldn't )\S.{3,300}?)\s*$`);
/** A step as part of the status, when no line names its reason. */
const STATUS = /([\w@.-]{1,60})\.service: [Mm]ain process exited, code=exited, status=(2\d\d)\/([A-Z_]{2,30})/;
/** `Main PID: 1 (code=exited, status=203/EXEC)` of systemctl status. */
const OF_STATUS = /\(code=exited, status=(2\d\d)\/([A-Z_]{2,30})\)/;
/** The program of a process in systemctl status, and in a unit. */
const EXEC_START = /\bExecStart=[-@:+!]{0,3}(\/[^\s;]{1,200})/;
/** A file in a list of `ls -l`: its mode, owner, group and name. */
const LISTED = /^(-[rwxsStT-]{9})[.+@]? {1,4}\d{1,6} {1,8}(\S{1,40}) {1,8}(\S{1,40}) .{1,60} (\S{1,200})\s*$/;
const NOT_THERE = /No such file or directory/;
const DENIED = /Permission denied|Operation not permitted|not permitted/;
const SANDBOX = 'needs a namespace, which this host or container does not allow (as in an unprivileged container): '
  + 'turn that setting off in an override of the unit, or allow nesting to the container.';

interface Step { unit: string | undefined; step: string; path: string; reason: string | null }

/** The step, what its reason says, and what it means; the first row that fits is reported. */
const MEANINGS: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^USER$/, /user namespac/i, `PrivateUsers= or another sandbox setting of the unit ${SANDBOX}`],
  [/^USER$/, /No such process|user credentials/, 'The user of User= does not exist.'],
  [/^GROUP$/, /No such process|group credentials/, 'The group of Group= does not exist.'],
  [/^EXEC$/, NOT_THERE, 'The file of ExecStart= is not there, or the interpreter or loader that it names is not.'],
  [/^EXEC$/, /Exec format error/, 'The file of ExecStart= is no program for this machine: built for another '
    + 'architecture, damaged, or a script without a first line #!.'],
  [/^EXEC$/, DENIED, 'The user of the unit may not execute the file of ExecStart=: its mode, a folder above it, a '
    + 'mount with noexec, or SELinux.'],
  [/^CHDIR$/, NOT_THERE, 'The folder of WorkingDirectory= is not there.'],
  [/^CHDIR$/, DENIED, 'The user of the unit may not enter the folder of WorkingDirectory=.'],
  [/^NAMESPACE$/, NOT_THERE, 'A path that a setting of the unit names (ReadWritePaths= and others) is not there.'],
  [/^NAMESPACE$/, DENIED, `A sandbox setting of the unit (PrivateTmp=, ProtectSystem= and others) ${SANDBOX}`],
  [/^NETWORK$/, DENIED, `PrivateNetwork= of the unit ${SANDBOX}`],
  [/^(?:STDIN|STDOUT|STDERR)$/, /./, 'The file of StandardOutput=, StandardError= or StandardInput= cannot be opened.'],
  [/^(?:RUNTIME|STATE|CACHE|LOGS|CONFIGURATION)_DIRECTORY$/, /./, 'A folder that systemd makes for the unit '
    + '(StateDirectory= and others) cannot be made.'],
  [/^LIMITS$/, /./, 'A limit of the unit (LimitNOFILE= and others) is higher than is allowed here.'],
  [/^CREDENTIALS$/, /./, 'A credential of the unit (LoadCredential= and others) cannot be set up.'],
];
/** The meanings of statuses alone, without a reason. */
const STATUS_MEANINGS: Readonly<Record<string, string>> = {
  USER: 'the user of User= does not exist, or a user namespace is not allowed',
  GROUP: 'the group of Group= does not exist',
  EXEC: 'the file of ExecStart= is not there or may not be executed, or it is built for another architecture',
  CHDIR: 'WorkingDirectory= cannot be entered',
  NAMESPACE: 'a sandbox setting or a path that the unit names does not work here',
};

/** Returns the steps that failed before the program ran, at most three; null without any. */
export function failedSteps(lines: readonly TimedLine[], text: string): string | null {
  if (![STEP, STATUS, OF_STATUS].some((one) => mayMatch(one, text))) return null;
  const bounded = lines.map(({ line }) => line.slice(0, MAX_LINE));
  const steps = new Map<string, Step>();
  bounded.forEach((line, at) => {
    const [, unit, step, path = '', error] = STEP.exec(line) ?? [];
    if (step === undefined) return;
    const reason = reasonOf(bounded[at - 1], unit) ?? reasonOf(bounded[at + 1], unit) ?? error ?? null;
    const key = `${unit ?? ''} ${step}`;
    const known = steps.get(key);
    if (known === undefined || known.reason === null) steps.set(key, { unit, step, path: known?.path ?? path, reason });
  });
  const told = [...steps.values()].slice(0, MAX_TOLD).map((step) => stepText(step) + modeOf(step, bounded));
  return told.length > 0 ? told.join(' ') : statusText(bounded);
}

/** Returns the reason in a line beside, if it is of the same unit. */
function reasonOf(line: string | undefined, unit: string | undefined): string | null {
  const [, of, reason] = REASON.exec(line ?? '') ?? [];
  return reason === undefined || of !== unit ? null : reason;
}

/** Returns the mode of the file that may not be executed, if a list in the text has it. */
function modeOf({ step, path, reason }: Step, lines: readonly string[]): string {
  if (step !== 'EXEC' || !DENIED.test(reason ?? '')) return '';
  const file = path.slice(path.lastIndexOf('/') + 1);
  const [, mode = '', owner, group] = lines.map((line) => LISTED.exec(line)).find((found) => found?.[4] === file) ?? [];
  if (mode === '' || mode.endsWith('x')) return '';
  return ` Its mode in the text is ${mode} (${owner}:${group}): not everyone may execute it, so run chmod 755 on it if `
    + 'User= is another one.';
}

function stepText({ unit, step, path, reason }: Step): string {
  const meaning = MEANINGS.find(([ofStep, says]) => ofStep.test(step) && says.test(reason ?? ''))?.[2];
  return `systemd: the program of ${unit ?? path} did not run, because step ${step} failed${
    reason === null ? '' : ` with ${quoted(reason)}`}.${meaning === undefined ? '' : ` ${meaning}`}`;
}

/** Statuses from 200 on are those of systemd itself, whose reason is in the journal. */
function statusText(lines: readonly string[]): string | null {
  for (const line of lines) {
    const step = STATUS.exec(line)?.[3] ?? OF_STATUS.exec(line)?.[2];
    const meaning = step === undefined ? undefined : STATUS_MEANINGS[step];
    if (step === undefined || meaning === undefined) continue;
    const path = step === 'EXEC' ? lines.flatMap((one) => EXEC_START.exec(one)?.[1] ?? [])[0] : undefined;
    return `Status ${STATUS.exec(line)?.[2] ?? OF_STATUS.exec(line)?.[1]}/${step} is one of systemd: the program did `
      + `not run, because ${meaning}${path === undefined ? '' : `: see ls -l ${path} and file ${path}`}; the journal `
      + `has the reason ("Failed at step ${step}").`;
  }
  return null;
}
