/** Explains that a member of a cluster of Alertmanager finds no address of a peer by its name in Kubernetes. Pure. */

const NO_PEER = new RegExp(/\b(?:failed to join cluster|unable to join gossip mesh)\b[^]{0,300}?/.source
  + /\b[Ff]ailed to resolve (?:\S{1,253}): lookup \S{1,253}\.svc\b\S{0,60}(?: on \S{1,80})?: no such host/.source);
/** The meaning, of which a later part of the log may show more. */
export const GOSSIP_MEANING = 'The name of a peer had no address at that time, and it tries again: a headless Service '
  + 'has only the addresses of ready pods, so this is usual while the pods start, and harmless if it stops; if it '
  + 'lasts, see the endpoints of that Service, then the DNS of the cluster.';

/** Returns what such an error means; null for others. */
export const gossipMeaning = (error: string): string | null => (NO_PEER.test(error) ? GOSSIP_MEANING : null);

/** Whether a sentence is that meaning. */
export const isGossipMeaning = (sentence: string): boolean => sentence === GOSSIP_MEANING;
