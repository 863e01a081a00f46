/** Judges lists and descriptions of pods and containers by readiness, restarts and events. Pure; bounded. */
import { NO_FAULT, type Judge, type Verdict } from './verdict.ts';

const MAX_ROWS = 500;
const MAX_TOLD = 3;
const ROW = new RegExp(
  /^(?:.{0,80}?[ \t|])?([a-z0-9][\w.-]{1,252})[ \t|]{1,80}(\d{1,3})\/(\d{1,3})[ \t|]{1,80}([A-Z]\w{2,30})[ \t|]{1,80}/
    .source + /(\d{1,6})(?: \(([\dydhms]{1,20}) ago\))?/.source, 'gm'
);
/** The state of a pod in a row, in any form. */
const STATE = /\b\d{1,3}\/\d{1,3}[ \t|]{1,80}[A-Z]/g;
const SECONDS: Readonly<Record<string, number>> = { y: 31_536_000, d: 86_400, h: 3600, m: 60, s: 1 };
/** A restart before that many seconds is no trouble of now. */
const LONG_AGO = 6 * 3600;
const STARTING = 'so its readiness probe fails, or it is still starting: see kubectl describe pod (Events)';
const IN_LOG = 'Errors that a container survives are only in its log.';

/** Returns the seconds of an age such as `3d4h`. */
const secondsOf = (age: string): number => [...age.matchAll(/(\d{1,9})([ydhms])/g)]
  .reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? NaN), 0);

/** Judges a list of pods whose states are all Running or Completed. */
export const podsVerdict: Judge = (text) => {
  const rows = [...text.matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, name = '', ready, of, status = '', restarts, ago]) => ({
      name, ready: Number(ready), of: Number(of), status, restarts: Number(restarts), ago,
    }));
  if (rows.length === 0 || rows.length !== (text.match(STATE) ?? []).length) return null;
  const running = rows.filter(({ status }) => status === 'Running');
  const unready = running.filter(({ ready, of }) => ready < of);
  if (unready.length > 0) return {
    said: `${unready.slice(0, MAX_TOLD).map(({ name, ready, of }) => `${name} is not ready (${ready}/${of})`)
      .join('; ')}${unready.length > MAX_TOLD ? `; ${unready.length - MAX_TOLD} more are not` : ''}${
      unready.some(({ restarts }) => restarts > 0) ? '.' : `, ${STARTING}.`}`, next: null,
  };
  if (running.length < rows.length) return null;
  const restarted = rows.filter(({ restarts }) => restarts > 0);
  if (restarted.length === 0) return {
    said: `${NO_FAULT}: ${rows.length === 1 ? 'it is' : 'all are'} ready. ${IN_LOG}`, next: null,
  };
  const ages = restarted.map(({ ago }) => ({ ago: ago ?? '', seconds: ago === undefined ? 0 : secondsOf(ago) }));
  const [newest] = ages.toSorted((a, b) => a.seconds - b.seconds);
  return newest === undefined || !(newest.seconds >= LONG_AGO) ? null : {
    said: `${rows.length === 1 ? 'It is' : 'All are'} ready, and the last restart was ${newest.ago} ago, so that is `
      + 'over: see kubectl describe pod (Last State) for why it was.', next: null,
  };
};

const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^[ \\t]{0,12}${key}:?[ \\t]{1,40}(\\S{1,60})`, 'gm'))].map(([, value = '']) => value);
const WARNING = /^[ \t]{0,8}Warning[ \t]{1,40}(\S{1,60})[ \t].{0,400}$/gm;
const OF_START = /\b(?:Startup|Readiness) probe failed\b/;

/** Judges the description of one pod that is ready and was never restarted; its probes may have failed before. */
export const describedVerdict: Judge = (text, facts): Verdict | null => {
  const [name = ''] = valuesOf(text, 'Name');
  const [restarts, ready] = [valuesOf(text, 'Restart Count'), valuesOf(text, 'Ready')];
  const isOne = (text.match(/^Name:[ \t]/gm) ?? []).length === 1;
  const isWell = restarts.length > 0 && restarts.every((one) => one === '0')
    && ready.length > 1 && ready.every((one) => one === 'True') && !/^\s{1,12}Last State:\s/m.test(text);
  if (!isOne || !isWell) return null;
  const warnings = [...text.matchAll(WARNING)];
  if (warnings.length === 0) return facts !== '' ? null : {
    said: `The pod ${name} is ready, without a restart and without ${
      /^Events:[ \t]{1,40}<none>/m.test(text) ? 'events' : 'a warning among its events'}: nothing in it names a fault. `
      + IN_LOG, next: null,
  };
  return !warnings.every(({ 0: line, 1: reason }) => reason === 'Unhealthy' && OF_START.test(line)) ? null : {
    said: 'The pod is ready now and was never restarted, so those probes failed only for a time, as during its start.',
    next: null,
  };
};

const AGE = /((?:About |Less than )?\S{1,12} \w{1,10})/.source;
const CONTAINER = new RegExp(
  `${/^[0-9a-f]{12} {1,40}(\S{1,200}) .{0,300}? {2}/.source}${AGE} ago {2,40}Up ${AGE}`, 'gm'
);
const SHORT = /second|^About a minute$|^1 minute|Less than/i;
const LONG = /hour|day|week|month|year/i;

/** Judges docker ps, where all containers run: one that was created long ago may just have been started again. */
export const dockerVerdict: Judge = (text) => {
  const rows = [...text.matchAll(CONTAINER)].slice(0, MAX_ROWS)
    .map(([, image = '', created = '', up = '']) => ({ image, created, up }));
  const fresh = rows.find(({ created, up }) => SHORT.test(up) && LONG.test(created));
  return fresh === undefined ? null : {
    said: `${fresh.image} is up for ${fresh.up.toLowerCase()} only, although it was created ${fresh.created} ago: it `
      + 'was started again just now; see docker inspect (RestartCount, State) and docker logs for why.', next: null,
  };
};
