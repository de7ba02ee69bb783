let waiting: readonly File[] = [];

/** Passes files to the verification page, which takes them when it opens. They stay in memory only. */
export function handOver(files: readonly File[]): void {
  waiting = files;
}

/** Takes the passed files, once. */
export function takeOver(): readonly File[] {
  const files = waiting;
  waiting = [];
  return files;
}
