/** Recognizes VictoriaMetrics errors as Grafana or an HTTP client shows them: without level and code location. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../look/factTools.ts';
import { LIKELY, when, type Format } from '../look/format.ts';
import { meaningBeside } from './said/meanings.ts';
import { victoriaAdvice } from './said/victoriaAdvice.ts';

/** Texts that no other program writes; its flags have one dash and a component before a dot. */
const ERROR = new RegExp([
  String.raw`error when executing query="`, String.raw`error occured during search: `,
  String.raw`cannot (?:fetch query results|\w{1,20} \d{1,12} (?:bytes|rows) to vm)`,
  String.raw`(?:cannot|couldn't|unable to) [^\n]{1,200}\bvm(?:storage|select|insert)\b`,
  String.raw`(?:either narrow down|consider|possible solutions|try|increas(?:e|ing)) [^\n]{0,200}?`
    + String.raw`-(?:search|storage|remoteWrite|promscrape|memory|insert)\.\w{1,60}`,
  String.raw`the storage is in read-only mode`,
].join('|'));
const MAX_ERROR = 2000;
/** The advice at the end of a longer message, which takes room from its content. */
const TIPS = /; (?:either|consider|possible solutions|try) [^\n]{1,600}$/;
const MAX_WHOLE = 180;
const MARKS = /^["'`\u201c\s]{1,9}|["'`\u201d.]$/g;
export const QUOTED_ERROR: Format = {
  id: 'victoriametrics-error', name: 'an error of VictoriaMetrics', door: null,
  match: ({ head }) => when(fits(ERROR, head), { ...LIKELY, program: 'VictoriaMetrics' }),
  interest: ({ head }) => {
    const line = innermostIn(head) ?? errorIn(head);
    const told = line.length > MAX_WHOLE ? line.replace(TIPS, '') : line;
    return joined([`It says ${quoted(told)}.`, victoriaAdvice(line) ?? meaningBeside(line), nodeOf(head)]);
  },
  remedy: 'Open the log of the component that returned it: its lines name the place in the code and the cause.',
};

/** The refusal of one node within an answer: its number of series, with the node in the lines before it. */
const TOO_MANY = /\b(?:the number of matching (?:unique )?timeseries exceeds (?:the limit of )?)\d{1,15}/;
const NODE = /\bon vmstorage "?([\w.:-]{3,100})/;
const LIMITS_OF_NODE = 'This limit is that of vmstorage: set -search.maxUniqueTimeseries there, since that of vmselect '
  + 'does not raise it; or ask for the series in parts.';

/** Returns the innermost error of an answer whose lines are a chain; null without such a one. */
function innermostIn(head: string): string | null {
  const many = TOO_MANY.exec(head);
  const from = ERROR.exec(head)?.index;
  const isOther = many !== null && from !== undefined && head.slice(from, many.index).includes('\n');
  return isOther ? many[0] : null;
}

/** Returns on which vmstorage a query failed, and which limit that is; null without a node. */
function nodeOf(head: string): string | null {
  const many = TOO_MANY.exec(head);
  const node = many === null ? undefined : NODE.exec(head.slice(Math.max(0, many.index - MAX_ERROR), many.index))?.[1];
  return node === undefined ? null : `It was refused on vmstorage ${node.replace(/:$/, '')}. ${LIMITS_OF_NODE}`;
}

/** Returns where the last quotation begins that is not closed before the end; -1 without one. */
function openMark(text: string, mark: string): number {
  const count = text.split(mark).length - 1;
  return mark === '\u201c' || count % 2 === 1 ? text.lastIndexOf(mark) : -1;
}

/** Returns the error up to the end of its line; for advice, also the text before it from the opening quote on. */
function errorIn(head: string): string {
  const match = ERROR.exec(head);
  const [found, index] = [match?.[0] ?? '', match?.index ?? 0];
  const before = head.slice(head.lastIndexOf('\n', index) + 1, index);
  const own = /^(?:either|consider|possible|try|increas)/.test(found)
    ? before.slice(Math.max(...['"', '`', '\u201c'].map((mark) => openMark(before, mark))) + 1).trimStart() : '';
  const [rest = ''] = head.slice(index, index + MAX_ERROR).split('\n', 1);
  return `${own}${rest}`.slice(0, MAX_ERROR).replace(MARKS, '');
}
