/** Says whether a block in a bucket has its chunks, by a listing of it in the text. Pure; bounded. */
import type { Answer } from './answer.ts';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
/** The block that could not be read. */
const BLOCK = new RegExp(String.raw`\bblock (?:.{0,60}/)?(${ULID})\b`);
/** The count of chunks in the meta.json of a block, behind its path. */
const chunksOf = (ulid: string): RegExp => new RegExp(String.raw`\b${ulid}/meta\.json\b(?:(?!${ULID})[^]){0,1500}?`
  + String.raw`"numChunks"\s{0,8}:\s{0,8}(\d{1,12})`);
const MAX_ROWS = 12;
/** The command that listed it, or the heading of its part of a listing. */
const HEADER = new RegExp(String.raw`^(?:[=\-# \t$>]{0,8})(?:[^\n]{0,120}[/ ])?(${ULID})/?:?[ \t=]{0,8}$`);
/** A command that lists all files below a path. */
const RECURSIVE = /\b(?:ls|lsf|find|du)\b[^\n]{0,200}(?: --recursive\b| -\w{0,3}[rR]\b|\*\*)/;
const FILE = /(?:^|[\s/])(index|meta\.json|chunks\/\d{6}|chunks\/)$/;
const BROKEN_UPLOAD = /\bupload\w{0,4}\b[^\n]{0,400}context canceled/;

/** Returns the files that a listing has of a block, and whether it is of that block as a whole. */
function filesOf(ulid: string, text: string): { files: Set<string>; isWhole: boolean } {
  const lines = text.split('\n').map((line) => line.slice(0, 400).trimEnd());
  const files = new Set<string>();
  let isWhole = false;
  for (const [i, line] of lines.entries()) {
    // A flat listing has the block in each row.
    if (RECURSIVE.test(line)) isWhole = true;
    const flat = new RegExp(String.raw`^[^"{=]{0,200}${ulid}/(index|meta\.json|chunks/(?:\d{6})?)$`).exec(line)?.[1];
    if (flat !== undefined) files.add(flat);
    if (HEADER.exec(line)?.[1] !== ulid) continue;
    isWhole = true;
    for (const row of lines.slice(i + 1, i + 1 + MAX_ROWS)) {
      const file = FILE.exec(row)?.[1];
      if (file === undefined) break;
      files.add(file);
    }
  }
  return { files, isWhole };
}

function answer(text: string, facts: string): string | null {
  const ulid = BLOCK.exec(facts)?.[1] ?? BLOCK.exec(text)?.[1];
  if (ulid === undefined) return null;
  const { files, isWhole } = filesOf(ulid, text);
  if (!files.has('index') || !files.has('meta.json') || [...files].some((one) => one.startsWith('chunks'))) return null;
  const chunks = Number(chunksOf(ulid).exec(text)?.[1] ?? 0);
  // Rows of a block may be a part of a listing.
  if (!isWhole && chunks === 0) return null;
  const isBroken = text.split('\n').some((line) => line.includes(ulid) && BROKEN_UPLOAD.test(line));
  return `The block ${ulid} is incomplete: by the listing in the text, it has its index and meta.json and no chunks${
    chunks > 0 ? `, of which its meta.json counts ${chunks.toLocaleString('en-US')}` : ''}${
    isBroken ? ', and an upload of it was interrupted (context canceled)' : ''}. If a complete copy is left at its `
    + 'source, upload that; otherwise mark it (thanos tools bucket mark --marker=no-compact-mark.json, or '
    + `deletion-mark.json, --id=${ulid}), then start the compactor again.`;
}

export const BUCKET_ANSWERS: readonly Answer[] = [
  // The sizes of a listing of a bucket are no output of du.
  [/ It also has the output of du: chunks\/\d{6} has most of those listed: \S{1,20}\.(?= |$)/,
    (text) => (/\b(?:mc|s3|s3cmd|gsutil|rclone) ls\b/.test(text) ? '' : null)],
  [new RegExp(/ ?A chunk of a block could not be read, or of the head if the block is named 0{26}: look at the /.source
    + /disk or the store that holds it, and copy a block before you move it\.(?= |$)/.source), answer, 'leads'],
];
