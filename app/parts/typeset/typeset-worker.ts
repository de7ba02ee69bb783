/** Typesetting in a worker, so that a long contract never blocks input. */
import { isAppError } from '#core/errors.ts';
import { drawValue } from '#core/template/fill/draw-value.ts';
import { makeTemplateFile } from '#core/template/fill/make-file.ts';
import { fontPath, makeFontShelf } from '#core/typeset/font-files.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import type { Answers, Order, Reply } from './orders.ts';

const shelf = makeFontShelf(async (file) => {
  const answer = await fetch(fontPath(file));
  if (!answer.ok) throw new Error(`font: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
});

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  run(data).then(
    (answer) => self.postMessage({ ok: true, answer } satisfies Reply),
    (error: unknown) => {
      const refused = isAppError(error) ? { name: error.name, params: error.params ?? {} } : undefined;
      if (!refused) console.error(error);
      self.postMessage({ ok: false, refused } satisfies Reply);
    },
  );
});

async function run(order: Order): Promise<Answers[Order['kind']]> {
  switch (order.kind) {
    case 'warm':
      await shelf.missingIn('');
      return null;
    case 'layOut': {
      const faces = await shelf.facesFor(order.document);
      const names = Object.values(faces.files).flatMap((files) => files.map(({ name }) => name));
      return { ...layOut(order.document, faces), fonts: [...new Set(names)] };
    }
    case 'makeFile': {
      const { data, typeset } = await makeTemplateFile(order.input, shelf);
      return { data, typeset };
    }
    case 'missing':
      return shelf.missingIn(order.text);
    case 'drawValue': {
      const { text, blanks } = order;
      const missing = await shelf.missingIn(text);
      if (missing.length > 0) return { missing };
      const faces = await shelf.facesForText(text);
      return { drawings: blanks.map((parts) => drawValue(parts, text, faces) ?? null) };
    }
  }
}
