/** `file`: its path; `sentence`: what it says alone; `isTarget`: whether it is a target now. */
export interface TogetherFile {
  name: string; file: string; sizeBytes: number; format: string; program: string | null; sentence: string;
  isLog: boolean; isTarget: boolean;
  /** Whether no page shows it. */
  isRefused: boolean;
}

export interface TogetherText extends TogetherFile { text: string }
