/** Reads the state of containers from `docker inspect`, also from its State alone or cut off. Pure; bounded. */
import { formatBytes, formatSeconds, timesText } from '../../../../../core/text/format.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { isObject, textOf, type Json } from '../../look/jsonObjects.ts';
import { meaningBeside } from '../said/meanings.ts';

const MAX_CHARS = 1024 * 1024;
const MAX_SAID = 3;
const MAX_OUTPUT = 300;

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Meaning of exit codes, in words that follow "it". */
const EXITS: Readonly<Record<number, string>> = {
  0: 'ended with exit code 0, as after a stop on request', 125: 'could not be started by Docker (exit code 125)',
  126: 'could not be started: its command may not be run (exit code 126)',
  127: 'could not be started: its command was not found (exit code 127)',
  134: 'was aborted (exit code 134, SIGABRT)',
  137: 'was killed (exit code 137, SIGKILL), as by docker kill, or by a stop whose grace period ended',
  139: 'crashed (exit code 139, SIGSEGV)', 143: 'was told to stop (exit code 143, SIGTERM)',
};

/** Returns the time of a state; NaN for the year 1, which stands for none. */
const timeOf = (value: unknown): number => (textOf(value).startsWith('0001-') ? NaN : Date.parse(textOf(value)));

/** Returns how a container ended; null for one that has not. */
function endOf(state: Json, limitBytes: number): string | null {
  const code = numberOf(state['ExitCode']);
  const isOom = state['OOMKilled'] === true;
  const ran = (timeOf(state['FinishedAt']) - timeOf(state['StartedAt'])) / 1000;
  const after = ran >= 0 ? `, ${formatSeconds(ran)} after it started` : '';
  const limit = limitBytes > 0 ? ` of ${formatBytes(limitBytes)}` : '';
  if (isOom && code === 137)
    return `was killed because it exceeded its memory limit${limit} (OOMKilled, exit code 137)${after}`;
  const runs = state['Running'] === true && state['Restarting'] !== true;
  if (runs || code === null || /^(?:running|created|paused)$/.test(textOf(state['Status']))) return null;
  const how = EXITS[code] ?? `ended with exit code ${code}: its log says why`;
  const oom = isOom ? `; a process in it was killed for memory (OOMKilled${limit === '' ? '' : `, limit${
    limit.slice(' of'.length)}`})` : '';
  return `${how}${oom}${after === '' ? '' : `; that was ${after.slice(2)}`}`;
}

/** Returns what the health check of a container says; null without one, or if it is healthy. */
function healthOf(state: Json): string | null {
  const health = objectOf(state['Health'] ?? state['Healthcheck']);
  const [status, streak, log] = [textOf(health['Status']), numberOf(health['FailingStreak']), health['Log']];
  const last = objectOf(Array.isArray(log) ? (log as unknown[]).at(-1) : undefined);
  const output = textOf(last['Output']).replaceAll(/\s{1,200}/g, ' ').trim().slice(0, MAX_OUTPUT);
  return status !== 'unhealthy' ? null : joined([
    `Its health check failed${streak === null || streak < 2 ? '' : ` ${streak} times in a row`}${
      output === '' ? '' : `: ${quoted(output)}`}.`, meaningBeside(output),
  ]);
}

/** Describes one container; `isSound`: nothing is wrong with it. */
function containerFact(one: Json): { said: string; isSound: boolean } {
  const state = isObject(one['State']) ? one['State'] : one;
  const name = textOf(one['Name']).replace(/^\//, '');
  const who = name === '' ? 'The container' : `The container ${name}`;
  const end = endOf(state, numberOf(objectOf(one['HostConfig'])['Memory']) ?? 0);
  const error = textOf(state['Error']).trim();
  const restarts = numberOf(one['RestartCount']) ?? 0;
  const [isAgain, isKilled] = [state['Restarting'] === true, state['OOMKilled'] === true];
  const health = healthOf(state);
  const since = textOf(state['StartedAt']).slice(0, 19);
  const stands = Number.isNaN(timeOf(state['StartedAt'])) || state['Running'] !== true ? `${who} is ${
    textOf(state['Status']) || 'not running'}.` : `${who} runs since ${since}Z${
    textOf(objectOf(state['Health'])['Status']) === 'healthy' ? ' and is healthy' : ''}.`;
  const said = joined([
    end === null ? stands : `${who} ${end}.`,
    error === '' ? null : joined([`Docker says ${quoted(error)}.`, meaningBeside(error)]),
    restarts === 0 ? null : `It was restarted ${timesText(restarts)}.`,
    end === null && isKilled ? 'A process in it was killed for memory since then (OOMKilled).' : null,
    isAgain ? 'It is restarting now.' : null, health,
  ]) ?? stands;
  return { said, isSound: end === null && !isKilled && error === '' && restarts === 0 && !isAgain && health === null };
}

/** Returns the objects with a state; none if the text is no whole JSON. */
function containersIn(text: string): Json[] {
  if (text.length > MAX_CHARS) return [];
  try {
    const root: unknown = JSON.parse(text);
    const all = Array.isArray(root) ? root as unknown[] : [root];
    return all.filter(isObject).filter((one) => isObject(one['State']) || 'OOMKilled' in one);
  } catch {
    return [];
  }
}

export const DOCKER_INSPECT: Format = {
  id: 'docker-inspect', name: 'the output of docker inspect', door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && /"OOMKilled"\s?:\s?(?:true|false)/.test(head)
    && /"ExitCode"\s?:\s?\d/.test(head), { ...CERTAIN, program: 'Docker' }),
  interest: ({ text }) => {
    const all = containersIn(text).map(containerFact);
    const bad = all.filter(({ isSound }) => !isSound);
    const shown = (bad.length > 0 ? bad : all).slice(0, MAX_SAID);
    return joined(shown.map(({ said }) => said)) ?? partFact(text);
  },
  remedy: 'Open the log of the container: docker logs NAME.',
};

/** Describes the state in JSON that is cut off. */
function partFact(text: string): string | null {
  const valueOf = (key: string): string | undefined =>
    new RegExp(`"${key}"\\s?:\\s?(?:"((?:[^"\\\\]|\\\\.){0,400})"|(true|false|\\d{1,18}))`).exec(text)?.slice(1)
      .find((value) => value !== undefined);
  const flag = (key: string): boolean => valueOf(key) === 'true';
  const code = valueOf('ExitCode');
  const memory = Number(valueOf('Memory') ?? 0);
  return containerFact({
    Name: /"Name"\s?:\s?"(\/[^"\n]{1,200})"/.exec(text)?.[1] ?? '', HostConfig: { Memory: memory },
    RestartCount: Number(valueOf('RestartCount') ?? 0),
    State: {
      Status: valueOf('Status') ?? '', Running: flag('Running'), Restarting: flag('Restarting'),
      OOMKilled: flag('OOMKilled'), ExitCode: code === undefined ? null : Number(code), Error: valueOf('Error') ?? '',
      StartedAt: valueOf('StartedAt') ?? '', FinishedAt: valueOf('FinishedAt') ?? '',
    },
  }).said;
}
