/** Run as a program: reads everything of the file named and prints how it ended and by how many MB memory grew at most. */
import { readFileSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { isAppError } from '#core/errors.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { peakMemory } from '#tests/fixtures/peak-memory.ts';

const file = new Uint8Array(readFileSync(argv[2]!));
const before = peakMemory();
let outcome = 'read';
try {
  const document = openPdfBytes(file);
  for (const page of listPages(document)) findText(document, page, 'Page');
  listFields(document);
  for (const num of document.revisions[0]!.written) document.get(num);
} catch (error) {
  if (!isAppError(error)) throw error;
  outcome = error.name;
}
stdout.write(JSON.stringify({ outcome, megabytes: (peakMemory() - before) / 2 ** 20 }));
