/** Dumps of goroutines as Go prints them, made by hand. */

const PROMETHEUS = 'github.com/prometheus/prometheus';
const OWN = /^(?:tsdb|scrape|rules|storage|notifier|promql|discovery)\b/;

export interface HandMadeGoroutine {
  /** As in brackets: `sync.RWMutex.RLock, 41 minutes`. */
  state: string;
  /** Innermost first, separated by blanks; those of Prometheus without their module. */
  stack: string;
  creator?: string;
  count?: number;
}

/** `functions`: of Prometheus 2.39 to 3.14, in the form of Go 1.21 and later. */
export function goroutineDump(...goroutines: HandMadeGoroutine[]): string {
  let id = 1;
  return goroutines.flatMap(({ state, stack, creator = 'main.main', count = 1 }) => (
    Array.from({ length: count }, () => [
      `goroutine ${id++} [${state}]:`,
      ...stack.split(' ').map(nameOf).flatMap((name, at) => (
        at === 0 ? [`${name}(0xc000${id}?, 0x60?, {0xc000a, 0x5, 0x5})`, `\t/usr/src/${at}.go:${10 + at} +0x25`]
          : [`${name}(...)`, `\t/usr/src/${at}.go:${10 + at}`])),
      `created by ${nameOf(creator)} in goroutine 1`, '\t/usr/src/main.go:7 +0x1d', '',
    ].join('\n')))).join('\n');
}

function nameOf(name: string): string {
  return OWN.test(name) ? `${PROMETHEUS}/${name}` : name;
}
