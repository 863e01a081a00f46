/** Words for the causes of an end or of refused samples, and the step where the data folder may not be written. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { parts } from '../../../../../core/text/parts.ts';
import { causeOfError, type ErrorCause } from '../../../logs/errorCauses.ts';
import type { LoggedEnd } from './loggedStart.ts';

const CAUSES: Partial<Record<ErrorCause, string>> = {
  'disk-full': 'its disk is full', 'address-space': 'memory could not be mapped',
  locked: 'another process holds the lock of its data', overlap: 'its blocks overlap', corrupt: 'its data is corrupt',
  'missing-segment': 'a segment file is missing', unrepaired: 'the repair of its WAL misses a file',
  permission: 'it may not access its data', 'read-only': 'its file system is read-only',
  'input-output': 'its disk reports errors', 'file-limit': 'it has too many open files',
  port: 'its port is in use', version: 'its data is of another version',
};

/** A file of the head's chunks whose first bytes are others than those of such a file. */
const HEAD_FILE = /\bchunks_head[\\/]{1,2}(\d{6}): invalid magic number ([\da-f]{1,8})\b/;

/** Returns a few words for what an error names as the cause; undefined without a known one. */
export function causeWords(said: string): string | undefined {
  const cause = causeOfError(said);
  const magic = cause === 'corrupt' ? HEAD_FILE.exec(said)?.[2] : undefined;
  if (magic !== undefined) return `a head chunk file ${magic === '0' ? 'begins with zeros' : 'is damaged'}`;
  return cause === null ? undefined : CAUSES[cause];
}

/** Says how a server starts without a damaged file of its head's chunks; empty for other ends. */
export function headFileFor({ said }: LoggedEnd): Part[][] {
  const file = HEAD_FILE.exec(said)?.[1];
  return file === undefined ? [] : [parts`The samples in chunks_head are in the WAL, too: stop the server, copy ${
    `its data folder, move chunks_head/${file} out of it (the whole folder chunks_head if it has files with lower and `
    + 'with higher numbers) and start again. The start then makes these chunks from the WAL. Keep the folder wal and '
    + 'the blocks: this error does not concern them.'}`];
}

/** Why samples are refused by the storage itself, and not by the disk. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^(?:unknown series: )?not found$/, 'its storage no longer has their series'],
  [/out of bounds/, 'their times are out of bounds'],
  [/out[- ]of[- ]order/, 'newer samples of their series are stored already'],
];

/** Returns a few words for a claim: why a server that runs does not store samples. */
export function unwrittenReason(said: string): string {
  const cause = causeOfError(said);
  return REFUSED.find(([words]) => words.test(said))?.[1] ?? (cause === null ? undefined : CAUSES[cause])
    ?? 'it cannot write them';
}

const DENIED = /permission denied/i;
const DENIED_FOLDER = /\b(?:open|mkdir|create) "?(\/[^\s":]{1,300}): permission denied/;
/** A file in the data folder, and the file of the active queries, whose crash says what to do. */
const IN_FOLDER = /(?:\/wal(?:\/.{0,200})?|\/chunks_head(?:\/.{0,200})?|\/lock|\/[\w.-]{1,100}\.tmp\S{0,100})$/;
const OF_QUERIES = /queries\.active|active query/;
/** Words of the storage; the right to read a configuration is another one. */
const OF_DATA = /opening storage|lock DB directory|\/lock\b|\/wal\b|chunks_head/i;

/** Says which folder a server may not write, and how its user gets the right; empty for other ends. */
export function rightsFor({ said }: LoggedEnd): Part[][] {
  if (!DENIED.test(said) || !OF_DATA.test(said) || OF_QUERIES.test(said)) return [];
  const folder = DENIED_FOLDER.exec(said)?.[1]?.replace(IN_FOLDER, '') ?? '';
  const which = folder === '' ? 'its data folder' : folder;
  return [parts`The user that runs it may not write in ${which}: give that folder to it (chown -R), in Kubernetes by ${
    'fsGroup and runAsUser in the securityContext of the pod (65534 is the user of the image of Prometheus). hostPath '
    + 'and most NFS volumes ignore fsGroup, and need the chown in an init container.'}`];
}

const NO_NAME = /\blookup ([\w-][\w.-]{0,252})(?: on ([\w.:[\]-]{1,60}))?: no such host/;
/** The command of Thanos that ended; a rule component looks names up for two flags. */
const OF_RULER = /\brule command failed/;

/** Whether a server ended because a name has no address. */
export const isUnresolved = ({ said }: LoggedEnd): boolean => NO_NAME.test(said);

/** Says which name has no address, and where it is set; empty for other ends. */
export function nameFor({ said }: LoggedEnd): Part[][] {
  const [, name, server] = NO_NAME.exec(said) ?? [];
  if (name === undefined) return [];
  const asked = server === undefined ? '' : `, as the DNS server ${server} says`;
  const flag = OF_RULER.test(said) ? ' (--alertmanagers.url or --query)' : ' or in the configuration';
  return [parts`The name ${name} has no address${asked}: correct it in the flag that names it${
    flag}, or add its DNS record, then start it again.`];
}
