/**
 * Reports which commands a disk failed: reads or writes, with which sense, at which sectors, and which page writes the
 * kernel lost by it. Pure and bounded.
 */

/** A line of the SCSI layer about a disk, with its address. */
const OF_DISK = /\bsd ([\d:]{7,20}): \[(sd[a-z]{1,4})\] {1,4}(?:tag#\d{1,5} )?(.{1,200})$/;
const SENSE = /^Sense Key ?: (Medium Error|Hardware Error)/;
const MORE_SENSE = /^Add\. Sense: (\S.{1,80})$/;
const COMMAND = /^CDB: (Read|Write)\b/;
const DISK = String.raw`(sd[a-z]{1,4}|x?vd[a-z]{1,2}|nvme\d{1,3}n\d{1,3})`;
/** A line of the block layer, since Linux 5.2 with the operation. */
const SECTOR = new RegExp(String.raw`\b(critical medium error|I/O error), dev ${DISK}, sector (\d{1,15})`
  + String.raw`(?: op 0x[0-9a-f]{1,4}:\((READ|WRITE)\))?`);
const MEDIUM = 'critical medium error';
const BUFFER = new RegExp(String.raw`\bBuffer I/O error on dev(?:ice)? ${DISK}p?\d{0,3}, logical block (\d{1,15})`
  + '(.{0,60})');
/** A line of the NVMe layer about a block that cannot be read or written, since Linux 6.0. */
const OF_NVME = /\b(nvme\d{1,3}n\d{1,3}): (Read|Write)\(0x[0-9a-f]{1,2}\) @ LBA \d{1,15}, .{1,40}, (\w[\w ]{3,40}?) \(/;
const OF_MEDIUM = /^(?:Unrecovered Read Error|Write Fault)$/;
const LOST = /\blost (?:a?sync )?page write/;
const MAX_LISTED = 4;
const MAX_DISKS = 2;
const MAX_LINES = 1000;

interface Disk {
  name: string; address: string | null; senses: Set<string>; more: Set<string>;
  isMedium: boolean; reads: number; writes: number; opReads: number; opWrites: number;
  sectors: Set<string>; blocks: Set<string>;
}

const newDisk = (name: string): Disk => ({
  name, address: null, senses: new Set(), more: new Set(), isMedium: false, reads: 0, writes: 0, opReads: 0,
  opWrites: 0, sectors: new Set(), blocks: new Set(),
});

/** Whether a line is about a command of a disk, in whatever layer. */
const diskOf = (line: string): string | undefined =>
  OF_DISK.exec(line)?.[2] ?? OF_NVME.exec(line)?.[1] ?? SECTOR.exec(line)?.[2] ?? BUFFER.exec(line)?.[1];

function disksIn(lines: readonly string[]): Disk[] {
  const disks = new Map<string, Disk>();
  for (const line of lines.slice(0, MAX_LINES)) {
    const name = diskOf(line);
    if (name === undefined) continue;
    const disk = disks.get(name) ?? newDisk(name);
    disks.set(name, disk);
    const [, address, , said = ''] = OF_DISK.exec(line) ?? [];
    if (address !== undefined) disk.address = address;
    const sense = SENSE.exec(said)?.[1];
    if (sense !== undefined) disk.senses.add(sense);
    const more = MORE_SENSE.exec(said)?.[1];
    if (more !== undefined) disk.more.add(more.trim());
    const command = COMMAND.exec(said)?.[1];
    if (command === 'Read') disk.reads += 1;
    if (command === 'Write') disk.writes += 1;
    const [, , verb, fault = ''] = OF_NVME.exec(line) ?? [];
    if (OF_MEDIUM.test(fault)) {
      disk.senses.add(fault);
      if (verb === 'Read') disk.reads += 1;
      else disk.writes += 1;
    }
    const [, error, , sector, op] = SECTOR.exec(line) ?? [];
    if (error === MEDIUM) disk.isMedium = true;
    if (sector !== undefined) disk.sectors.add(sector);
    if (op === 'READ') disk.opReads += 1;
    if (op === 'WRITE') disk.opWrites += 1;
    const [, , block, how = ''] = BUFFER.exec(line) ?? [];
    if (block !== undefined && LOST.test(how)) disk.blocks.add(block);
  }
  return [...disks.values()];
}

interface FailedCommands {
  facts: string;
  /** Whether a line is about a disk that the facts report. */
  isTold: (line: string) => boolean;
}

/** Returns what failed on the disks whose lines say with which sense, and whether as a read or a write; or null. */
export function failedCommands(lines: readonly string[]): FailedCommands | null {
  if (!lines.some((line) => line.includes('Sense Key') || line.includes(MEDIUM) || OF_NVME.test(line))) return null;
  const told = disksIn(lines).flatMap((disk) => {
    const fact = factOf(disk);
    return fact === null ? [] : [{ disk, fact }];
  }).slice(0, MAX_DISKS);
  const names = new Set(told.map(({ disk: { name } }) => name));
  return told.length === 0 ? null : {
    facts: told.map(({ fact }) => fact).join(' '),
    isTold: (line) => names.has(diskOf(line) ?? ''),
  };
}

function factOf(disk: Disk): string | null {
  const { name, address, senses, more, sectors, blocks } = disk;
  const [sense = disk.isMedium ? MEDIUM : undefined, ...others] = senses;
  const reads = disk.reads > 0 ? disk.reads : disk.opReads;
  const writes = disk.writes > 0 ? disk.writes : disk.opWrites;
  if (sense === undefined || reads + writes === 0) return null;
  const commands = [counted(writes, 'write'), counted(reads, 'read')].filter((one) => one !== null).join(' and ');
  const at = sectors.size === 0 ? '' : `, at ${listed('sector', [...sectors])}`;
  const detail = more.size === 1 ? ` (${[...more].join('')})` : '';
  const lost = blocks.size === 0 ? '' : ` By it the kernel lost page writes, of ${
    listed('logical block', [...blocks])}.`;
  return `${commands} of the disk ${name}${address === null ? '' : ` (${address})`} failed with "${
    [sense, ...others].join('" and "')}"${detail}${at}.${lost} ${meaningOf(reads, writes)} See what ${name} is `
    + '(lsblk -S): for a disk see smartctl -a, for a volume of iSCSI or of a virtual machine the storage behind it; '
    + 'stop what writes there, and copy the data first.';
}

const meaningOf = (reads: number, writes: number): string =>
  (writes === 0 ? 'What is in these sectors cannot be read, and is lost if nothing else has it.'
    : `What was to be written did not reach the disk${
      reads === 0 ? '' : ', and what is in the sectors that it cannot read is lost if nothing else has it'}.`);

const counted = (count: number, word: string): string | null =>
  (count === 0 ? null : `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`);

/** Returns the first of some numbers, and how many there are in all. */
function listed(word: string, all: readonly string[]): string {
  const [one = ''] = all;
  if (all.length === 1) return `${word} ${one}`;
  const shown = all.slice(0, MAX_LISTED);
  const more = all.length - shown.length;
  return more > 0 ? `${word}s ${shown.join(', ')} and ${more.toLocaleString('en-US')} more`
    : `${word}s ${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
