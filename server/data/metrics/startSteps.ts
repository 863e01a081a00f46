/**
 * Steps of a starting Prometheus, as seen in its stacks. The index in this list is the recorded number: add new steps
 * at the end. `none`: no TSDB is being opened, because it is not yet or is already.
 */
export const START_STEPS = ['none', 'blocks', 'snapshot', 'mmapped-chunks', 'wal', 'wbl', 'head-gc'] as const;

export type StartStep = (typeof START_STEPS)[number];
