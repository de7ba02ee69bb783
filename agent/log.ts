import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 1024 * 1024;
/** How often to check that the file still exists, ms: the user may delete it. */
const LOOK_MS = 1_000;
/** Longest delay of terminal output, ms. */
const SHOW_MS = 50;
/** Lines kept in memory while the file cannot be written. */
const WAITING = 1_000;

export interface Log {
  /** Adds one line for the user: what happened, and for which site. Never a PIN, code, secret or message. */
  write(...lines: string[]): void;
  /** Writes pending lines to the file, or throws. Call it before answering, so that no answer goes out unlogged. */
  settle(): void;
  /** Writes pending lines to the file and to the terminal. */
  flush(): void;
  path: string;
}

/**
 * Log to a file that the user can read, and to the terminal. Lines are written to the file in batches, before the call
 * they describe is answered; the terminal, which is slower than a signature, follows later. The previous file is kept
 * as agent.log.1.
 */
export function openLog(folder: string, show: (line: string) => void): Log {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'agent.log');
  let file: { fd: number; size: number; lookedAt: number } | undefined;
  let unwritten: string[] = [];
  let unseen: string[] = [];
  let showing: ReturnType<typeof setTimeout> | undefined;
  const openFile = () => {
    const fd = openSync(path, 'a', 0o600);
    return { fd, size: fstatSync(fd).size, lookedAt: Date.now() };
  };
  const close = () => {
    if (file) closeSync(file.fd);
    file = undefined;
  };
  const append = (text: string) => {
    if (file && Date.now() - file.lookedAt > LOOK_MS) {
      const there = statSync(path, { throwIfNoEntry: false });
      if (there?.ino !== fstatSync(file.fd).ino) close();
      else file.lookedAt = Date.now();
    }
    file ??= openFile();
    if (file.size > LARGEST) {
      close();
      renameSync(path, `${path}.1`);
      file = openFile();
    }
    file.size += writeSync(file.fd, text);
  };
  const settle = () => {
    if (unwritten.length === 0) return;
    unwritten.splice(0, unwritten.length - WAITING);
    const text = unwritten.join('\n');
    append(`${text}\n`);
    unwritten = [];
    unseen.push(text);
    showing ??= setTimeout(flush, SHOW_MS);
  };
  /** Writes lines that belong to no answer; they stay pending while the disk is full. */
  const settleUnasked = () => {
    try {
      settle();
    } catch {
      // the next answer that needs its line reports the failure
    }
  };
  const flush = () => {
    settleUnasked();
    clearTimeout(showing);
    showing = undefined;
    if (unseen.length > 0) show(unseen.join('\n'));
    unseen = [];
  };
  return {
    path,
    settle,
    flush,
    write(...lines) {
      if (lines.length === 0) return;
      const now = new Date().toISOString();
      if (unwritten.length === 0) setImmediate(settleUnasked);
      // Titles come from web pages: strip line breaks and terminal control characters.
      for (const line of lines) unwritten.push(`${now} ${line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')}`);
    },
  };
}
