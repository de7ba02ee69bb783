import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 1024 * 1024;
/** How often it is looked whether the file is still there, ms: the person may take it away. */
const LOOK_MS = 1_000;

export interface Log {
  /** One line for the person: what happened, for which site. Never a PIN, code, secret or message. */
  write(...lines: string[]): void;
  /** Shows what is not shown yet. */
  flush(): void;
  path: string;
}

/**
 * A file that the person can read, and the terminal. A line is in the file before what it tells of is answered; the
 * terminal gets all lines of a moment at once. The file before it is kept as agent.log.1.
 */
export function openLog(folder: string, show: (line: string) => void): Log {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'agent.log');
  let file: { fd: number; size: number; lookedAt: number } | undefined;
  let unseen: string[] = [];
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
  const flush = () => {
    if (unseen.length > 0) show(unseen.join('\n'));
    unseen = [];
  };
  return {
    path,
    flush,
    write(...lines) {
      if (lines.length === 0) return;
      const now = new Date().toISOString();
      // Titles come from pages: no line breaks and no control characters of a terminal in them.
      const text = lines
        .map((words) => `${now} ${words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')}`)
        .join('\n');
      append(`${text}\n`);
      if (unseen.push(text) === 1) setImmediate(flush);
    },
  };
}
