import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Builds a root in which there are the programs, the fonts and one folder of the machine, and starts a program there. All but
 * the folder belongs to whoever started it, so that the program can change as little as before; what it does not need to run
 * (homes, settings, the product's data) is not there. `sh -c ROOT sh ROOT FONTS FOLDER PROGRAM…`.
 */
const SCRIPT = `set -e
root=$1 fonts=$2 folder=$3
shift 3
mount -t tmpfs none "$root"
seen() { if [ -e "$1" ]; then mkdir -p "$root$1"; mount --rbind "$1" "$root$1"; fi; }
copy() { if [ -f "$1" ]; then mkdir -p "$root$(dirname "$1")"; cp "$1" "$root$1"; fi; }
for one in /usr /bin /sbin /lib /lib32 /lib64 /opt/libreoffice* /etc/fonts /etc/libreoffice /etc/alternatives \\
  /var/lib/libreoffice /var/cache/fontconfig /dev "$fonts" "$folder"; do seen "$one"; done
for one in /etc/ld.so.cache /etc/localtime; do copy "$one"; done
mkdir -p "$root/tmp" "$root/proc"
mount -t proc none "$root/proc" 2>/dev/null || true
cd "$root"
exec chroot "$root" /usr/bin/env -C "$folder" "$@"`;

export interface Places {
  /** An empty folder that becomes the program's root; nothing is written into it. */
  root: string;
  fonts: string;
  /** The only folder in which the program reads and writes files. */
  folder: string;
}

/** The command that starts a program in namespaces of its own: no network, no other processes, no other files. */
export const confined = (
  { root, fonts, folder }: Places,
  program: string,
  args: readonly string[],
): [string, string[]] => [
  'unshare',
  [
    ...['--map-root-user', '--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child'],
    ...['sh', '-c', SCRIPT, 'sh', root, fonts, folder, program, ...args],
  ],
];

/** Whether this machine lets programs be confined so: Linux where users may make namespaces. */
export async function canConfine(): Promise<boolean> {
  const places = ['root', 'fonts', 'folder'].map((name) => mkdtempSync(join(tmpdir(), `signet-${name}-`)));
  const [root, fonts, folder] = places as [string, string, string];
  try {
    const [command, args] = confined({ root, fonts, folder }, 'true', []);
    await promisify(execFile)(command, args, { timeout: 10_000 });
    return true;
  } catch {
    return false;
  } finally {
    for (const place of places) rmSync(place, { recursive: true, force: true });
  }
}
