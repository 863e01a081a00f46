/** Reports requests to M3DB that too few replicas served, with the error of each host, in answers and reports. Pure. */
import { joined, quoted } from '../../look/factTools.ts';
import { meaningBeside } from '../said/meanings.ts';

export const M3_FAILED = new RegExp(/failed to meet consistency level (\w{2,40}) with (\d{1,4})\/(\d{1,4})/.source
  + / success, (\d{1,4}) nodes? responded, errors: \[/.source);
/** The beginning of each error: the request, and the host, which newer versions describe as JSON. */
const OF_HOST = new RegExp(/\berror ((?:writing|reading|fetching)(?: \w{1,20}){0,2} (?:to|from)) host /.source
  + /(\{[^{}\n]{1,300}\}|[\w.:-]{1,253}): /.source, 'g');
const NAME = /\bname\\{0,4}" ?: ?\\{0,4}"([\w.:-]{1,253})/;
/** The end of the list of errors, and what closes the text around it. */
const LIST_END = /\](?=[)}\]"'`\\\s,.]|$)/;
const MAX_ERRORS = 8000;
const MAX_HOSTS = 20;
const MAX_REASONS = 2;

/** Meanings of errors that other programs have with other meanings. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^connection pool has no connections/, 'The client has no connection to these nodes: see whether they run and are '
    + 'bootstrapped, whether their names in the placement resolve where the client runs, and whether it reaches their '
    + 'port (9000).'],
  [/not responsible for shard/, 'These nodes do not hold that shard: compare the placement with what the client knows '
    + 'of it.'],
  [/ErrCodeTimeout|\btime(?:d )?out\b/, 'These nodes did not answer in time: look at their load, their disks and the '
    + 'network.'],
];

interface Failure { of: string; hosts: string[] }

/** Returns the hosts by their errors, in the order of the text. */
function failuresIn(list: string): { isWrite: boolean; reasons: Failure[] } {
  const marks = [...list.matchAll(OF_HOST)].slice(0, MAX_HOSTS);
  const reasons = new Map<string, string[]>();
  marks.forEach(({ 0: mark, 2: host = '', index }, i) => {
    const reason = list.slice(index + mark.length, marks[i + 1]?.index).trim();
    reasons.set(reason, [...reasons.get(reason) ?? [], NAME.exec(host)?.[1] ?? host]);
  });
  return {
    isWrite: marks[0]?.[1]?.startsWith('writing') === true,
    reasons: [...reasons].map(([of, hosts]) => ({ of, hosts })),
  };
}

/** Returns how many replicas a level needs; null for levels that depend on what is there. */
const neededFor = (level: string, all: number): number | null =>
  (level === 'majority' ? Math.floor(all / 2) + 1 : level === 'all' ? all : level === 'one' ? 1 : null);

const listed = (names: readonly string[]): string =>
  (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`);

/** Returns what failed on which hosts, what that means and the next step; null without such an error. */
export function m3Facts(text: string): string | null {
  const found = M3_FAILED.exec(text);
  const [whole, level, success, total, responded] = found ?? [];
  if (found === null || level === undefined || whole === undefined) return null;
  const behind = text.slice(found.index + whole.length, found.index + whole.length + MAX_ERRORS);
  const end = LIST_END.exec(behind)?.index;
  const { isWrite, reasons } = failuresIn(behind.slice(0, end));
  const [done, all] = [Number(success), Number(total)];
  const needed = neededFor(level, all);
  const [first, other] = reasons;
  const meaning = first === undefined ? null
    : REASONS.find(([pattern]) => pattern.test(first.of))?.[1] ?? meaningBeside(first.of);
  return joined([
    `${done} of ${all} replicas of M3DB ${isWrite ? 'took the write' : 'answered without an error'}, and the `
      + `consistency level ${level} ${needed === null ? 'was not met' : `needs ${needed}`}.`,
    ...reasons.slice(0, MAX_REASONS).map(({ of, hosts }) => `The error of ${listed(hosts)} is ${quoted(of)}.`),
    Number(responded) > done && first !== undefined ? `"${responded} nodes responded" counts these errors, too.` : null,
    meaning, done === 0 && other === undefined && first !== undefined
      ? 'A lower level changes nothing, as no replica did it.' : null,
  ]);
}
