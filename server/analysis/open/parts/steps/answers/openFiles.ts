/** Says which limit of open files is in force by the start line of Prometheus, whatever other files set. Pure. */
import type { Answer } from './answer.ts';

const IN_FORCE = /\bfd_limits="?\(soft=(\d{1,10}), hard=(\d{1,10}|unlimited)\)/g;
/** A limit for logins, and the answer of a shell. */
const OF_LOGIN = new RegExp([
  /^\S{1,60}[ \t]{1,20}(?:soft|hard|-)[ \t]{1,20}nofile[ \t]{1,20}(\d{3,10})/, /\bulimit -n['"]?\s{1,4}(\d{3,10})\s*$/,
].map(({ source }) => source).join('|'), 'gm');
const OF_UNIT = new RegExp([
  /^\[Service\]|\bsystemd\b|\bsystemctl\b/, /^[A-Z][a-z]{2} [ \d]\d [\d:]{8} \S{1,80} \w{3,30}\[\d{1,8}\]: /,
].map(({ source }) => source).join('|'), 'm');
const HAS_UNIT_LIMIT = /^LimitNOFILE=/m;
const NEXT_SEGMENT = /\bopen \/\S{1,300}\/wal\/\d{6,8}: too many open files/;
/** With a higher limit, ask first for what stays open. */
const LOW = 8192;
const count = (value: number): string => value.toLocaleString('en-US');

function answer(text: string): string | null {
  const limits = new Set([...text.matchAll(IN_FORCE)].map(([, soft, hard = '']) => `${soft} ${hard}`));
  const [only] = limits;
  const [soft = '', hard = ''] = only?.split(' ') ?? [];
  if (only === undefined || limits.size > 1 || Number(soft) > LOW) return null;
  const other = Math.max(0, ...[...text.matchAll(OF_LOGIN)].map(([, login, shell]) => Number(login ?? shell)));
  const isUnit = OF_UNIT.test(text);
  return [
    `: the process may open ${count(Number(soft))} files (fd_limits in its start line; hard limit ${
      hard === 'unlimited' ? hard : count(Number(hard))}).`,
    other > Number(soft) ? `The ${count(other)} ${isUnit ? 'of limits.conf or of a login shell do not apply to a '
      + 'service of systemd' : 'elsewhere in the text are not in force for it'}.` : null,
    isUnit && !HAS_UNIT_LIMIT.test(text)
      ? 'Set LimitNOFILE=65536 in its unit, then run systemctl daemon-reload and restart it.'
      : 'Raise the limit of that process (LimitNOFILE of a unit, ulimits of a container), and restart it.',
    NEXT_SEGMENT.test(text) && text.includes('file already closed') ? 'That "file already closed" follows from it: the '
      + 'next segment of the WAL could not be opened, and nothing is stored until the restart.' : null,
  ].filter((one) => one !== null).join(' ');
}

export const FILE_ANSWERS: readonly Answer[] = [
  [/: see whether ever more stay open, and raise it \(LimitNOFILE, ulimit -n\)\./, answer],
];
