/** Says what a text shows of the zones and the number of members of a ring that has too few. Pure; bounded. */
import { writersSentences } from '../../look/writersSentences.ts';

const TOO_FEW = /ring has too few healthy members/i;
const MEMBERS = '(?:ingesters?|instances?|pods?|nodes?|members?|replicas?|servers?)';
const ONE_ZONE = new RegExp(String.raw`\b(?:all|every|each|both)\b(?: of)? (?:[\w-]{1,20} ){0,3}?${MEMBERS}\b`
  + String.raw`[^.,;]{0,40}\b(?:in|within|on) (?:the same|one|a single) (?:AZ|availability[- ]zone|zone)\b`, 'i');
/** A server that runs once, in sentences and in settings. */
const RUNS_ONCE = new RegExp([
  new RegExp(/\b(?:run(?:s|ning)?|have|has|deployed|using|use[sd]?|with) (?:only |just )?(?:one|1|a single) /.source
    + /(?:[\w-]{1,20} ){0,2}?(?:instance|ingester|replica|node|pod|container|process)\b/.source),
  /\bsingle[- ](?:binary|node|process|instance)\b|\bmonolithic\b/,
].map(({ source }) => source).join('|'), 'i');
const IN_SETTINGS = /^[ \t]{0,40}(?:store: ["']?inmemory|replicas: 1[ \t]{0,8}$|-?-?target[=:] ?["']?all\b)/m;
/** Instances that are none of the ring. */
const OF_OTHERS = /\b(?:prometheus|grafana|agent|user|cluster|alloy|promtail|memcached|redis|minio)\b/i;
const ALONE = /\breplication_factor["']?[=:] ?["']?1\b|\bat least 1 (?:live|healthy) replicas\b/;
const MAX_CHARS = 120;

/** Returns what the zones or the single instance of a text mean for its ring; null without such words. */
export function ringMembers(facts: string, text: string): string | null {
  if (!TOO_FEW.test(facts)) return null;
  const sentences = writersSentences(text);
  const zones = sentences.map((one) => ONE_ZONE.exec(one)?.[0]).find((one) => one !== undefined);
  if (zones !== undefined) return `The text says "${zones.slice(0, MAX_CHARS).replaceAll('"', '\'')}": with zone `
    + 'awareness, the ring counts one member per zone, so turn it off, or give the members zones of their own.';
  if (ALONE.test(text)) return null;
  const once = sentences.find((one) => RUNS_ONCE.test(one) && !OF_OTHERS.test(one));
  return once === undefined && !IN_SETTINGS.test(text) ? null
    : 'The text shows a server that runs once: if one instance is meant to be alone, set replication_factor: 1.';
}

const NONE_FOUND = /\b(?:live|healthy) replicas required, could only find 0\b/;
const UNHEALTHY = /\bunhealthy instances: ([^\s"\\]{3,2000})/;
const MIN_SHARED = 3;
const ON_ALL = new RegExp(/\b(?:all|both)(?: of)?(?: the| our| my)? (?:\d{1,3} |two |three |four |five |six )?/.source
  + String.raw`(?:[\w-]{1,20} )?${MEMBERS}\b`, 'i');

/** Returns where to look if several members of a ring are unhealthy at once, and none is healthy; else null. */
export function allUnhealthy(facts: string, text: string): string | null {
  if (!TOO_FEW.test(facts) || !NONE_FOUND.test(text)) return null;
  const members = UNHEALTHY.exec(text)?.[1]?.split(',') ?? [];
  const count = new Set(members.filter((one) => one !== '')).size;
  const onAll = count >= MIN_SHARED ? undefined : writersSentences(text)
    .map((one) => ON_ALL.exec(one)?.[0]).find((one) => one !== undefined);
  const which = count >= MIN_SHARED ? `All ${count} members that it names are unhealthy at once`
    : onAll === undefined ? null : `It is so on ${onAll.toLowerCase()} at once, and the ring has no healthy member`;
  return which === null ? null : `${which}, so look first at what they share: the store of the ring (memberlist, `
    + 'Consul, etcd), DNS and the network. Such requests fail until enough members are healthy again.';
}
