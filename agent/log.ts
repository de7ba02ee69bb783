import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 1024 * 1024;
/** How often it is looked whether the file is still there, ms: the person may take it away. */
const LOOK_MS = 1_000;
/** What the terminal shows may be as old as this, ms. */
const SHOW_MS = 50;
/** Lines that are kept while the file cannot be written. */
const WAITING = 1_000;

export interface Log {
  /** One line for the person: what happened, for which site. Never a PIN, code, secret or message. */
  write(...lines: string[]): void;
  /** Puts what was written into the file now, or throws. Whoever answers calls it first: no answer without its line. */
  settle(): void;
  /** Does so, and shows it. */
  flush(): void;
  path: string;
}

/**
 * A file that the person can read, and the terminal. Lines go into the file together, before what they tell of is
 * answered; the terminal, which is slower than a signature, gets them after. The file before it is kept as agent.log.1.
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
  /** For lines that belong to no answer. While the disk is full they wait. */
  const settleUnasked = () => {
    try {
      settle();
    } catch {
      // whoever is to be answered next finds out
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
      // Titles come from pages: no line breaks and no control characters of a terminal in them.
      for (const words of lines)
        unwritten.push(`${now} ${words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')}`);
    },
  };
}
