/** Tests that failed commands of a disk are reported as reads or writes, with their sectors. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { failedCommands } from './failedCommands.ts';

const scsi = (words: string, tag = 3): string => `[700.100000] sd 2:0:0:1: [sdq] tag#${tag} ${words}`;
const failed = (command: string, sector: number): string[] => [
  scsi('FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE', sector),
  scsi('Sense Key : Medium Error [current]', sector), scsi('Add. Sense: Unrecovered read error', sector),
  scsi(`CDB: ${command}(10) 2a 00 00 00 00 00 00 00 10 00`, sector),
  `[700.100009] blk_update_request: critical medium error, dev sdq, sector ${sector}`,
];
const lost = (block: number): string =>
  `[700.200000] Buffer I/O error on dev sdq, logical block ${block}, lost async page write`;
const of = (...lines: string[]): string =>
  recognize(new TextEncoder().encode([...lines, ''].join('\n'))).interest ?? '';

describe('commands that a disk failed', () => {
  it('writes: what was to be written is lost, and nothing of it was read', () => {
    const said = of(...failed('Write', 64), lost(8), lost(9), ...failed('Write', 9000));
    expect(said).toMatch(/^2 writes of the disk sdq \(2:0:0:1\) failed with "Medium Error" \(Unrecovered read error\)/);
    expect(said).toContain(', at sectors 64 and 9000. By it the kernel lost page writes, of logical blocks 8 and 9. '
      + 'What was to be written did not reach the disk. See what sdq is (lsblk -S)');
    expect(said).not.toContain('cannot read');
    expect(said).not.toContain('The kernel logged');
  });

  it('reads', () => {
    const said = of(...failed('Read', 64));
    expect(said).toMatch(/^1 read of the disk sdq .* at sector 64\. What is in these sectors cannot be read, /);
    expect(said).not.toContain('to be written');
  });

  it('by the operation that newer kernels add, and with many sectors', () => {
    const line = (sector: number): string => `[1.0] I/O error, dev sdr, sector ${sector} op 0x1:(WRITE) flags 0x800`;
    const sense = '[1.0] sd 3:0:0:0: [sdr] tag#1 Sense Key : Hardware Error [current]';
    expect(failedCommands([sense, ...[1, 2, 3, 4, 5, 6].map(line)])?.facts)
      .toContain('6 writes of the disk sdr (3:0:0:0) failed with "Hardware Error", at sectors 1, 2, 3, 4 and 2 more.');
  });

  it('of NVMe, whose lines have no sense of SCSI', () => {
    const line = 'blk_update_request: critical medium error, dev nvme1n1, sector 4711 op 0x0:(READ) flags 0x80700';
    const read = 'Buffer I/O error on dev nvme1n1p2, logical block 7, async page read';
    expect(of(`[  500.000001] ${line}`, `[  500.000002] ${read}`))
      .toMatch(/^1 read of the disk nvme1n1 failed with "critical medium error", at sector 4711\. What is in/);
  });

  it('of NVMe by the line of its own layer', () => {
    const line = '[5.0] nvme1n1: Write(0x1) @ LBA 4711, 8 blocks, Write Fault (sct 0x2 / sc 0x80) DNR ';
    const other = '[5.0] nvme1n1: Read(0x2) @ LBA 4711, 8 blocks, Namespace Not Ready (sct 0x0 / sc 0x82) ';
    expect(failedCommands([line])?.facts).toContain('1 write of the disk nvme1n1 failed with "Write Fault".');
    expect(failedCommands([other])).toBeNull();
  });

  it('another disk is reported beside it', () => {
    const said = of(...failed('Write', 64), '[9.0] Buffer I/O error on dev dm-7, logical block 3, async page read');
    expect(said).toContain('1 write of the disk sdq');
    expect(said).toContain('The kernel logged "Buffer I/O error on dev dm-7');
  });

  it.each([
    ['no command', [scsi('Sense Key : Medium Error [current]')]], ['no sense', [scsi('CDB: Read(10) 28 00 00')]],
    ['another sense', [scsi('Sense Key : Illegal Request [current]'), scsi('CDB: Write(10) 2a 00')]],
  ])('are not told with %s', (_, lines) => { expect(failedCommands(lines)).toBeNull(); });
});
