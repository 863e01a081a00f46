/** Work that yields between its steps, so that its caller can do something else in between. */
export type Steps<T> = Generator<undefined, T>;

/** Runs the work without a pause. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
