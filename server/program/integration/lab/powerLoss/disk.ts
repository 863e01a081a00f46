/**
 * A disk that a journal is played on, and what a loss of power may leave of it. POSIX promises only what was synced:
 * bytes and size of a file by an fsync of that file, names (made, renamed, removed) by an fsync of their folder.
 * Everything since may be there or not, each name and each piece of a write by itself.
 */
import { constants, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JournalRecord } from './journal.ts';

/** `at`: bytes of the journal up to its record. */
type Change = { at: number; offset: number; data: Buffer } | { at: number; size: number };
class File {
  /** As of the last sync, and what came after. */
  synced: Buffer = Buffer.alloc(0);
  pending: Change[] = [];

  sync(before: number): void {
    const done = this.pending.filter(({ at }) => at <= before);
    this.pending = this.pending.filter(({ at }) => at > before);
    this.synced = done.reduce(changed, this.synced);
  }
}

type Entry = [name: string, node: File | Folder | null];
class Folder {
  entries = new Map<string, File | Folder>();
  synced = new Map<string, File | Folder>();
  /** The entries of one change are set together. */
  pending: { at: number; entries: Entry[] }[] = [];

  change(at: number, entries: Entry[]): void {
    this.pending.push({ at, entries });
    setEntries(this.entries, entries);
  }

  sync(before: number): void {
    for (const { at, entries } of this.pending) if (at <= before) setEntries(this.synced, entries);
    this.pending = this.pending.filter(({ at }) => at > before);
  }
}

/** Decides for one change that was not synced, or one piece of a write, whether the disk has it. */
export type Keeps = () => boolean;
export const NOTHING: Keeps = () => false;
export const EVERYTHING: Keeps = () => true;

/** A file's bytes, or what a folder holds. */
export type Image = Map<string, Buffer | Image>;

export class Disk {
  private readonly top = new Folder();
  private readonly handles = new Map<number, File | Folder>();

  /** `root` exists and was synced before the journal began; it is empty. */
  constructor(private readonly root: string) {}

  play(record: JournalRecord): void {
    const { type, path, second, handle, number, end: at } = record;
        switch (type) {
      case 'open': {
        const known = this.at(path);
        if (known === undefined && (number & constants.O_CREAT) === 0) throw new Error(`The journal has no ${path}.`);
        const node = known ?? new File();
        if (known === undefined) this.parent(path).change(at, [[basename(path), node]]);
        const empties = known !== undefined && (number & constants.O_TRUNC) !== 0;
        if (empties && node instanceof File) node.pending.push({ at, size: 0 });
        this.handles.set(handle, node);
        break;
      }
      case 'write':
        this.file(handle).pending.push({ at, offset: number, data: record.data });
        break;
      case 'truncate':
        this.file(handle).pending.push({ at, size: number });
        break;
      case 'sync':
        this.handles.get(handle)?.sync(number);
        break;
      case 'mkdir':
        this.parent(path).change(at, [[basename(path), new Folder()]]);
        break;
      case 'unlink':
        this.parent(path).change(at, [[basename(path), null]]);
        break;
      case 'link':
        this.parent(second).change(at, [[basename(second), this.known(path)]]);
        break;
      case 'rename': {
        const node = this.known(path);
        const gone: Entry = [basename(path), null];
        const made: Entry = [basename(second), node];
        if (dirname(path) === dirname(second)) this.parent(path).change(at, [gone, made]);
        else {
          this.parent(path).change(at, [gone]);
          this.parent(second).change(at, [made]);
        }
        break;
      }
      default:
        throw new Error(`The journal does not take apart ${path || type}, so that it proves nothing.`);
    }
  }

  /** What is on the disk when of everything that was not synced it has what `keeps` says. */
  image(keeps: Keeps, pieceBytes = 4096): Image {
    return imageOf(this.top, keeps, pieceBytes);
  }

  private at(path: string): File | Folder | undefined {
    const names = path.slice(this.root.length).split('/').filter((name) => name !== '');
    return names.reduce<File | Folder | undefined>(
      (node, name) => (node instanceof Folder ? node.entries.get(name) : undefined), this.top
    );
  }

  private known(path: string): File | Folder {
    const node = this.at(path);
    if (node === undefined) throw new Error(`The journal has no ${path}.`);
    return node;
  }

  private parent(path: string): Folder {
    const node = this.known(dirname(path));
    if (!(node instanceof Folder)) throw new Error(`${dirname(path)} is not a folder.`);
    return node;
  }

  private file(handle: number): File {
    const node = this.handles.get(handle);
    if (!(node instanceof File)) throw new Error(`The journal writes to ${handle}, which is not a file.`);
    return node;
  }
}

/** Writes an image into a folder that exists. */
export function writeImage(image: Image, folder: string): void {
  for (const [name, node] of image) {
    const path = join(folder, name);
    if (Buffer.isBuffer(node)) writeFileSync(path, node);
    else {
      mkdirSync(path);
      writeImage(node, path);
    }
  }
}

function imageOf(folder: Folder, keeps: Keeps, pieceBytes: number): Image {
  const entries = new Map(folder.synced);
  for (const change of folder.pending) if (keeps()) setEntries(entries, change.entries);
  return new Map([...entries].map(([name, node]) => [
    name, node instanceof Folder ? imageOf(node, keeps, pieceBytes) : contentOf(node, keeps, pieceBytes),
  ]));
}

function contentOf({ synced, pending }: File, keeps: Keeps, pieceBytes: number): Buffer {
  return pending.flatMap((change) => ('data' in change ? pieces(change, pieceBytes) : [change])).filter(() => keeps())
    .reduce(changed, synced);
}

/** A write as the blocks of the disk that it touches. */
function pieces({ at, offset, data }: { at: number; offset: number; data: Buffer }, pieceBytes: number): Change[] {
  const parts: Change[] = [];
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + pieceBytes - ((offset + from) % pieceBytes));
    parts.push({ at, offset: offset + from, data: data.subarray(from, to) });
    from = to;
  }
  return parts;
}

/** Where nothing was written are zeros. */
function changed(content: Buffer, change: Change): Buffer {
  const size = 'data' in change ? Math.max(content.length, change.offset + change.data.length) : change.size;
  const next = Buffer.alloc(size);
  content.copy(next);
  if ('data' in change) change.data.copy(next, change.offset);
  return next;
}

function setEntries(to: Map<string, File | Folder>, entries: Entry[]): void {
  for (const [name, node] of entries) {
    if (node === null) to.delete(name);
    else to.set(name, node);
  }
}
