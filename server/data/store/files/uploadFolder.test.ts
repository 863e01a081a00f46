import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUploadFolder } from './uploadFolder.ts';

let dataDir: string;
beforeEach(() => { dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-uploads-')); });
afterEach(() => { rmSync(dataDir, { recursive: true }); });

function open(): string {
  const opened = openUploadFolder(dataDir);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

describe('the folder of uploads', () => {
  it('is made, and is empty at first', () => {
    expect(readdirSync(open())).toEqual([]);
  });

  it('loses what an interrupted upload left, and nothing of anybody else', () => {
    const folder = join(dataDir, 'uploads');
    mkdirSync(folder);
    writeFileSync(join(folder, `${randomUUID()}.upload`), 'half');
    writeFileSync(join(folder, `${randomUUID()}.ndjson.gz`), 'half');
    for (const prefix of ['upload-', 'incident-', 'opening-'])
      writeFileSync(join(mkdtempSync(join(folder, prefix)), 'archive'), 'half');
    for (const name of ['holiday.jpg', 'upload-2024.zip', 'notes.upload']) writeFileSync(join(folder, name), 'mine');
    mkdirSync(join(folder, 'incident-reports'));
    expect(readdirSync(open()).sort()).toEqual(['holiday.jpg', 'incident-reports', 'notes.upload', 'upload-2024.zip']);
  });

  it('says what is wrong where it cannot be made', () => {
    writeFileSync(join(dataDir, 'uploads'), 'a file');
    const opened = openUploadFolder(dataDir);
    expect(opened).toMatchObject(
      {
        ok: false,
        error: { message: expect.stringMatching(/uploads cannot be used \(EEXIST\); .*--data DIR\.$/) as string },
      }
    );
  });
});
