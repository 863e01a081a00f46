/** Puts a sender of remote write and its receiver together by the words with which that refuses samples. Pure. */
import { quoted } from '../../look/factTools.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { isBegin, type CaseLog } from './caseLog.ts';
import { wholeText } from './troubles.ts';

const ANSWER = /\b(?:server|remote write) returned HTTP status(?: code)? ([45]\d\d)\b[^:\n]{0,60}: ([^\n]{6,300})/i;
const UNREACHED = /connection refused|no such host|i\/o timeout|no route to host|connection reset/;
const SENDS = /send(?:ing)? batch|non-recoverable error|remote/i;
const MIN_LINES = 2;
const MOST = 0.8;
const AROUND_MS = 2 * 60_000;

/** What the two logs say, for the report on each. */
interface AnsweredWrites { ofSender: string; ofReceiver: string }

/** Returns that the receiver refuses what the sender is answered; null unless words and times are the same. */
export function answeredWrites(sender: CaseLog, receiver: CaseLog): AnsweredWrites | null {
  const sent = sender.lines.filter(({ message }) => SENDS.test(message));
  const answers = sent.flatMap((line) => {
    const [, status = '', words = ''] = ANSWER.exec(wholeText(line)) ?? [];
    return words === '' ? [] : [{ line, status, words: words.trim() }];
  });
  const [first, last] = [answers[0], answers.at(-1)];
  if (first === undefined || last === undefined || answers.length < MIN_LINES) return null;
  const same = receiver.lines.filter(({ fields }) => {
    const error = fields['err'] ?? fields['error'] ?? '';
    return error.length >= 6 && last.words.startsWith(error);
  });
  const [begin, end] = [same[0], same.at(-1)];
  const around = same.filter(({ timeMs }) =>
    timeMs >= first.line.timeMs - AROUND_MS && timeMs <= last.line.timeMs + AROUND_MS);
  if (begin === undefined || end === undefined || same.length < MIN_LINES || around.length < MOST * same.length)
    return null;
  const words = quoted(begin.fields['err'] ?? begin.fields['error'] ?? '');
  const started = receiver.lines.find(isBegin);
  return {
    ofSender: `${receiver.name} is probably of the receiver of ${sender.name}: it refuses with ${words} what ${
      sender.name} is answered with HTTP ${last.status} (${same.length} and ${answers.length} lines, there from ${
      dated(begin)} on), so it runs and can be reached.${outageBefore(sent, first.line, started)}`,
    ofReceiver: `What is refused here is probably sent by ${sender.name}, which says why it is sent.`,
  };
}

const dated = ({ timeMs }: LogLine): string => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

/** Says that the receiver was not reached before it answered; '' where it was. */
function outageBefore(sent: readonly LogLine[], answer: LogLine, started: LogLine | undefined): string {
  const down = sent.filter((line) => line.timeMs < answer.timeMs && UNREACHED.test(wholeText(line)));
  const [first, last] = [down[0], down.at(-1)];
  if (first === undefined || last === undefined) return '';
  const count = down.length === 1 ? 'a failure' : `${down.length} failures`;
  return ` Before that, ${count} from ${dated(first)} to ${dated(last)} came of an outage that is over${
    started === undefined ? '' : `: the receiver started at ${dated(started)}`}.`;
}
