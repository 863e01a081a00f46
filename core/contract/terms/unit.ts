/** The unit of a figure: determines its formatting, never its scale. */
export type Unit =
  | 'seconds' | 'bytes' | 'bytesPerSecond' | 'cores' | 'coreSeconds' | 'ratio' | 'count' | 'perSecond'
    | 'segmentsPerSecond' | 'timestamp'
  | 'bytesPerSample' | 'byteSeconds' | 'none';
