/** Finds the process of a target on loopback, by its listening socket, its user, and its start. */
import { readdirSync, readlinkSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { readFileIn } from './controlGroup.ts';
import { listenersOn, numberOf, processStat, type Listener } from './procText.ts';

/** USER_HZ, which is 100 on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Tolerance for programs that compute their start from `/proc`, exact to a tick. */
const EXACT_SECONDS = 0.011;
/** Tolerance for programs that state the whole second in which they read the clock. */
const NEAR_SECONDS = 1.5;
/** Programs that listen on behalf of a container, whose own process is another. */
const FORWARDERS = new Set(['docker-proxy', 'rootlessport', 'rootlesskit', 'slirp4netns', 'pasta', 'gvproxy']);
/** Time for which one list of processes is used for all targets. */
const KEPT_MS = 5000;
/** Processes read before yielding to other work. */
const AT_ONCE = 64;

interface Listed { pid: number; name: string; startTicks: number }

const HEX_V4 = /^(?:0{24}|0{20}ffff)?(7f[0-9a-f]{6}|00000000)$/;

/** Whether a socket on this address answers at that host: bound to the address itself or to all addresses. */
function answersAt(host: string, address: string): boolean {
  const isV6 = address.length === 32;
  if (/^0+$/.test(address)) return true;
  if (isV6 && address === `${'0'.repeat(31)}1`) return host === '::1' || host === 'localhost';
  const v4 = HEX_V4.exec(address)?.[1];
  const own = host === 'localhost' ? [127, 0, 0, 1] : host.split('.').map(Number);
  return v4 !== undefined && own.length === 4 && v4 === own.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class LocalProcesses {
  #listed: { all: Promise<Listed[]>; sinceMs: number } | null = null;

  /** `root`: prefix of every path; `''` except in tests. `now`: ms. */
  constructor(private readonly root: string, private readonly now: () => number) {}

  /** Finds the process; text: why it is not known. `startSeconds`: `process_start_time_seconds`. */
  async find(host: string, port: number, startSeconds: number): Promise<{ pid: number } | string> {
    const sockets = ['tcp', 'tcp6'].flatMap((name) => listenersOn(
      readFileIn(this.root, `/proc/net/${name}`) ?? '', port, endianness() === 'LE'
    )).filter(({ address }) => answersAt(host, address));
    if (sockets.length === 0) return `no socket listens on port ${port} by /proc/net/tcp`;
    const boot = numberOf(readFileIn(this.root, '/proc/stat') ?? '', 'btime');
    if (boot === null) return 'the boot time of this machine (/proc/stat) cannot be read';
    const off = ({ startTicks }: Listed): number => Math.abs(boot + startTicks / TICKS_PER_SECOND - startSeconds);
    const near = (await this.#list()).filter((one) => off(one) <= NEAR_SECONDS && !FORWARDERS.has(one.name));
    const exact = near.filter((one) => off(one) <= EXACT_SECONDS);
    const started = (exact.length > 0 ? exact : near).filter(({ pid }) => this.#isOfUser(pid, sockets));
    const [first] = started;
    if (first === undefined) return 'no process that is visible here has its user and its start time';
    if (started.length === 1) return { pid: first.pid };
    const [holder] = started.filter(({ pid }) => this.#holds(pid, sockets));
    return holder === undefined ? `${started.length} processes have its user and its start time` : { pid: holder.pid };
  }

  async #list(): Promise<Listed[]> {
    const nowMs = this.now();
    if (this.#listed === null || nowMs - this.#listed.sinceMs > KEPT_MS)
      this.#listed = { all: this.#read(), sinceMs: nowMs };
    return this.#listed.all;
  }

  async #read(): Promise<Listed[]> {
    const all: Listed[] = [];
    for (const [i, pid] of this.#names('/proc').filter((name) => /^\d+$/.test(name)).map(Number).entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await new Promise((done) => { setImmediate(done); });
      const stat = processStat(readFileIn(this.root, `/proc/${pid}/stat`) ?? '');
      if (stat !== null) all.push({ pid, ...stat });
    }
    return all;
  }

  #isOfUser(pid: number, sockets: readonly Listener[]): boolean {
    const uid = numberOf(readFileIn(this.root, `/proc/${pid}/status`) ?? '', 'Uid:');
    return sockets.some((socket) => socket.uid === uid);
  }

  /** Whether the process holds one of the sockets; only readable for the same user and root. */
  #holds(pid: number, sockets: readonly Listener[]): boolean {
    const folder = `/proc/${pid}/fd`;
    return this.#names(folder).some((name) => {
      try {
        const link = readlinkSync(join(this.root, folder, name));
        return sockets.some(({ inode }) => link === `socket:[${inode}]`);
      } catch {
        return false;
      }
    });
  }

  #names(folder: string): string[] {
    try {
      return readdirSync(join(this.root, folder));
    } catch {
      return [];
    }
  }
}
