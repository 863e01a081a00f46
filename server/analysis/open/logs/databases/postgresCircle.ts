/** Names the processes of a deadlock of PostgreSQL in the order in which they wait for each other. Pure; bounded. */

const DETECTED = 'deadlock detected';
const WAITS = /\bProcess (\d{1,10}) waits for \w{1,40} on [^;\n]{1,200}; blocked by process (\d{1,10})\./g;
const RUNS = /\bProcess (\d{1,10}): (\S[^\n]{0,400})/g;
/** Characters behind the error that have its details. */
const MAX_CHARS = 16 * 1024;
const MAX_STATEMENT = 80;

const short = (statement: string): string => {
  const one = statement.replaceAll(/\s{1,40}/g, ' ').replaceAll('"', '\'').trim();
  return one.length <= MAX_STATEMENT ? one : `${one.slice(0, MAX_STATEMENT)}…`;
};

const STEP = ' PostgreSQL rolled one of them back: retry it, and let all of them lock rows in the same order.';
/** The end of the step as a known message has it. */
const ORDER = 'in the same order';

/** Returns the members of the first deadlock with what they ran; null without all of them. `said`: other facts. */
export function postgresCircle(text: string, said: string | null): string | null {
  const at = text.indexOf(DETECTED);
  if (at < 0) return null;
  const details = text.slice(at, at + MAX_CHARS);
  const blockers = new Map<string, string>();
  for (const [, process = '', by = ''] of details.matchAll(WAITS)) {
    if (blockers.has(process)) break;
    blockers.set(process, by);
  }
  const statements = new Map<string, string>();
  for (const [, process = '', statement = ''] of details.matchAll(RUNS)) {
    if (!statements.has(process)) statements.set(process, statement);
  }
  const [first] = blockers.keys();
  const circle: string[] = [];
  let next = first;
  while (next !== undefined && !circle.includes(next)) {
    circle.push(next);
    next = blockers.get(next);
  }
  if (next === undefined || next !== first || circle.length < 2) return null;
  const members = circle.map((process, i) => {
    const statement = statements.get(process);
    return `process ${process}${statement === undefined ? '' : ` ("${short(statement)}")`}${
      i === 0 ? ' waits' : ''} for process ${circle[i + 1] ?? circle[0] ?? ''}`;
  });
  return `In ${text.indexOf(DETECTED, at + DETECTED.length) < 0 ? 'that' : 'the first'} deadlock, ${
    members.slice(0, -1).join(', ')} and ${members.at(-1) ?? ''}.${said?.includes(ORDER) === true ? '' : STEP}`;
}
