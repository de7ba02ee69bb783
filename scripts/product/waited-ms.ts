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

/** How the time of a process has gone so far, in ms. */
export interface Usage {
  /** On a CPU, all of its threads. */
  ran: number;
  /** Waiting for a CPU: the thread with the longest wait. */
  waited: number;
  /** How often a thread that still lives was put on a CPU. */
  slices: number;
}

/** Undefined if the system does not report it, or the process has ended. */
export function usageOf(pid: number): Usage | undefined {
  // user and system time, also of threads that have ended; in hundredths of a second (proc(5))
  const [user, system] = fieldsOf(String(pid)).slice(11, 13).map(Number);
  if (user === undefined || system === undefined) return undefined;
  const slices = schedulesOf(String(pid)).reduce((sum, [, , count = 0]) => sum + count, 0);
  return { ran: (user + system) * 10, waited: longestWait(String(pid)), slices };
}

const longestWait = (pid: string): number =>
  Math.max(0, ...schedulesOf(pid).map(([, waited = 0]) => waited)) / 1e6;

/** "ran waited slices" of each thread, the times in ns. */
const schedulesOf = (pid: string): number[][] =>
  entries(`/proc/${pid}/task`).map((thread) =>
    read(`/proc/${pid}/task/${thread}/schedstat`).split(' ').map(Number),
  );

/** The fields after the program's name, which may contain anything: state, parent, group, … */
const fieldsOf = (pid: string): string[] =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .filter((field) => field !== '');

const groupOf = (pid: string): number => Number(fieldsOf(pid)[2]);

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
