/** Reports crashes of PostgreSQL: which process ended, by which signal, what it ran, and why if it is known. Pure. */
import { joined, quoted } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { diskFullFacts } from '../crashes/otherCrashes.ts';
import { meaningBeside } from '../said/meanings.ts';

/** A process and how it ended; text before the process name is the prefix of the line. */
const BACKEND = new RegExp(
  /(?:: {1,2}|^)([^:\n]{2,80}?) \(PID (\d{1,9})\) (was terminated by|exited with) ([^\n]{1,60})/.source, 'gm'
);
const RAN = /Failed process was running: ([^\n]{1,300})/;
/** An error at which a process ends itself with signal 6. */
const PANIC = /\bPANIC: {1,2}(\S[^\n]{1,400})/g;

/** The kernel's line on a fault: the pid, the address, the kind of access, and the binary or library. */
const FAULT = new RegExp(String.raw`\[(\d{1,10})\]: segfault at ([0-9a-f]{1,16}) ip [0-9a-f]{1,16} sp [0-9a-f]{1,16} `
  + String.raw`error ([0-9a-f]{1,3})(?: in ([^\s[]{1,100})\[)?`, 'g');
const MAX_FAULTS = 200;
/** Addresses below it are those of fields of an object that is not there. */
const NULL_BYTES = 4096;
/** The bit of an access that writes, in the number of the error. */
const IS_WRITE = 2;
const VERSIONED = /^(\w{3,40}?)(?:-tsl)?-(\d{1,3}(?:\.\d{1,4}){1,3}\S{0,20}?)\.so/;
/** Libraries that any code calls. */
const SHARED = /^(?:libc|libm|libpthread|libstdc\+\+|ld)\b/;
const EXTENSIONS: Readonly<Record<string, string>> = {
  timescaledb: 'TimescaleDB', postgis: 'PostGIS', citus: 'Citus', vector: 'pgvector',
};

interface Death { who: string; pid: string; how: string; what: string; at: number }

/** Describes a crash: a process that a signal ends takes all others with it. Null without one. */
export function postgresCrash(look: Look): string | null {
  const crash = deathsIn(look).find(({ how }) => how === 'was terminated by');
  if (crash === undefined) return null;
  const ran = RAN.exec(look.bare)?.[1];
  const panic = panicOf(look.bare, crash);
  const isKilled = /^signal 9\b/.test(crash.what);
  const said = joined([
    `It crashed${panic === null ? '' : ` with ${quoted(`PANIC: ${panic}`)}`}: ${
      /^[aeiou]/.test(crash.who) ? 'an' : 'a'} ${crash.who} ${crash.how} ${crash.what}${
      isKilled ? ', as by the OOM killer of the kernel' : ''}${
      ran === undefined ? '' : `, while it ran ${quoted(ran)}`}.`,
    panic === null ? null : meaningBeside(panic), faultOf(look.text, crash),
    /all server processes terminated; reinitializing/.test(look.bare)
      ? 'All its processes were ended and started again, with a recovery of its WAL.'
      : /terminating any other active server processes/.test(look.bare) ? 'It ended all its other processes.' : null,
  ]);
  return joined([said, diskFullFacts(look, said)]);
}

/** Returns how the first process exited, which leaves the others; null without one. */
export function postgresExit(look: Look): string | null {
  const [exit] = deathsIn(look);
  return exit === undefined ? null : `Its ${exit.who} ${exit.how} ${exit.what}.`;
}

const deathsIn = ({ bare }: Look): Death[] => [...bare.matchAll(BACKEND)]
  .map(({ 1: who = '', 2: pid = '', 3: how = '', 4: what = '', index }): Death =>
    ({ who: who.replace(/^(?:an?|the) /, ''), pid, how, what: what.trim(), at: index }));

/** Returns the error by which the process that signal 6 ended had ended itself; null for other signals. */
const panicOf = (bare: string, { what, at }: Death): string | null => (!/^signal 6\b/.test(what) ? null
  : [...bare.slice(0, at).matchAll(PANIC)].at(-1)?.[1]?.trim() ?? null);

/** Returns in which code the fault of a process is, by the line of the kernel; what shows it if there is none. */
function faultOf(text: string, { what, pid }: Death): string | null {
  if (!/^signal (?:4|7|8|11)\b/.test(what)) return null;
  const found = [...text.matchAll(FAULT)].slice(0, MAX_FAULTS).find((fault) => fault[1] === pid);
  const [, , address = '', error = '', binary = ''] = found ?? [];
  if (found === undefined || binary === '') return null;
  const [, extension = '', version] = VERSIONED.exec(binary) ?? [];
  const name = version === undefined ? null : `${EXTENSIONS[extension] ?? extension} ${version}`;
  const access = (Number.parseInt(error, 16) & IS_WRITE) === 0 ? 'read' : 'write';
  const isNull = Number.parseInt(address, 16) < NULL_BYTES;
  const next = SHARED.test(binary) ? 'the stack of a core dump shows which code called it.'
    : `look for a newer version of ${name === null ? 'it' : EXTENSIONS[extension] ?? extension}, and report it with `
      + 'the statement and the stack of a core dump.';
  return `The kernel logged that fault in ${binary}${name === null ? '' : ` (${name})`}, on a ${access} at address 0x${
    address}${isNull ? ', as through a null pointer' : ''}: ${next}`;
}
