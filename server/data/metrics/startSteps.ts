/**
 * What a Prometheus does while it starts, as its stacks show it. The place in this list is the recorded number: new
 * steps go to the end. `none`: no TSDB is being opened, because it is not yet or is already.
 */
export const START_STEPS = ['none', 'blocks', 'snapshot', 'mmapped-chunks', 'wal', 'wbl', 'head-gc'] as const;

export type StartStep = (typeof START_STEPS)[number];
