/** Reads the conditions that `kubectl describe` prints, as a table or as a list of fields. Pure; bounded. */

export interface Condition { type: string; status: string; reason: string; message: string }

const MAX_LINES = 400;
const MAX_LINE = 3000;
const MAX_CONDITIONS = 30;
const HEAD = /^( {0,8})Conditions:[ \t]*$/;
const COLUMNS = /^\s{1,12}Type\s{1,40}Status\b/;
const RULE = /^\s{1,12}-{3,}(?:\s|$)/;
const FIELD = /^\s{2,16}(Last Heartbeat Time|Last Transition Time|Message|Reason|Status|Type):(?:\s{1,40}(\S.*))?$/;

/** The operator of Prometheus also writes `Degraded`. */
const STATUS = /^(?:True|False|Unknown|Degraded)$/;

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** Returns the lines below the heading that are indented more, up to the next heading. */
function bodyOf(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => HEAD.test(line));
  if (at < 0) return [];
  const own = indentOf(lines[at] ?? '');
  const rest = lines.slice(at + 1, at + MAX_LINES);
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= own && !/^\t/.test(line));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Returns the conditions of one described object, in their order; none without any. */
export function conditionsOf(text: string): Condition[] {
  const body = bodyOf(text.split('\n').map((line) => line.slice(0, MAX_LINE).trimEnd()));
  const header = body.findIndex((line) => COLUMNS.test(line));
  return (header < 0 ? ofFields(body) : ofTable(body[header] ?? '', body.slice(header + 1))).slice(0, MAX_CONDITIONS);
}

/** Reads rows by the number of their cells; where cells are empty, by the places of the titles. */
function ofTable(header: string, rows: readonly string[]): Condition[] {
  const titles = [...header.matchAll(/\S+/g)].map(({ 0: title, index }) => ({ title, index }));
  return rows.filter((line) => line.trim() !== '' && !RULE.test(line)).flatMap((line) => {
    const cells = line.trim().split(/\s{2,}|\t+/);
    const last = titles.length - 1;
    const byCount = cells.length < titles.length ? null
      : [...cells.slice(0, last), cells.slice(last).join(' ')];
    const byPlace = titles.map(({ index }, i) => line.slice(index, titles[i + 1]?.index).trim());
    const own = byCount ?? byPlace;
    const cell = (title: string): string => own[titles.findIndex((one) => one.title === title)] ?? '';
    const [type, status] = [cell('Type'), cell('Status')];
    return !/^[A-Z]\w{2,60}$/.test(type) || !STATUS.test(status) ? []
      : [{ type, status, reason: cell('Reason'), message: cell('Message') }];
  });
}

/** Reads fields, which objects of other API groups have; a field that occurs again begins the next condition. */
function ofFields(lines: readonly string[]): Condition[] {
  const all: Map<string, string>[] = [];
  let current = new Map<string, string>();
  let key = '';
  for (const line of lines) {
    const [, field, value = ''] = FIELD.exec(line) ?? [];
    if (field === undefined) {
      // A long message goes on in the next lines.
      if (key === 'Message' && line.trim() !== '' && !/^\s*[A-Z][\w ]{2,30}:(?:\s|$)/.test(line))
        current.set(key, `${current.get(key) ?? ''} ${line.trim()}`.trim());
      continue;
    }
    if (current.has(field)) {
      all.push(current);
      current = new Map<string, string>();
    }
    current.set(field, value);
    key = field;
  }
  return [...all, current].flatMap((one) => {
    const [type = '', status = ''] = [one.get('Type'), one.get('Status')];
    return type === '' || !STATUS.test(status) ? []
      : [{ type, status, reason: one.get('Reason') ?? '', message: one.get('Message') ?? '' }];
  });
}

/** Conditions that are a problem when they are true. */
const BAD_IF_TRUE = new RegExp(
  /Pressure$|Unavailable$|Failure$|Failed$|Deadlock$|Degraded$|Stalled$|Problem$|^Frequent|^Readonly|^OutOfDisk$/.source
    + /|^Corrupt|Error$|ResizePending$/.source
);
/** Conditions that only state what is, whichever status they have. */
const NEUTRAL =
  /^(?:ScalingLimited|Suspended|Paused|Resizing|Disruption(?:Allowed|Target)|PodReadyToStartContainers)$/;

/** Reasons for which a condition is not true on purpose. */
const SETTLED = /^(?:PodCompleted|DeploymentPaused|ScalingDisabled)$/;

/** Returns whether a condition shows a problem. An unknown status is one where a true one is expected. */
export const isBad = ({ type, status, reason }: Condition): boolean => !NEUTRAL.test(type) && !SETTLED.test(reason)
  && (BAD_IF_TRUE.test(type) ? status === 'True' : status !== 'True');
