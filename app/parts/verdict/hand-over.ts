let waiting: readonly File[] = [];

/** Files that another page wants verified in full: the verification page takes them when it opens. They stay in memory. */
export function handOver(files: readonly File[]): void {
  waiting = files;
}

/** What was handed over, once. */
export function takeOver(): readonly File[] {
  const files = waiting;
  waiting = [];
  return files;
}
