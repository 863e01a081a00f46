/** Series that the collector adds to a scrape itself. */
export const RECORDED = {
  replaySegmentMin: 'tsdbscope_replay_segment_min',
  replaySegmentMax: 'tsdbscope_replay_segment_max',
  replaySegmentCurrent: 'tsdbscope_replay_segment_current',
  targetReady: 'tsdbscope_target_ready',
} as const;
