/** Work that yields between its steps, so that its caller may do something else meanwhile. */
export type Steps<T> = Generator<undefined, T>;

/** Without a pause. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
