import type { Bytes } from '#core/bytes.ts';
import { isArray, isDict, isName, isStream, type PdfArray, type PdfDict } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { isKeyword, Parser } from '#core/pdf/read/parser.ts';

/** What is added to, or filled in, by sealing and completing; everything else must keep its text. */
const FILLED = new Set([
  ...['V', 'AP', 'AS', 'F', 'SigFlags', 'AcroForm', 'Annots', 'Fields', 'DR'],
  ...['DSS', 'Certs', 'CRLs', 'OCSPs', 'VRI'],
]);
/** In a tagged file, the widgets of the places join the tree of its structure. */
const TREE = new Set(['Tabs', 'K', 'ParentTree', 'ParentTreeNextKey', 'Nums', 'Kids']);

type Held = { readonly text: string; readonly entries: ReadonlyMap<string, string> };

/**
 * The entries that any increment after the first `known` revisions wrote with another text than they had, where they
 * were not meant to change; and arrays that do not begin as they did.
 */
export function changedEntries(file: Bytes, known: number): string[] {
  const document = openPdfBytes(file);
  const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const textOf = ({ span, held }: PdfDict | PdfArray): string =>
    held ? latin(held.bytes.subarray(held.from, held.to)) : span ? latin(file.subarray(...span)) : '';
  const out: string[] = [];
  for (const { index, written } of document.revisions.slice(known)) {
    const [before, after] = [document.at(index - 1), document.at(index)];
    for (const num of written) {
      const [old, now] = [before.get(num), after.get(num)];
      const where = `revision ${index}, object ${num}`;
      if (isStream(old) || isStream(now) || old === null) continue;
      if (isDict(old) && isDict(now)) compare(entriesOf(textOf(old)), entriesOf(textOf(now)), where, out);
      else if (isArray(old) && isArray(now)) {
        if (!continues(textOf(old), textOf(now))) out.push(`${where}: ${textOf(old)} → ${textOf(now)}`);
      } else out.push(`${where}: another type`);
    }
  }
  return out;
}

function compare(old: Held, now: Held, where: string, out: string[]): void {
  for (const [key, text] of old.entries) {
    const found = now.entries.get(key);
    if (found === text || TREE.has(key)) continue;
    const name = `${where} /${key}: ${text} → ${found}`;
    if (!FILLED.has(key) || found === undefined) out.push(name);
    else if (text.startsWith('[') && found.startsWith('[')) {
      if (!continues(text, found)) out.push(name);
    } else if (text.startsWith('<<') && found.startsWith('<<') && key !== 'AP')
      compare(entriesOf(text), entriesOf(found), `${where} /${key}`, out);
  }
}

/** Whether the array is the old one with something after its last item. */
const continues = (old: string, now: string): boolean =>
  now.startsWith(old.replace(/(?:\s|%[^\r\n]*[\r\n])*\]$/, ''));

/** The text of each value of a dictionary; of a key that stands twice, the last. */
function entriesOf(text: string): Held {
  const parser = new Parser(
    Uint8Array.from(text, (c) => c.charCodeAt(0)),
    2,
  );
  const entries = new Map<string, string>();
  for (;;) {
    const key = parser.next();
    if (isKeyword(key, '') || isKeyword(key, '>>')) return { text, entries };
    if (isKeyword(key) || !isName(key)) continue;
    parser.skipWhite();
    const from = parser.pos;
    parser.next();
    entries.set(key.value, text.slice(from, parser.pos));
  }
}
