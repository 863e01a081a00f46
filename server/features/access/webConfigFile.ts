/** The current web configuration: reread when one of its files changed, as exporters do. */
import { UsageError } from '../../kernel/config/usageError.ts';
import type { WebConfig } from '../../kernel/config/configTypes.ts';
import { changedMs, readWebConfig } from '../../kernel/config/webConfigKeys.ts';

/** Shortest interval between two checks of the files. */
const LOOK_MS = 2000;

export class WebConfigFile {
  private lookedMs: number;
  private failedMs = 0;
  private readonly listeners: ((web: WebConfig) => void)[] = [];

  constructor(
    private web: WebConfig,
    private readonly options: { now: () => number; notice: (sentence: string) => void },
  ) {
    this.lookedMs = options.now();
  }

  onChange(listener: (web: WebConfig) => void): void {
    this.listeners.push(listener);
  }

  /** Returns the configuration. If a file is invalid now, keeps the previous one and reports it once. */
  current(): WebConfig {
    const { now, notice } = this.options;
    if (now() - this.lookedMs < LOOK_MS) return this.web;
    this.lookedMs = now();
    const changed = changedMs(this.web.files);
    if (changed === this.web.changedMs || changed === this.failedMs) return this.web;
    try {
      this.web = readWebConfig(this.web.file);
      this.failedMs = 0;
      for (const listener of this.listeners) listener(this.web);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.failedMs = changed;
      notice(`The web configuration stays as it was: ${error.message}`);
    }
    return this.web;
  }
}
