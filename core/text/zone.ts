/** The zone that times are shown in: the reader's own, or UTC. */
export type Zone = 'local' | 'utc';
