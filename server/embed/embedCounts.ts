/** How often embeds were asked for, for tsdbscope's own metrics. */

export type EmbedRoute = 'page' | 'data' | 'stream' | 'svg' | 'png' | 'oembed';

export class EmbedCounts {
  /** Open now. */
  streams = 0;
  private readonly answered = new Map<string, { route: EmbedRoute; status: number; count: number }>();

  add(route: EmbedRoute, status: number): void {
    const key = `${route} ${status}`;
    const row = this.answered.get(key) ?? { route, status, count: 0 };
    row.count += 1;
    this.answered.set(key, row);
  }

  rows(): { route: EmbedRoute; status: number; count: number }[] {
    return [...this.answered.values()];
  }
}
