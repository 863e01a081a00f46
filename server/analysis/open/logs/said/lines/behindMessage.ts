/** Finds the cause and the object that stand behind a message: an error, a URL, a group, a pod. Pure and bounded. */

const CAUSE = new RegExp([
  /\b(?:err|error|reason|details|exception)["']? ?[=:] {0,2}\\?"((?:[^"\\]|\\.){1,700})/,
  /\b(?:err|error|reason)=([^"\s][^"\n]{0,300}?)(?=\s{1,8}[\w.]{1,40}=|$)/,
].map(({ source }) => source).join('|'), 'i');
const OBJECT = new RegExp([
  String.raw`(?:^|[\s,{"'(])(url|endpoint|address|addr|target|remote-addr|component_id|group|pod|unit|peer)["']?[=:] ?`
    + String.raw`["']?((?:\{\{ ?[\w.-]{1,60} ?\}\}|[^\s"',;{}\\]){3,300})`,
  // A block is what one has to look at.
  String.raw`(?:^|[\s,{"'(])(block|ulid|id|block_id|blockID)["']?[=:] ?["']?([0-7][0-9A-HJKMNP-TV-Z]{25})\b`,
  // The part of an exporter that failed.
  String.raw`\bmsg="collector failed" (name)=([\w.-]{2,60})`,
  // The component of the OpenTelemetry Collector, before and since 0.110.
  String.raw`"kind": ?"(exporter|receiver|processor)", ?(?:"data_type": ?"\w{1,20}", ?)?"name": ?"([^"\n]{1,100})"`,
  String.raw`"otelcol\.(component)\.id": ?"([^"\n]{1,100})"`,
].join('|'), 'g');
/** The beginning of another message's words. */
const NEXT_LINE = /\s(?:level|lvl|ts|time)=|\{"(?:level|ts|time)"/;
const MAX_OBJECTS = 2;
const NONE = /^(?:null|nil|none|<nil>)$/i;

const plain = (text: string): string => text.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\n`, ' ').trim();

/** Returns the error that a text right behind a message states; null without one before the next at `limit`. */
export function causeBehind(rest: string, limit = Infinity): string | null {
  const match = CAUSE.exec(ownOf(rest));
  const found = match === null || match.index >= limit ? undefined : match.slice(1).find((text) => text !== undefined);
  const cause = found === undefined ? '' : plain(found);
  return cause === '' || NONE.test(cause) ? null : cause;
}

/** Returns `url=…`, `group=…` of a text, without those that `told` has already. */
export function objectsIn(rest: string, told: string): string[] {
  const all = [...ownOf(rest).matchAll(OBJECT)].flatMap(([, ...groups]) => {
    const [key = '', value = ''] = groups.filter((group) => group !== undefined);
    const own = value.replace(/[.):,]{1,4}$/, '');
    return told.includes(own) || /^\d{1,4}$/.test(own) ? [] : [`${key}=${own}`];
  });
  return [...new Set(all)].slice(0, MAX_OBJECTS);
}

function ownOf(rest: string): string {
  const next = NEXT_LINE.exec(rest);
  return next === null ? rest : rest.slice(0, next.index);
}
