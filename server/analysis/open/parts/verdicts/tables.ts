/** Judges short answers: queries of up, tables of kubectl, events, sockets, the load, CPU throttling. Pure; bounded. */
import { vectorSamples } from '../../structure/serverStates.ts';
import { NO_FAULT, type Judge } from './verdict.ts';

const NOTHING = { said: null, next: null };

/** Judges an answer to a query: of `up` by its values; an empty one needs another step than one with samples. */
export const queryVerdict: Judge = (text, facts) => {
  if (facts.startsWith('Its result is empty')) return {
    said: null, next: 'Ask for the metric name alone, then add the labels one by one; if the name alone has none, see '
      + '/targets for what scrapes it, and the time that was asked for.',
  };
  const samples = vectorSamples(text);
  const isUp = samples.length > 0 && samples.every(({ name, value }) => name === 'up' && value === 1);
  return !isUp ? null : {
    said: `up is 1 for ${samples.length === 1 ? 'it' : 'all of them'}: the last scrape of each succeeded.`,
    next: 'A target that is missing here was not discovered, or the query leaves it out: see /targets.',
  };
};

/** Judges claims and other objects of kubectl get that are all bound or ready. */
export const objectsVerdict: Judge = (_, facts) => (/, all bound\.$/.test(facts) ? {
  said: `${NO_FAULT}.`, next: 'How full the volumes are is not in it: df in the pod, or '
    + 'kubelet_volume_stats_available_bytes.',
} : /, all ready\.$/.test(facts) ? { said: `${NO_FAULT}.`, next: null } : null);

const EVENT_TYPE = /(?:^|[ \t])(Normal|Warning)[ \t]{1,40}[A-Z]\w{2,40}[ \t]/gm;

/** Judges events of which none is a warning. */
export const eventsVerdict: Judge = (text, facts) => {
  const types = [...text.matchAll(EVENT_TYPE)].map(([, type]) => type);
  return facts !== '' || types.length === 0 || types.includes('Warning') ? null : {
    said: `${types.length === 1 ? 'Its event is' : `Its ${types.length} events are all`} of the type Normal: nothing `
      + 'in them names a fault. What a container says itself is in its log.', next: null,
  };
};

export const socketsVerdict: Judge = () => NOTHING;

export const loadVerdict: Judge = () =>
  ({ said: null, next: 'Whether that is much depends on the number of CPUs (nproc), which is not in the text.' });

const THROTTLED = /^It was throttled in (\d{1,15}) of (\d{1,15}) periods/;
const RARE = 0.01;
const OFTEN = 0.25;

/** Judges by how often a control group was throttled. */
export const throttlingVerdict: Judge = (_, facts) => {
  const [, throttled, periods] = THROTTLED.exec(facts) ?? [];
  const share = Number(throttled ?? 'NaN') / Number(periods ?? 'NaN');
  return share < RARE ? { said: 'That is rare: its CPU limit hardly slows it.', next: null }
    : share < OFTEN || Number.isNaN(share) ? null
      : { said: 'That is often: raise its CPU limit, or find what uses the CPU in a profile.', next: null };
};
