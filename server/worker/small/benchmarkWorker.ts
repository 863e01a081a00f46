/** Worker thread: compares the benchmark outputs of one request, answers in JSON, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readBenchRequest } from '../../benchmarks/benchRequest.ts';
import { benchmarkReport } from '../../benchmarks/report.ts';
import type { Failure } from '../../../core/result.ts';
import { transferables } from '../../threads/transferables.ts';

export type BenchmarkReply = { ok: true; json: Uint8Array } | { ok: false; error: Failure };

const request = readBenchRequest(workerData as Uint8Array);
const report = request.ok ? benchmarkReport(request.value.texts, request.value.by) : request;
const reply: BenchmarkReply = report.ok ? { ok: true, json: new TextEncoder().encode(JSON.stringify(report.value)) } : report;
parentPort?.postMessage(reply, reply.ok ? transferables(reply.json) : []);
