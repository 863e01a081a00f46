/** Decompresses an opened log, reads its compactions, and adds them to the target it was opened for. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isCompactionMessage } from '../../../analysis/panels/compaction/log/compactionLog.ts';
import { analyseBlockMetas } from '../../../analysis/panels/compaction/log/blockMetas.ts';
import { analyseCompactionLogs } from '../../../analysis/panels/compaction/log/compactionServers.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { readBlockMetas } from '../../../data/metrics/blockMeta.ts';
import type { CompactionLogs } from '../../../../core/contract/contract.ts';
import { readLogInSteps } from '../../../analysis/logs/readLog.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { SampleReader } from '../../../data/store/read/sampleReader.ts';
import { runCooperatively } from '../../../kernel/threads/cooperative.ts';
import { notALog } from './notALog.ts';

/** Advice for a file that is not a log: what to open instead. */
export const LOG_FORMATS = 'open a Prometheus log as it was written: logfmt (ts=... msg=...), slog (time=... msg=...) '
  + 'or JSON, plain or gzip.';

/** A busy server writes some MB per day; reading this much takes about a second. */
const MAX_LOG_BYTES = 128 * 2 ** 20;
/** Limit for the newest thousand blocks' meta.json, which are about 1 KB each, with a margin. */
const MAX_META_BYTES = 16 * 2 ** 20;
const unpack = promisify(gunzip);

export async function readCompactionLog(
  store: SampleReader, bytes: Uint8Array, target: string | null
): Promise<Result<CompactionLogs>> {
  const text = await plainText(bytes);
  if (!text.ok) return text;
  const metas = text.value.length > MAX_META_BYTES ? null : readBlockMetas(Buffer.from(text.value).toString('utf8'));
  if (metas !== null) {
    const { answer, facts } = analyseBlockMetas(metas, target);
    return handOver(store, target, { answer: { ...answer, source: '', others: [] }, facts });
  }
  const log = await runCooperatively(readLogInSteps(text.value, isCompactionMessage));
  const read = analyseCompactionLogs(log, target);
  if (read === null) return notALog(
    text.value, log.otherCount, `${LOG_FORMATS} The meta.json files of blocks are read too, one after the other.`
  );
  return handOver(store, target, read);
}

async function handOver(
  store: SampleReader, target: string | null, { answer, facts }: { answer: CompactionLogs; facts: TargetFacts }
): Promise<Result<CompactionLogs>> {
  if (target !== null && answer.target !== null) {
    const put = await store.putFacts(target, facts);
    if (!put.ok) return put;
  }
  return ok(answer);
}

/** Returns the text of a log, decompressed if it is gzip. */
export async function plainText(bytes: Uint8Array): Promise<Result<Uint8Array>> {
  const tooLarge = fail(
    'too_large', `The log holds more than ${MAX_LOG_BYTES / 2 ** 20} MiB of text; cut it to the days in question.`
  );
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.length > MAX_LOG_BYTES ? tooLarge : ok(bytes);
  try {
    return ok(await unpack(bytes, { maxOutputLength: MAX_LOG_BYTES }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
    if (typeof code === 'string' && code.startsWith('Z_')) return fail(
      'bad_data', 'The file begins like gzip but cannot be unpacked; it may be cut off. Send it again, or unpacked.'
    );
    throw error;
  }
}
