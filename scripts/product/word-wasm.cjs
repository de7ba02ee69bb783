// LibreOffice as WASM, in a process of its own: Word files in, PDF out, by messages of the parent. Plain CommonJS, as the
// package is. It is large (1.2 to 1.8 GB) and now and then stalls when it starts, so its parent ends and starts it anew.
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
  .createModule({ print() {}, printErr() {} })
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
    process.on('message', ({ id, docx }) => {
      let pdf = null;
      try {
        office.FS.writeFile('/tmp/in/file.docx', docx);
        const document = office._lok_documentLoad(kit, text('file:///tmp/in/file.docx'));
        if (document) {
          office._lok_documentSaveAs(document, text('file:///tmp/out/file.pdf'), text('pdf'), text(FILTER));
          pdf = office.FS.readFile('/tmp/out/file.pdf');
          office._lok_documentDestroy(document);
        }
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
      for (const path of ['/tmp/in/file.docx', '/tmp/out/file.pdf'])
        try {
          office.FS.unlink(path);
        } catch {
          // It was not made.
        }
      process.send({ id, pdf });
    });
    process.send({ ready: true });
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
