/**
 * Splits a function name into short lines, as the reference labels nodes: internal/graph/graph.go, ShortenFunctionName.
 */
const GO_VERSION = /^(.*?)\/v(?:[2-9]|[1-9][0-9]+)([./].*)$/;
const GO = /^(?:[\w\-.]+\/)+([^.]+\..+)/;
const JAVA = /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/;
const CPP = /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)/;
/** Longer names are unreadable, and slow to match. */
const MAX_LENGTH = 1000;

/** Converts `github.com/prometheus/tsdb.(*Head).loadWAL` to `tsdb`, `(*Head)`, `loadWAL`. */
export function shortName(name: string): string[] {
  const start = name.slice(0, MAX_LENGTH).replace(/^\(anonymous namespace\)::/, '').replace(GO_VERSION, '$1$2');
  const match = GO.exec(start) ?? JAVA.exec(start) ?? CPP.exec(start);
  return (match?.[1] ?? start).split(/::|\./);
}
