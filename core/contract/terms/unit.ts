/** The unit of a figure: how it is written, never how it is scaled. */
export type Unit =
  | 'seconds' | 'bytes' | 'bytesPerSecond' | 'cores' | 'coreSeconds' | 'ratio' | 'count' | 'perSecond'
    | 'segmentsPerSecond' | 'timestamp'
  | 'bytesPerSample' | 'byteSeconds' | 'none';
