// LibreOffice as WASM, in a process of its own: Word files in, PDF out, by messages of the parent. Plain CommonJS, as the
// package is. It is large (1.2 to 1.8 GB). It converts a small file before it reports that it is ready. Its parent kills
// one that stalls and starts it again.
'use strict';
const { readFileSync } = require('node:fs');
const { Module, createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');

const packageRequire = createRequire(__filename);
const folder = join(dirname(packageRequire.resolve('@matbee/libreoffice-converter/package.json')), 'wasm');

// With its own four threads LibreOffice waits for a fifth in most starts; the file on the disk stays as it is.
const plain = Module._extensions['.js'];
Module._extensions['.cjs'] = (module, file) => {
  if (basename(file) !== 'soffice.cjs') return plain(module, file);
  return module._compile(readFileSync(file, 'utf8').replace('pthreadPoolSize=4', 'pthreadPoolSize=16'), file);
};

const [fonts] = process.argv.slice(2);
const FILTER = JSON.stringify({
  ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' },
  ExportFormFields: { type: 'boolean', value: 'false' },
});

require(join(folder, 'loader.cjs'))
  // Its own main() would start LibreOffice a second time, in a thread, while we start it here. Where that one is first to
  // the fonts, this thread waits for it, and serves each of its 50,000 reads within a wait of a millisecond: minutes.
  .createModule({ print() {}, printErr() {}, noInitialRun: true })
  .then((office) => {
    for (const path of ['/tmp', '/tmp/in', '/tmp/out'])
      try {
        office.FS.mkdir(path);
      } catch {
        // It is there already.
      }
    for (const file of JSON.parse(fonts))
      office.FS.writeFile(`/instdir/share/fonts/truetype/${basename(file)}`, readFileSync(file));
    const text = (words) => {
      const bytes = Buffer.from(`${words}\0`);
      const at = office._malloc(bytes.length);
      office.HEAPU8.set(bytes, at);
      return at;
    };
    const kit = office._libreofficekit_hook(text('/instdir/program'));
    const convert = (name, bytes) => {
      let pdf = null;
      office.FS.writeFile(`/tmp/in/${name}`, bytes);
      const document = office._lok_documentLoad(kit, text(`file:///tmp/in/${name}`));
      if (document) {
        office._lok_documentSaveAs(document, text('file:///tmp/out/file.pdf'), text('pdf'), text(FILTER));
        if (office.FS.analyzePath('/tmp/out/file.pdf').exists) pdf = office.FS.readFile('/tmp/out/file.pdf');
        office._lok_documentDestroy(document);
      }
      for (const path of [`/tmp/in/${name}`, '/tmp/out/file.pdf'])
        if (office.FS.analyzePath(path).exists) office.FS.unlink(path);
      return pdf;
    };
    process.on('message', ({ id, docx }) => {
      try {
        process.send({ id, pdf: convert('file.docx', docx) });
      } catch (error) {
        // After a crash LibreOffice cannot be used any more: the parent starts another one.
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      }
    });
    if (!convert('first.rtf', Buffer.from('{\\rtf1\\ansi A\\par}'))) process.exit(1);
    process.send({ ready: true });
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
