/** Recognizes calls of the range-query API that ask for more points than it allows. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import { durationSeconds } from './querySteps.ts';

/** The limit of Prometheus, Thanos, Cortex, Mimir and Loki; VictoriaMetrics has one of its own. */
const MAX_POINTS = 11_000;
const PATH = /(?:^|[\s"'`(/])((?:[\w.:/-]{0,200}\/)?api\/v1\/query_range)\b/g;
/** The end of each path, and the characters before it: paths are looked for only where they may be. */
const END = 'api/v1/query_range';
const MAX_BEFORE = 202;
const HAS_PATH = /\/api\/v1\/query_range\b/;
const OF_VICTORIA = /(?:^|\/)select\/[\d:]{1,40}\/prometheus\//;
const OF_LOKI = /(?:^|\/)loki\/api\/v1\/query_range$/;
const MAX_CALLS = 20;
/** Characters behind the path in which its parameters stand. */
const MAX_PARAMETERS = 1500;
const MAX_ANSWER = 4000;
const STATUS = new RegExp(/\b([1-5]\d\d) (?:OK|Bad Request|Unprocessable Entity|Internal Server Error)\b/.source
  + /|\bHTTP\/\d(?:\.\d)?"? ([1-5]\d\d)\b|\bstatus(?:_?code)?"?[=: ]{1,3}"?([1-5]\d\d)\b/.source, 'i');
const BODY = /"errorType"|exceeded maximum resolution|"error"\s{0,9}:/;

interface Call { start: number; end: number; step: number; written: string; status: string; isLoki: boolean }

/** Returns the value of a parameter of a URL or of an option such as `--data-urlencode start=…`. */
function parameter(text: string, name: string): string {
  const found = new RegExp(String.raw`(?:[?&;\s"']|&amp;)${name}=([^&\s"'\x60)<>\\]{1,80})`).exec(text)?.[1]
    ?.replace(/[.,;:]{1,3}$/, '') ?? '';
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Returns the Unix seconds of a time as the API takes it; NaN for others. */
function secondsOf(time: string): number {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(time)) return Number(time);
  if (/^\d{19}$/.test(time)) return Number(time) / 1e9;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(time) ? Date.parse(time) / 1000 : NaN;
}

/** Returns the calls whose start, end and step are written as figures; the same call with another status once. */
function callsIn(text: string): Call[] {
  const pattern = new RegExp(PATH);
  pattern.lastIndex = Math.max(0, text.indexOf(END) - MAX_BEFORE);
  const found = [...text.slice(0, text.lastIndexOf(END) + END.length + 1).matchAll(pattern)].slice(0, MAX_CALLS);
  const calls = new Map<string, Call>();
  found.forEach((match, i) => {
    const [whole, path = ''] = match;
    const from = match.index + whole.length;
    const to = Math.min(found[i + 1]?.index ?? text.length, from + MAX_ANSWER);
    const own = text.slice(from, to);
    const parameters = own.slice(0, MAX_PARAMETERS).split(/\n[ \t]{0,20}\n/, 1).join('');
    const [start, end] = [secondsOf(parameter(parameters, 'start')), secondsOf(parameter(parameters, 'end'))];
    const written = parameter(parameters, 'step');
    const step = durationSeconds(written);
    if (OF_VICTORIA.test(path) || !(end > start) || !(step > 0)) return;
    const key = `${start} ${end} ${step}`;
    const status = STATUS.exec(own)?.slice(1).find((one) => one !== undefined) ?? '';
    const known = calls.get(key);
    if (known === undefined) calls.set(key, { start, end, step, written, status, isLoki: OF_LOKI.test(path) });
    else if (known.status === '') known.status = status;
  });
  return [...calls.values()];
}

const stepsOf = ({ start, end, step }: Call): number => Math.floor((end - start) / step + 1e-9);
const points = (call: Call): string => (stepsOf(call) + 1).toLocaleString('en-US');
const isTooFine = (call: Call): boolean => stepsOf(call) > MAX_POINTS && !/^[23]/.test(call.status);

function rangeFacts(text: string): string | null {
  const calls = callsIn(text);
  const fine = calls.find(isTooFine);
  if (fine === undefined) return null;
  const span = fine.end - fine.start;
  const least = Math.ceil(span / MAX_POINTS);
  const coarse = calls.find(({ status, step }) => status.startsWith('2') && step > fine.step);
  const isHidden = /\bwget\b/.test(text) && fine.status !== '' && !BODY.test(text);
  return joined([
    `The range query asks for ${points(fine)} points per series (step=${fine.written} over ${
      span.toLocaleString('en-US', { maximumFractionDigits: 0 })} s, which is ${formatSeconds(span)}), and ${
      fine.isLoki ? 'Loki' : 'Prometheus'} allows 11,000${
      fine.status === '' ? ', so it rejects that (HTTP 400)' : `: it answered with HTTP ${fine.status}`}.`,
    `Take a step of at least ${least.toLocaleString('en-US')} s, which is (end - start) / 11,000, or split the range.`,
    coarse === undefined ? null
      : `With step=${coarse.written} (${points(coarse)} points) it answered with ${coarse.status}.`,
    isHidden ? 'wget does not show the body of that answer, which has the reason; curl does.' : null,
  ]);
}

export const RANGE_QUERY: Format = {
  id: 'range-query', name: 'a range query of the HTTP API', door: null,
  match: ({ isText, text }) => when(isText && fits(HAS_PATH, text) && callsIn(text).some(isTooFine), () => ({
    ...LIKELY, program: callsIn(text).find(isTooFine)?.isLoki === true ? 'Loki' : 'Prometheus',
  })),
  interest: ({ text }) => rangeFacts(text),
  remedy: 'Ask again with a larger step.',
};
