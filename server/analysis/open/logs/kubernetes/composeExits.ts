/** Recognizes output of docker compose in which a service ends without its own lines, beside others. Pure. */
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { counted, mostFrequent } from '../../look/named.ts';
import { programOfName } from '../naming/programTable.ts';
import { EXIT_CODES } from './dockerStates.ts';

/** The line of docker compose on the end of a container's process. */
const EXITED = /^[ \t>]{0,8}([A-Za-z\d][\w.-]{0,100}) exited with code (\d{1,3})(?: \(restarting\))?[ \t\r]*$/gm;
/** A line that a container wrote, behind its name. */
const LINE = /^[ \t>]{0,8}([A-Za-z\d][\w.-]{0,100}) {0,40}\| ?(\S[^\n]{0,2000})/gm;
/** A line of an access log: method, path and status. */
const ANSWER = /"([A-Z]{3,7}) (\/[^\s"?]{0,200})[^"\n]{0,1000} HTTP\/\d(?:\.\d)?" ([1-5]\d\d)\b/;
const MIN_EXITS = 2;
const MAX_TOLD = 4;
const MAX_LINES = 5000;

interface Exit { name: string; code: string; count: number }
interface Output { exits: Exit[]; lines: { name: string; text: string }[] }

const outputs = new WeakMap<Look, Output>();
function outputOf(look: Look): Output {
  const known = outputs.get(look);
  if (known !== undefined) return known;
  const exits = new Map<string, Exit>();
  for (const [, name = '', code = ''] of allIn(EXITED, look.text)) {
    const exit = exits.get(`${name} ${code}`) ?? { name, code, count: 0 };
    exit.count += 1;
    exits.set(`${name} ${code}`, exit);
  }
  const lines = exits.size === 0 ? [] : [...look.text.matchAll(LINE)].slice(0, MAX_LINES)
    .map(([, name = '', text = '']) => ({ name, text }));
  const output = { exits: [...exits.values()], lines };
  outputs.set(look, output);
  return output;
}

/** Whether the text is that of services of which those that failed wrote nothing in it. */
function isCompose(look: Look): boolean {
  if (!look.isText) return false;
  const { exits, lines } = outputOf(look);
  const failed = exits.filter(({ code }) => code !== '0');
  const count = failed.reduce((sum, one) => sum + one.count, 0);
  return failed.length > 0 && (count >= MIN_EXITS || lines.length > 0)
    && !lines.some(({ name }) => failed.some((one) => one.name === name));
}

const times = (count: number): string => (count === 1 ? '' : ` ${count.toLocaleString('en-US')} times`);

function exitFact({ name, code, count }: Exit): string {
  const meaning = code === '1' ? undefined : EXIT_CODES[code];
  return `The container ${name} exited${times(count)} with code ${code}${
    meaning === undefined ? '' : ` (${meaning})`}${count > 1 ? ': it is started again and ends again' : ''}.`;
}

/** Says which other service answers requests, and with which statuses. */
function answersOf(name: string, own: readonly string[]): string | null {
  const answers = own.flatMap((text) => {
    const [, method = '', path = '', status = ''] = ANSWER.exec(text) ?? [];
    return status === '' ? [] : [{ request: `${method} ${path}`, status }];
  });
  const [first] = answers;
  if (first === undefined) return null;
  const requests = new Set(answers.map(({ request }) => request));
  const statuses = new Set(answers.map(({ status }) => status));
  const of = requests.size === 1 ? ` (${first.request})` : '';
  const what = `${counted(answers.length, 'request')}${of}`;
  const isSound = answers.every(({ status }) => status < '400');
  return statuses.size === 1
    ? `${name} answered ${what} with status ${first.status}${isSound ? ', so it runs' : ''}.`
    : `${name} answered ${what}: ${mostFrequent(answers.map(({ status }) => status)).replaceAll(' in ', ' with ')}.`;
}

/** Causes that are frequent for a program that ends at its start. */
const OFTEN: Readonly<Record<string, string>> = {
  Grafana: 'Of Grafana it is often that its user (472) may not write /var/lib/grafana, or a file of its '
    + 'provisioning.',
  Prometheus: 'Of Prometheus it is often its configuration, or that its user (65534) may not write the data folder.',
};

function composeFacts(look: Look): string | null {
  const { exits, lines } = outputOf(look);
  const failed = exits.filter(({ code }) => code !== '0').toSorted((a, b) => b.count - a.count);
  const names = [...new Set(failed.map(({ name }) => name))];
  const [only, second] = names;
  const others = [...new Set(lines.map(({ name }) => name))].slice(0, MAX_TOLD);
  const program = second === undefined && failed.every(({ code }) => code === '1') ? programOfName(only ?? '') : null;
  return joined([
    ...failed.slice(0, MAX_TOLD).map(exitFact),
    failed.length <= MAX_TOLD ? null : `${failed.length - MAX_TOLD} more containers exited with an error.`,
    `Why is not in the text, which has no line of ${
      second === undefined ? 'that container' : 'those containers'}: run ${
      names.slice(0, MAX_TOLD).map((name) => `docker logs ${name}`).join(', ')}.`,
    program === null ? null : OFTEN[program] ?? null,
    ...others.map((name) => answersOf(name, lines.filter((line) => line.name === name).map(({ text }) => text))),
  ]);
}

export const COMPOSE_EXITS: Format = {
  id: 'compose-exits', name: 'the output of docker compose', door: null,
  match: (look) => when(isCompose(look), LIKELY),
  interest: composeFacts,
  remedy: 'Open the log of the container that ended: docker logs NAME.',
};
