import { readdirSync, readFileSync } from 'node:fs';

/**
 * Time that the processes of a group have waited for a CPU since each started, in ms: per process the thread with the
 * longest wait. 0 if the system does not report it (Linux does, in /proc/…/schedstat).
 */
export function waitedMs(group: number): number {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
    .reduce((sum, pid) => sum + longestWait(pid), 0);
}

/** Time that a process has waited for a CPU since it started, in ms: of the thread with the longest wait. */
export const waitedOf = (pid: number): number => longestWait(String(pid));

function longestWait(pid: string): number {
  // "ran waited slices", in ns
  const waits = entries(`/proc/${pid}/task`).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[1] ?? 0),
  );
  return Math.max(0, ...waits) / 1e6;
}

/** Parses the fields after the program's name, which may contain anything: state, parent, group. */
function groupOf(pid: string): number {
  return Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[2],
  );
}

// A process may end while it is being examined.
function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
