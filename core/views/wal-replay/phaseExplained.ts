/**
 * Explanations of each phase of a server's start: what it does, what determines its length, and what shortens it.
 * Sources: docs/reference/wal-replay.md.
 */
import type { ReplayPhase } from '../../contract/contract.ts';
import { isBefore, versionOf } from '../../version.ts';

export interface PhaseExplanation { does: string; drives: string; shortens: string }

const snapshotFlag = '--enable-feature=memory-snapshot-on-shutdown';

/** Returns the explanation for a version of Prometheus; other servers with its storage engine behave the same. */
export function explainPhase(name: ReplayPhase['name'], versionText: string): PhaseExplanation {
  const version = versionOf(versionText);
  switch (name) {
    case 'unreachable': return {
      does: 'No process listens: it ended, and what restarts it waits.',
      drives: 'The pause between tries (Kubernetes: 10 s, doubled up to five minutes), and the shutdown before.',
      shortens: 'Fixing what ended the process; the pause itself belongs to what restarts it.',
    };
    case 'opening': return {
      does: 'The lock is taken and each block on disk is opened: its meta.json and index are read and checked.',
      drives: 'How many blocks there are, and how quickly the disk finds small files.',
      shortens:
        'Fewer blocks: compaction that keeps up and merges them, a shorter retention; '
          + 'a local disk rather than a network one.',
    };
    case 'snapshot': return {
      does: 'Series and the last samples of each are read from the head snapshot that the last clean stop wrote.',
      drives: 'The number of series in the head.',
      shortens: 'It is the shortcut: what it holds need not be read from the WAL. After a kill there is none.',
    };
    case 'mmapped-chunks': return {
      does:
        'The full chunks of the head on disk (chunks_head) are walked through, each header and checksum checked, '
          + 'and given to their series.',
      drives:
        'The number of chunks since the last head compaction: series times time; pages not in memory come from disk.',
      shortens:
        'Fewer series and less churn; head compactions that succeed. It pays off: '
          + 'samples in these chunks are skipped in the WAL.',
    };
    case 'checkpoint': return {
      does:
        'The checkpoint is read: series and samples still needed from segments of the WAL that '
          + 'were already truncated. Progress is not reported in it.',
      drives: 'The number of series alive at the last truncation, with those that churned.',
      shortens:
        'Less churn (labels that change with each deployment or request); head '
          + 'compactions that succeed, as each truncates the log.',
    };
    case 'segments': return {
      does:
        'The WAL is read segment by segment: decompressed, decoded, each series found or created, '
          + 'each sample added to its chunk by one worker per core.',
      drives: 'Samples since the last head compaction, up to three hours of them with blocks of two; cores '
        + '(GOMAXPROCS), garbage collection, the disk. '
        + (isBefore(version, 2, 19) ? 'Before 2.19 no chunk of the head is on disk, so every sample is added again.'
          : 'Samples in m-mapped chunks are skipped: early segments are fast, later ones slow.'),
      shortens: [
        'More CPU for the start (a quota below one core costs most), and a higher GOGC if memory allows.',
        isBefore(version, 2, 30) ? 'From 2.30 a head snapshot at a clean stop can take its place.'
          : `A clean stop with ${snapshotFlag}: then only what came after it is read.`,
        isBefore(version, 2, 19) ? 'An update: 2.19 and later keep full chunks on disk.'
          : isBefore(version, 3, 0) ? 'An update: in our lab 3.15 took 52 s and 2.42 took 64 s, on a similar WAL.'
          : 'Head compactions that succeed: a WAL of many hours means that one fails.',
      ].join(' '),
    };
    case 'wbl': return {
      does: 'The WBL, the log of out-of-order samples, is read the same way.',
      drives: 'How many samples arrive late, within out_of_order_time_window.'
        + (isBefore(version, 2, 48) ? ' Before 2.48 the server waits a millisecond at each chunk it names, about one '
          + 'for 32 late samples: it seems idle, and the cursor does not move.' : ''),
      shortens: 'A shorter out_of_order_time_window, or fewer late senders.'
        + (isBefore(version, 2, 48) ? ' An update: from 2.48 on it does not wait at its chunks.' : '')
        + ' Servers before 2.39 have none.',
    };
    case 'head-gc': return {
      does:
        'Series and chunks that are only in blocks are dropped from the head, and the index of its labels is put in '
          + 'order. A log has no duration of it at a start: it is the time from “WAL replay completed” to “TSDB '
          + 'started”. It is the TSDB’s own clean-up, not the garbage collection of Go.',
      drives: 'Series in the head, those that churned included.',
      shortens: 'Fewer series and less churn.',
    };
    case 'finishing': return {
      does: 'The configuration is read, rules and scrapes are set up.',
      drives: 'The number of rules and targets; service discovery. Where head GC is not a phase of its own, it is part '
        + 'of this.',
      shortens: 'Little to gain; long here means a large configuration or slow service discovery.',
    };
    case 'warm-up': return {
      does:
        'The server answers, but scrapes and queries are slow: every target is scraped at '
          + 'once, new series are created, caches are empty.',
      drives: 'Targets and series; the garbage that the replay left, until it is collected.',
      shortens: 'Memory and CPU to spare in the first minutes; dashboard queries held back.',
    };
  }
}
