import type { LabelMap } from '../../kernel/relabel/relabel.ts';

/** What one look at a source gave. `found` null: nothing could be read, and what it gave before stays. */
export interface SourceAnswer {
  found: LabelMap[] | null;
  /** Sentences: what could not be read, why, and what to do. */
  problems: string[];
}

/** Where targets are found: files, an HTTP endpoint, DNS names, a Prometheus. */
export interface SourceReader {
  /** For messages and the API; never holds credentials. */
  where: string;
  read(): Promise<SourceAnswer>;
  /** Calls back when there may be something new before the next refresh. */
  watch?(changed: () => void): void;
  close(): void;
}

/** As Prometheus's `net.JoinHostPort`. */
export function hostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
