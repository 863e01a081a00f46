/** Time zone of displayed times: the reader's own, or UTC. */
export type Zone = 'local' | 'utc';
