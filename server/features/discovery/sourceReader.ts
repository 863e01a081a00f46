import type { LabelMap } from '../../kernel/relabel/relabel.ts';

/** Result of one read of a source. `found` null: unreadable, so its previous targets stay. */
export interface SourceAnswer {
  found: LabelMap[] | null;
  /** Problems as sentences: what could not be read, why, and what to do. */
  problems: string[];
}

/** A source of targets: files, an HTTP endpoint, DNS names, a Prometheus. */
export interface SourceReader {
  /** Location for messages and the API; never contains credentials. */
  where: string;
  read(): Promise<SourceAnswer>;
  /** Calls back when there may be changes before the next refresh. */
  watch?(changed: () => void): void;
  close(): void;
}

/** Same as Go's `net.JoinHostPort`, which Prometheus uses. */
export function hostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
