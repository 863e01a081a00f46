/** Names the device whose file system reports I/O errors of the device itself (EIO). Pure and bounded. */

/** A line about a file system, with its device. */
const OF_DEVICE = new RegExp([
  /\bEXT[234]-fs (?:error |warning )?\((?:device )?([\w-]{2,40})\): /,
  /\bBTRFS (?:error|warning|critical) \(device ([\w-]{2,40})[^)\n]{0,40}\)/,
].map(({ source }) => source).join('|'));
/** The error number of Linux for a failed transfer. */
const EIO = /\b(?:error|errno|err)[= ]-5\b/i;
const PROCESS = /\bcomm ([\w.:/-]{1,15}): /;
const MAX_NAMED = 3;
const NO_REPAIR = 'do not run e2fsck or btrfs check while the device fails, but reattach or replace it first';
const OF_ETCD = ' etcd uses it: if its data cannot be read, replace that member from the healthy ones (etcdctl member '
  + 'remove, then member add).';

/** Whether a line is about the file system of a device. */
export const isOfFileSystem = (line: string): boolean => OF_DEVICE.test(line);

/** Returns the devices with the processes that met the errors; null without the number of a failed transfer. */
export function failedReads(lines: readonly string[]): string | null {
  const all = lines.flatMap((line) => {
    const device = OF_DEVICE.exec(line)?.slice(1).find((name) => name !== undefined);
    return device === undefined ? [] : [{ device, process: PROCESS.exec(line)?.[1], isEio: EIO.test(line) }];
  });
  const devices = [...new Set(all.flatMap(({ device, isEio }) => (isEio ? [device] : [])))].slice(0, MAX_NAMED);
  if (devices.length === 0) return null;
  const own = all.filter(({ device }) => devices.includes(device));
  const count = own.filter(({ isEio }) => isEio).length;
  const processes = [...new Set(own.flatMap(({ process }) => process ?? []))].slice(0, MAX_NAMED);
  const met = processes.length === 0 ? '' : `, met by ${processes.join(' and ')}`;
  return `Reads or writes of ${devices.length === 1 ? 'the device' : 'the devices'} ${devices.join(' and ')} fail with `
    + `error -5 (EIO; ${count} of ${own.length} ${own.length === 1 ? 'line' : 'lines'} about the file system${met}): `
    + 'the fault is in the disk or its connection. See dmesg for its timeouts and resets, and whether it is still '
    + `attached; ${NO_REPAIR}.${processes.includes('etcd') ? OF_ETCD : ''}`;
}
