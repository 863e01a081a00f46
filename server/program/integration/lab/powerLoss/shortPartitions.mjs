// By --import, in the parts that store samples too: partitions of seconds, so that a run of seconds has cuts and seals.
import { workerData } from 'node:worker_threads';

const partitionMs = 10_000;
if (workerData?.retentionBytes !== undefined) Object.assign(workerData, { partitionMs, cutScrapes: 4 });
const [, , options = ''] = process.argv;
if (options.startsWith('{')) process.argv[2] = JSON.stringify({ ...JSON.parse(options), partitionMs });
