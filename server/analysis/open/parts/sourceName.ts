/** Shortens names of containers and pods to the part that names the program. Pure. */
const POD_HASH = /-(?=[a-z]*\d)[a-z0-9]{6,10}-[a-z0-9]{5}$/;
const REPLICA = /[-_]\d{1,4}$/;

/** Returns the last part without hash and replica number: `reloader` for `pod/prometheus-0/reloader`. */
export function baseOf(source: string): string {
  const last = source.split(/[/\s]/).filter((part) => part !== '').at(-1) ?? '';
  const base = last.replace(POD_HASH, '').replace(REPLICA, '');
  return base === '' ? source : base;
}
