// Third-party programs that tests use for independent verification. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages that tests use for independent verification, each with a file that indicates its presence. */
const PACKAGES = {
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  'poppler-utils': 'pdfsig',
  qpdf: 'qpdf',
  'mupdf-tools': 'mutool',
  openssl: 'openssl',
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  softhsm2: 'softhsm2-util',
  // Lays out Word files; the one from npm starts too slowly for tests.
  'libreoffice-writer-nogui': 'soffice',
  // Reads and writes spreadsheets independently of the product.
  'libreoffice-calc-nogui': '/usr/lib/libreoffice/program/libsclo.so',
  // PDFBox Preflight validates PDF/A-1b; it needs Java and two interfaces that Java no longer includes.
  'default-jre-headless': 'java',
  'libpdfbox2-java': '/usr/share/java/preflight.jar',
  'libjaxb-api-java': '/usr/share/java/jaxb-api.jar',
};

function isThere(file) {
  if (file.startsWith('/')) return existsSync(file);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, file)));
}

const missing = () => Object.keys(PACKAGES).filter((name) => !isThere(PACKAGES[name]));

/** Installs missing packages if permitted; reports what the tests will lack. */
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
