/** Says by what a log states of its host and its limits why a mapping was refused. Pure; bounded. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { firstIn, mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import type { Look } from '../../look/look.ts';
import { sentencesOf } from '../../look/sentences.ts';

const REFUSED = /\bmmap\b[^\n]{0,120}cannot allocate memory/;
const SIZES = /\bmmap, size (\d{1,15}): cannot allocate memory/g;
/** The machine that the kernel reports, as Prometheus logs it at its start. */
const MACHINE = new RegExp(/\bhost_details"?[=:] ?["\\]{0,3}\(Linux [^\n"]{0,200}?/.source
  + /\b(armv[5-7]\w{0,3}|i[3-6]86|mips(?:el|le)?)\b/.source);
/** The machine in the output of uname -a. */
const UNAME = /^\s{0,8}Linux \S{1,80} \d[^\n]{0,200} (armv[5-7]\w{0,3}|i[3-6]86)\b/m;
/** The platform of the build, which versions since 2.45 log. */
const PLATFORM = /\bplatform=linux\/(\w{2,12})(?:\/v?\d)?\b/;
const NARROW_BUILD = /^(?:arm(?:v[5-7])?|386|mips(?:le)?)$/;
const WIDE_BUILD = /^(?:amd64|arm64|ppc64(?:le)?|s390x|riscv64|mips64(?:le)?)$/;
const UNLIMITED = /\bvm_limits"?[=:] ?["\\]{0,3}\(soft=unlimited\b/;

/** What any program may mean by the refusal. */
const GENERAL = new RegExp(/The kernel refused memory or a mapping: look at free memory and at /.source
  + /vm\.max_map_count; on a 32-bit host \(uname -m\) the address space may be full, which /.source
  + /needs a 64-bit system\./.source);
const BLOCKS = 'Prometheus maps all of its blocks into memory';

/** The beginning of the general advice for a refused mapping of blocks. */
const UNDECIDED = 'Mapping a file takes address space, not free memory';
const DECIDED = `${UNDECIDED}, and the `;
/** The sentences behind the first one. */
const FURTHER = /^(?:Its limit of virtual memory is unlimited|Run it on a 64-bit system) /;

/** Returns what the log says of the address space; null without a refused mapping or if it says nothing of that. */
function addressSpace({ bare, text }: Pick<Look, 'bare' | 'text'>): string | null {
  if (!mayMatch(REFUSED, bare) || !REFUSED.test(bare)) return null;
  const logged = firstIn(MACHINE, bare)?.[1];
  const machine = logged ?? firstIn(UNAME, text)?.[1];
  const platform = firstIn(PLATFORM, bare)?.[1] ?? '';
  const isUnlimited = UNLIMITED.test(bare);
  const limits = isUnlimited ? ' Its limit of virtual memory is unlimited (vm_limits), so ulimit -v is not the cause.'
    : '';
  const shown = machine !== undefined ? `shows a 32-bit system (${
    logged === undefined ? 'uname' : 'host_details'}: ${machine})`
    : NARROW_BUILD.test(platform) ? `shows a 32-bit build (platform=linux/${platform})` : null;
  if (shown !== null) {
    const least = Math.min(...[...bare.matchAll(SIZES)].map(([, size]) => Number(size)));
    const size = Number.isFinite(least) ? `, and even a file of ${formatBytes(least)} found no room` : '';
    return `${UNDECIDED}, and the log ${shown}: such a process has at most 4 GiB of it, ${BLOCKS}${size}.${
      limits} Run it on a 64-bit system with a 64-bit build; until then keep less data (a shorter retention).`;
  }
  return !WIDE_BUILD.test(platform) ? null
    : `${UNDECIDED}, and the build is one for 64 bits (platform=linux/${platform}): compare vm.max_map_count with the `
      + `number of lines in /proc/PID/maps${isUnlimited ? '' : ', and see ulimit -v'}.${limits}`;
}

/** Returns facts with what the log says of the address space in place of advice that has to ask for it. */
export function withAddressSpace(facts: string | null, look: Look): string | null {
  const fact = facts === null ? null : addressSpace(look);
  if (facts === null || fact === null) return facts;
  return GENERAL.test(facts) ? facts.replace(GENERAL, () => fact) : `${facts} ${fact}`;
}

/** The question of InfluxDB, of which a machine in the text decides the first part. */
const OF_INFLUX = new RegExp(/on a 32-bit host \(uname -m says armv7l or i686\) the address space is full, which needs /
  .source + /a 64-bit system or less data; else look at vm\.max_map_count, ulimit -v and free memory\./.source);

/** Returns facts of InfluxDB with the machine of its host in place of that question. */
export function withMachine(facts: string | null, { text }: Look): string | null {
  const machine = facts !== null && OF_INFLUX.test(facts) ? firstIn(UNAME, text)?.[1] : undefined;
  return machine === undefined ? facts : facts?.replace(OF_INFLUX, () => `the host is one of 32 bits (uname: ${
    machine}), so its address space is full, which needs a 64-bit system or less data.`) ?? null;
}

/** Returns the part of facts that `addressSpace` wrote; null without one. */
export function decidedSpace(facts: string | null): string | null {
  const all = sentencesOf(facts ?? '');
  const from = all.findIndex((one) => one.startsWith(DECIDED));
  if (from < 0) return null;
  const further = all.slice(from + 1);
  const end = further.findIndex((one) => !FURTHER.test(one));
  return [all[from], ...end < 0 ? further : further.slice(0, end)].join(' ');
}

/** Whether a statement asks for what such a part decides. */
export const asksForSpace = (statement: string): boolean => statement.startsWith(UNDECIDED)
  && statement.includes('uname -m');
