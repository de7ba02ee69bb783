/** Applies all rules to the changes of one revision against an older state. */
import type { PdfDocument } from '../../read/document.ts';
import { catalog } from './catalog.ts';
import { createComparison, type JudgedChange } from './comparison.ts';
import { coveredContent } from './covered.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { fieldLooks } from './field-look.ts';
import { form } from './form.ts';
import { housekeeping } from './housekeeping.ts';
import { leftovers } from './leftovers.ts';
import { information, xmp } from './metadata.ts';
import { pages } from './pages.ts';
import type { References } from './references.ts';
import { securityStore } from './security-store.ts';
import { structure } from './structure.ts';
import { trailer } from './trailer.ts';

/** All changes of revision `newer` with the verdicts of the rules; empty if nothing differs. */
export function compareRevisions(
  document: PdfDocument,
  references: References,
  older: number,
  newer: number,
): JudgedChange[] {
  const cmp = createComparison(document, references, older, newer);
  trailer(cmp);
  duplicateKeys(cmp);
  housekeeping(cmp);
  catalog(cmp);
  information(cmp);
  xmp(cmp);
  securityStore(cmp);
  const fields = form(cmp);
  fieldLooks(cmp);
  structure(cmp, fields);
  pages(cmp, fields);
  coveredContent(cmp, fields);
  leftovers(cmp);
  return cmp.changes;
}
