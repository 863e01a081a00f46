/** Lines of Alertmanager and of its cluster, in logfmt, in JSON, and as the text within another JSON line. Pure. */

const IS = String.raw`\\{0,3}"?[=:] ?\\{0,3}"?`;
/** Grafana runs the code of Alertmanager, and names its own logger; the look back is only made behind the rest. */
const OF_CLUSTER = String.raw`\bcomponent${IS}cluster\b(?<!\blogger=[^\n]{0,300})`;
/** Messages of its code for the cluster, which no other program logs. */
const SAID = [
  `memberlist${IS}\\d{4}/`, `received${IS}Notify(?:Join|Leave|Update)\\b`, `msg${IS}(?:peer rejoined|refresh\\b)`,
  `msg${IS}(?:re)?connect (?:result|peer)`, 'partially left cluster', 'failed to (?:join|rejoin) cluster', 'gossip',
].join('|');

export const OF_ALERTMANAGER = new RegExp([
  /[Ss]tarting Alertmanager|(?:caller|source)="?(?:nflog|silence|dispatch|inhibit|notify|coordinator)\.go/.source,
  /source="?cluster\.go:\d|msg="gossip .{0,300}component=cluster\b/.source,
  String.raw`${OF_CLUSTER}[^\n]{0,300}?(?:${SAID})`, String.raw`\bmsg${IS}gossip [^\n]{0,300}?${OF_CLUSTER}`,
  String.raw`\bcaller${IS}(?:cluster|delegate|tls_transport)\.go:\d{1,6}\\{0,3}"?,? ?\\{0,3}"?(?:level${IS}\w{4,5} )?`
    + OF_CLUSTER,
  /component=(?:nflog|silences)\b.{0,100}msg="(?:[Rr]unning m|[Mm])aintenance/.source,
  /msg="(?:[Rr]unning m|[Mm])aintenance(?: done)?" component=(?:nflog|silences)\b/.source,
].join('|'));
