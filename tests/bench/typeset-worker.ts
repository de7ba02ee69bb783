/** Typesets a document of the request's JSON in workerd and answers its PDF, as the Worker does for a task. */
import type { Bytes } from '#core/bytes.ts';
import type { TypesetDocument } from '#core/typeset/document.ts';
import { type FontShelf, fontPath, makeFontShelf } from '#core/typeset/font-files.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';

interface Env {
  FONTS: { fetch(url: string): Promise<Response> };
}

let shelf: FontShelf | undefined;

export default {
  async fetch(request: Request, { FONTS }: Env): Promise<Response> {
    shelf ??= makeFontShelf(async (file) => {
      const answer = await FONTS.fetch(`http://fonts${fontPath(file)}`);
      return new Uint8Array(await answer.arrayBuffer()) as Bytes;
    });
    const document = (await request.json()) as TypesetDocument;
    const faces = await shelf.facesFor(document);
    const options = { now: 0, id: new Uint8Array(16) as Bytes };
    const pdf = writePdf(layOut(document, faces), faces.files, options);
    // Only where memory is measured: V8 says what was in use.
    (globalThis as { gc?: () => void }).gc?.();
    return new Response(pdf);
  },
};
