/** Shortens names of containers and pods to the part that names the program. Pure. */
const POD_HASH = /-(?=[a-z]*\d)[a-z0-9]{6,10}-[a-z0-9]{5}$/;
const REPLICA = /[-_]\d{1,4}$/;
/** The task of a service of Docker Swarm: `web.1.x8yj2kq0a1b2@host`. */
const TASK = /\.\d{1,4}\.[a-z0-9]{8,30}(?:@\S{1,100})?$/;

/** Returns the last part without hash and replica number: `reloader` for `pod/prom-0/reloader`. */
export function baseOf(source: string): string {
  const last = source.split(/[/\s]/).filter((part) => part !== '').at(-1) ?? '';
  const base = last.replace(TASK, '').replace(POD_HASH, '').replace(REPLICA, '');
  return base === '' ? source : base;
}
