/**
 * Reports which file system the kernel made read-only, and what it logged about the device before. Pure and bounded.
 */

const READ_ONLY = new RegExp([
  /\bEXT4-fs \((?:device )?([\w-]{2,40})\): Remounting filesystem read-only/,
  /\bBTRFS[^\n]{0,40}?\(device ([\w-]{2,40})[^)\n]{0,40}\)[^\n]{0,80}?forced readonly/,
].map(({ source }) => source).join('|'));
const OFFLINE = /rejecting I\/O to (?:offline|dead) device/;
const ABORTED = /Detected aborted journal|Aborting journal on device/;
const MEDIUM = /\[(sd[a-z]{1,4})\][^\n]{0,80}Sense Key ?: Medium Error|critical medium error, dev (\w{2,20})/;
const MAX_NAMED = 3;

const distinctOf = (lines: readonly string[], pattern: RegExp): string[] => [...new Set(lines.flatMap((line) =>
  pattern.exec(line)?.slice(1).find((name) => name !== undefined) ?? []))].slice(0, MAX_NAMED);

/** Returns the devices, and others with unreadable sectors; null if no file system became read-only. */
export function readOnlyDisks(lines: readonly string[]): string | null {
  const devices = distinctOf(lines, READ_ONLY);
  if (devices.length === 0) return null;
  const first = lines.findIndex((line) => READ_ONLY.test(line));
  const before = lines.slice(0, first + 1);
  const why = [
    before.some((line) => OFFLINE.test(line)) ? 'a device went offline' : null,
    before.some((line) => ABORTED.test(line)) ? 'its journal was aborted' : null,
  ].filter((one) => one !== null).join(' and ');
  const media = distinctOf(lines, MEDIUM).filter((device) => !devices.includes(device));
  return `The kernel made the file system on ${devices.join(' and ')} read-only${why === '' ? '' : `, after ${why}`}: `
    + 'writes to it fail. Bring the device back, run fsck on the unmounted file system, then start again what writes '
    + `there.${media.length === 0 ? '' : ` ${media.join(' and ')} ${
      media.length === 1 ? 'is another device, with' : 'are other devices, with'} sectors that cannot be read.`}`;
}
