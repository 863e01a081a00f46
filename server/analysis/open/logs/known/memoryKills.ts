/**
 * Finds kills for memory in reports: lines of the kernel that they quote, and containers reported as OOMKilled. Pure.
 */
import { fits, mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { oomFacts } from '../oomFacts.ts';
import { isReported, type PlainLine } from '../../look/plainText.ts';

/** Lines of the kernel's report; a sentence about it has neither the process in parentheses nor its sizes. */
const OF_KERNEL = new RegExp([
  /Kill(?:ed)? process (?:\d{1,10},? )?\(|oom-kill:|CONSTRAINT_(?:MEMCG|NONE|MEMORY_POLICY|CPUSET)|invoked oom-killer/,
  /oom_reaper: reaped|anon-rss:|Memory cgroup (?:out of memory|stats)|memory: usage \d|killed as a result of limit of/,
].map(({ source }) => source).join('|'));
const NAMED_KILL = /Kill(?:ed)? process (?:\d{1,10}(?:, UID \d{1,10})?,? )?\(|,task=[^,\n]{1,60},pid=\d/;
/** Lines of systemd and the kubelet on a kill. */
const BY_UNIT = new RegExp(/\b([\w@.-]{1,60})\.service: /.source
  + /(?:A process of this unit has been killed by the OOM killer|[^\n]{0,40}'oom-kill')/.source);
const BY_KUBELET = /System OOM encountered, victim process: ([\w.-]{1,60}), pid: (\d{1,10})/;
const OOM_KILLED = /\bOOM[- ]?[Kk]illed\b/;
/** The container or pod that a sentence names, or the first cell of a row. */
const CONTAINER = /\b(?:[Cc]ontainer|[Pp]od):? {1,2}["']?([a-z0-9][\w.-]{1,60})|^([a-z0-9][a-z0-9.-]{2,200}) {1,4}\d/;
/** Words that may follow "container" in a sentence and are no name. */
const NO_NAME = new RegExp([
  /^(?:was|is|has|had|got|gets|of|in|with|and|that|for|on|to|at|as|by|the|memory|limits?|restart\w{0,3}|which|dies)$/,
  /^(?:died|ran|runs|hit|uses?|used|ended|exceeded|reached|itself|keeps|kept|then|again|status|state|logs?|name)$/,
].map(({ source }) => source).join('|'));
const LIMIT = /\blimit(?:s|ed)?(?: is| of| to)?[ =:]{1,3}(?:memory[ =:]{1,2})?(\d[\d.]{0,8} ?[KMGT]i?B?)\b/i;
const RESTARTS = /\b(\d{1,6})\+? restarts?\b|\b[Rr]estart(?:s|[Cc]ount| [Cc]ount)[:=] {0,3}(\d{1,6})\b/;
const MAX_TOLD = 2;

/** Returns what was killed for its memory, by whom and at which limit; null if the text has no such kill. */
export function memoryKills(lines: readonly PlainLine[]): string | null {
  const texts = lines.map(({ text }) => text);
  const all = texts.join('\n');
  const ofKernel = !mayMatch(OF_KERNEL, all) ? [] : texts.filter((text) => {
    const at = OF_KERNEL.exec(text)?.index;
    return at !== undefined && isReported(text, at);
  });
  const isNamed = ofKernel.some((text) => fits(NAMED_KILL, text));
  const kernel = isNamed ? oomFacts(ofKernel.map((line) => ({ line, stamp: null, isCut: false }))) : null;
  const units = texts.flatMap((text) => (text.includes('.service: ') ? BY_UNIT.exec(text)?.[1] ?? [] : []));
  const [victim] = !mayMatch(BY_KUBELET, all) ? [] : texts.flatMap((text) => {
    const [, name, pid] = BY_KUBELET.exec(text) ?? [];
    return name === undefined ? [] : [`${name} (pid ${pid})`];
  });
  return joined([
    kernel,
    kernel !== null || victim === undefined ? null
      : `The kernel killed ${victim} because the memory of the node ran out.`,
    kernel !== null || units[0] === undefined ? null
      : `The kernel’s OOM killer ran: systemd says that a process of ${units[0]}.service was killed.`,
    mayMatch(OOM_KILLED, all) ? oomKilled(texts) : null,
  ]);
}

/** Returns the containers that the text reports as OOMKilled, with the limit or restarts next to them. */
function oomKilled(texts: readonly string[]): string | null {
  const told = new Map<string, string>();
  for (const text of texts) {
    const at = OOM_KILLED.exec(text)?.index;
    if (at === undefined || !isReported(text, at)) continue;
    const [, named, first] = CONTAINER.exec(text) ?? [];
    const limit = LIMIT.exec(text)?.[1];
    const [, before, after] = RESTARTS.exec(text) ?? [];
    const restarts = before ?? after;
    const name = named ?? first;
    const facts = [
      limit === undefined ? null : `a limit of ${limit}`,
      restarts === undefined ? null : `${restarts} ${restarts === '1' ? 'restart' : 'restarts'}`,
    ].filter((fact) => fact !== null);
    if (name === undefined || NO_NAME.test(name) || facts.length === 0) continue;
    // A pod and its container, each told in another place, are one.
    const same = [...told.keys()].find((other) => other.startsWith(name) || name.startsWith(other));
    const words = `${name} (with ${facts.join(' and ')})`;
    if (same !== undefined && (told.get(same) ?? '').split(' and ').length >= facts.length) continue;
    if (same !== undefined) told.delete(same);
    told.set(name, words);
  }
  const said = [...told.values()].slice(0, MAX_TOLD);
  return said.length === 0 ? null
    : `The text says that ${said.join(' and ')} ${said.length === 1 ? 'was' : 'were'} killed for memory (OOMKilled).`;
}
