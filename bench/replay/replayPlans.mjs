// WALs to make under load for recordReplays.mjs, and how each is then replayed.
const STEADY = { targets: 15, series: 10_000, churnSeconds: 0, buildSeconds: 105 };
/** WALs of about a hundred segments of 10 MB, made under load that goes on between the restarts. */
const LONG = { ...STEADY, targets: 40, buildSeconds: 340, betweenSeconds: 125 };

export const PLANS = {
  limited: {
    ...STEADY, targets: 20, buildSeconds: 115,
    replays: [{ name: 'steady-two-cores', maxProcs: 2 }, { name: 'steady-half', runRatio: 0.5 }],
  },
  steady: { ...STEADY, replays: [{ name: 'steady' }, { name: 'steady-limited', runRatio: 0.4 }] },
  slowing: {
    ...STEADY, churnSeconds: 60, buildSeconds: 230,
    replays: [
      { name: 'slowing' }, { name: 'slowing-limited', runRatio: 0.35 },
      { name: 'two-cores-limited', maxProcs: 2, runRatio: 0.3 },
    ],
  },
  checkpoint: {
    ...STEADY, churnSeconds: 30, buildSeconds: 200, block: '1m', compression: false,
    replays: [{ name: 'checkpoint' }, { name: 'checkpoint-limited', runRatio: 0.3 }],
  },
  wbl: {
    ...STEADY, buildSeconds: 130, backSeconds: 45, replays: [{ name: 'wbl' }, { name: 'wbl-limited', runRatio: 0.35 }],
  },
  plain: {
    ...STEADY, targets: 20, churnSeconds: 20, buildSeconds: 150, compression: false,
    replays: [
      { name: 'uncompressed', runRatio: 0.4 },
      { name: 'throttled-later', runRatio: 0.5, thenRatio: 0.3, thenAfterMs: 12_000 },
    ],
  },
  'long-steady': { ...LONG, replays: [{ name: 'long-steady' }, { name: 'long-steady-limited', runRatio: 0.5 }] },
  'long-checkpoint': {
    ...LONG, churnSeconds: 30, buildSeconds: 420, block: '3m',
    replays: [{ name: 'long-checkpoint' }, { name: 'long-checkpoint-limited', runRatio: 0.5 }],
  },
  'long-slowing': {
    ...LONG, targets: 30, churnSeconds: 20, churnPower: 1.7,
    replays: [{ name: 'long-slowing' }, { name: 'long-slowing-limited', maxProcs: 2, runRatio: 0.4 }],
  },
  'long-wbl': {
    ...LONG, backSeconds: 45, backTargets: 3,
    replays: [{ name: 'long-wbl' }, { name: 'long-wbl-limited', runRatio: 0.5 }],
  },
  'long-wbl-quota': {
    ...LONG, buildSeconds: 270, backSeconds: 45, backTargets: 3, replays: [{ name: 'long-wbl-quota', quota: 0.5 }],
  },
  'long-plain': {
    ...LONG, targets: 30, churnSeconds: 20, buildSeconds: 330, compression: false,
    replays: [
      { name: 'long-plain-two-cores', maxProcs: 2 },
      { name: 'long-plain-throttled-later', runRatio: 0.7, thenRatio: 0.35, thenAfterMs: 25_000 },
      { name: 'long-plain-shared-core', shared: true },
    ],
  },
  // Made when the forecast was finished, to see how it does on what it was not tuned on.
  'held-out': {
    ...LONG, targets: 25, churnSeconds: 45, buildSeconds: 320, betweenSeconds: 100,
    replays: [{ name: 'held-out' }, { name: 'held-out-quota', quota: 0.6 }],
  },
};
