import { readdirSync, readFileSync } from 'node:fs';

/**
 * How long the processes of a group have waited for a processor since each of them began, in ms: of each the thread
 * that waited most. 0 where the system does not tell (it is Linux that does, in /proc/…/schedstat).
 */
export function waitedMs(group: number): number {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
    .reduce((sum, pid) => sum + longestWait(pid), 0);
}

/** How long a process has waited for a processor since it began, in ms: the thread that waited most. */
export const waitedOf = (pid: number): number => longestWait(String(pid));

function longestWait(pid: string): number {
  // "ran waited slices", in ns
  const waits = entries(`/proc/${pid}/task`).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[1] ?? 0),
  );
  return Math.max(0, ...waits) / 1e6;
}

/** What stands behind the program's name, which may hold anything: state, parent, group. */
function groupOf(pid: string): number {
  return Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[2],
  );
}

// A process may end while it is looked at.
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
