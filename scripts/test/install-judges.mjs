// Programs of other makers that the tests ask for an opinion. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages that the tests ask for an independent opinion, and a file by which to know each. */
const PACKAGES = {
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  'poppler-utils': 'pdfsig',
  qpdf: 'qpdf',
  'mupdf-tools': 'mutool',
  openssl: 'openssl',
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  softhsm2: 'softhsm2-util',
  // Lays out Word files; the one that npm brings is too slow to start for tests.
  'libreoffice-writer-nogui': 'soffice',
  // Reads and writes spreadsheets beside the product.
  'libreoffice-calc-nogui': '/usr/lib/libreoffice/program/libsclo.so',
  // PDFBox Preflight judges PDF/A-1b; it needs Java and two interfaces that Java no longer brings.
  'default-jre-headless': 'java',
  'libpdfbox2-java': '/usr/share/java/preflight.jar',
  'libjaxb-api-java': '/usr/share/java/jaxb-api.jar',
};

function isThere(file) {
  if (file.startsWith('/')) return existsSync(file);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, file)));
}

const missing = () => Object.keys(PACKAGES).filter((name) => !isThere(PACKAGES[name]));

/** Installs what of them is missing, where it may; says what the tests will lack. */
export function installJudges() {
  const wanted = missing();
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    console.log(`Installing ${wanted.join(', ')} …`);
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], options);
  }
  const still = missing();
  if (still.length > 0) {
    console.log(
      `Missing, so some tests will fail: ${still.join(', ')} (install them with apt-get, as root).`,
    );
  }
}
