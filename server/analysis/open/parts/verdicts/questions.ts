/** Answers the question that stands above a text in which nothing names a fault: where its answer is. Pure; bounded. */
import { joined } from '../../look/factTools.ts';
import { FENCE } from '../../look/pasteMarks.ts';

const MAX_CHARS = 8 * 1024;
const MAX_LINE = 400;
const TECHNICAL = /\d\d:\d\d:\d\d|\b(?:level|lvl|msg|caller)="?\S|\S {3,}\S|\t|^\s{0,20}[[{|<"]|^(?:\$|#) /;
const QUESTION = /[^.?!]{0,300}\?/g;
/** A question without its mark. */
const WONDERS = new RegExp(/\b(?:curious|wonder(?:ing)?|confused|(?:not|n['\u2019]t) (?:understand|know|get|sure))\b/
  .source + /[^.?!]{0,30}\b(?:why|how|what|whether)\b[^.?!]{0,200}/.source, 'gi');
const MIN_WORDS = 3;

const OF_PODS = ['docker-stats', 'kubectl-top'];
const OF_HOST = ['top', 'ps', ...OF_PODS];

interface Topic {
  /** Words of a question about it. */
  asks: RegExp;
  topic: string;
  /** The place of its answer. */
  where: string;
  /** Forms that are about it themselves. */
  told: readonly string[];
}

/** The first that fits a question is taken. */
const TOPICS: readonly Topic[] = [
  { asks: /\b(?:start(?:s|ed|ing|up)?|boots?|replay\w{0,3})\b/i, topic: 'the start',
    where: 'see the log from the first line of the process to the line that it is ready', told: ['prometheus-log'] },
  { asks: /\b(?:connect|reach|access|load|open|visit|log ?in|refus|unreachable)\w{0,4}\b/i, topic: 'reaching it',
    where: 'ask for it from where that fails (curl -v), and compare host, port, network and any proxy', told: [] },
  { asks: /\b(?:restart|crash|kill|exit|die|dying|dies|go(?:es)? down|shut)\w{0,4}\b/i, topic: 'its end',
    where: 'see kubectl describe pod (Last State), systemctl status or dmesg, and the last lines before it ended',
    told: [] },
  { asks: /\b(?:memory|RAM|RSS|OOM|heap)\b/i, topic: 'memory',
    where: 'see a heap profile (/debug/pprof/heap), and process_resident_memory_bytes and the number of series over '
      + 'time', told: [...OF_HOST, 'free', 'tsdb-status', 'tsdb-analyze', 'bucket-analyze'] },
  { asks: /\b(?:CPU|cores?)\b/i, topic: 'CPU', where: 'see a CPU profile (/debug/pprof/profile?seconds=30)',
    told: [...OF_HOST, 'vmstat', 'iostat'] },
  { asks: /\b(?:disk|space|storage|retention|size)\b/i, topic: 'the disk',
    where: 'see du of the data folder, and the retention that is set',
    told: ['df', 'iostat', 'tsdb-list', 'block-meta'] },
  { asks: /\b(?:slow|latency|long|timeout|time out|hang|stuck)\w{0,3}\b/i, topic: 'its speed',
    where: 'see a CPU profile taken meanwhile, and the query log', told: [...OF_HOST, 'vmstat', 'iostat'] },
  { asks: new RegExp(/\b(?:see|show|find|appear|miss|missing|gone|empty|no|get)\w{0,3}\b.{0,80}\b/.source
    + /(?:metrics?|data|series|targets?|samples?|logs?|alerts?|graphs?|dashboards?)\b/.source, 'i'),
  topic: 'missing data', where: 'see /targets (lastError) and /service-discovery of what scrapes or sends them',
  told: ['server-state', 'targets-part', 'target-health'] },
];
const NORMAL = /\b(?:normal|expected|ok|okay|healthy|fine|wrong|problem|worry|bad)\b/i;

interface Question { own: string; line: string }

/** Returns the sentences of the writer that ask something, each with its line. */
function questionsIn(text: string): Question[] {
  let isInFence = false;
  const prose: string[] = [];
  for (const line of text.slice(0, MAX_CHARS).split('\n')) {
    if (FENCE.test(line)) isInFence = !isInFence;
    else if (!isInFence && line.length <= MAX_LINE && !TECHNICAL.test(line)) prose.push(line);
  }
  return prose.map((line) => line.replaceAll(/https?:\/\/\S{1,300}/g, ''))
    .flatMap((line) => (line.includes('?') ? [...line.matchAll(QUESTION)] : [...line.matchAll(WONDERS)])
      .map(({ 0: own }) => ({ own, line })))
    .filter(({ own }) => (own.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS);
}

/** Returns where the answer of the first question is; null without a question, or if the form is about it itself. */
export function questionAnswer(text: string, format: string): string | null {
  const questions = questionsIn(text);
  for (const { own, line } of questions) {
    // "Is this normal?" asks about what stands before it.
    const about = NORMAL.test(own) ? line : own;
    const found = TOPICS.find(({ asks }) => asks.test(about));
    if (found !== undefined) return found.told.includes(format) ? null
      : `The text does not answer the question about ${found.topic}: ${found.where}.`;
  }
  return questions.some(({ own }) => NORMAL.test(own))
    ? 'To the question whether that is normal: nothing in the text says that it is not.' : null;
}

/** Topics that a fault answers only if it names them. */
const RESOURCES = TOPICS.filter(({ topic }) => ['memory', 'CPU', 'the disk'].includes(topic));

/** Returns where the answer of a question on a resource is that is asked beside a fault which does not name it. */
export function openQuestion(text: string, format: string, facts: string): string | null {
  const asked = questionsIn(text).map(({ own }) => own);
  const open = RESOURCES.find(({ asks, told }) =>
    asked.some((one) => asks.test(one)) && !asks.test(facts) && !told.includes(format));
  return open === undefined ? null : `The question about ${open.topic} is open: ${open.where}.`;
}

/** The sentence on stacks without frames. */
const LISTED = / have no frames, .*? (?:together they have|it has) ([\d.]{1,8}) %/;
const TINY_TLAB = /-XX:TLABSize=\d{1,4}\b(?![kKmM])/;

/** Answers questions on the lines of async-profiler: what is skipped, and why shares do not add up; null for others. */
export function profilerAnswers(text: string, { format, interest }: { format: string; interest: string | null }):
string | null {
  if (format !== 'async-summary' && format !== 'async-profiler') return null;
  const asked = questionsIn(text).map(({ own }) => own);
  const isAsked = (about: RegExp): boolean => asked.some((one) => about.test(one));
  const listed = LISTED.exec(interest ?? '')?.[1];
  const tlab = TINY_TLAB.exec(text)?.[0];
  return joined([
    !isAsked(/\bskip/i) ? null : `On the skipped samples: async-profiler skips one if too many threads report samples `
      + `at the same moment${tlab === undefined ? ''
        : `, and with ${tlab} nearly each allocation is one: leave the TLABs at their default`}.`,
    listed === undefined || !isAsked(/percent|%|\bshares?\b/i) ? null : 'On the sum of the shares: those listed are '
      + `${listed} %, the rest is in stacks that the text does not have.`,
  ]);
}
