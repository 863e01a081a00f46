/** `go test -bench` outputs, or two of GNU time, compared; nothing is kept. */
import express, { Router } from 'express';
import { badData, sendData, valueOf } from './errors.ts';
import { benchmarkReport, MAX_FILES, type NamedText } from '../benchmarks/report.ts';

const MAX_BODY = '16mb';

export function benchmarkRoutes(): Router {
  const router = Router();
  // Whatever the type says: `curl -d` calls its JSON a form.
  router.post('/benchmarks', express.json({ limit: MAX_BODY, type: () => true }), (req, res) => {
    const { texts, ignore } = readRequest(req.body as unknown);
    sendData(res, valueOf(benchmarkReport(texts, ignore)));
  });
  return router;
}

const FORM = 'Send {"before": text, "after": text} or {"files": [{"name": ..., "text": ...}, ...]}.';

function readRequest(body: unknown): { texts: NamedText[]; ignore: string[] } {
  if (!isRecord(body)) throw badData(FORM);
  const { before, after, files, ignore = [] } = body;
  if (!Array.isArray(ignore) || ignore.length > 100 || !ignore.every((key) => typeof key === 'string')) throw badData('"ignore" is no list of configuration keys; write e.g. ["cpu"].');
  if (files === undefined) {
    if (typeof before !== 'string' || typeof after !== 'string') throw badData(FORM);
    return { texts: [{ name: 'before', text: before }, { name: 'after', text: after }], ignore };
  }
  if (!Array.isArray(files) || files.length < 1 || files.length > MAX_FILES) throw badData(`"files" is no list of one to ${MAX_FILES} outputs. ${FORM}`);
  return { texts: files.map(readFile), ignore };
}

function readFile(file: unknown): NamedText {
  if (!isRecord(file) || typeof file['name'] !== 'string' || typeof file['text'] !== 'string' || file['name'].length > 200) throw badData(`A file has no name of at most 200 characters, or no text. ${FORM}`);
  return { name: file['name'], text: file['text'] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
