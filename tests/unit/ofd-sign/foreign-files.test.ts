import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, toHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openPackage } from '#core/ofd/package/open-package.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { addDrawings } from '#tests/fixtures/ofd-writer/add-drawings.ts';
import { readAnnotations } from '#tests/fixtures/ofd-writer/read-annotations.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { NOW, type Office, openOffice, type Party, stampRequest } from './signing-party.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'ofd');
let office: Office;
let parties: Party[];

/** A red frame on nothing: as a seal has to be, so that what lies below it can be read. */
function redFrame(): Bytes {
  const side = 60;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    if (Math.min(x, y, side - 1 - x, side - 1 - y) < 2) pixels.set([200, 0, 0, 255], i * 4);
  }
  return writePng({ width: side, height: side, pixels }, 300);
}

describe('foreign OFD files', () => {
  if (!existsSync(folder)) {
    it('are not here, so none was stamped', () => expect(existsSync(folder)).toBe(false));
    return;
  }
  beforeAll(async () => {
    office = await openOffice();
    const seal = { picture: { type: 'PNG' as const, data: redFrame(), widthMm: 30, heightMm: 30 } };
    parties = [await office.party('甲方', seal), await office.party('乙方', seal)];
  });

  const rawEntries = (bytes: Bytes): Map<string, string> => {
    const { zip } = openPackage(bytes);
    return new Map(zip.entries.map((e) => [e.path, toHex(zip.bytes.subarray(e.raw.start, e.raw.end))]));
  };
  const boundary = { x: 10, y: 10, width: 30, height: 30 };
  const placements = [{ pageIndex: 0, boundary }];

  for (const name of readdirSync(folder).filter((n) => n.endsWith('.ofd'))) {
    it(`${name} is stamped twice, or refused where a signature protects the list of signatures`, async () => {
      const original = new Uint8Array(readFileSync(join(folder, name)));
      const before = await verifyOfd(original, office.trust);
      let bytes: Bytes = original;
      try {
        for (const party of parties)
          bytes = await signOfd(bytes, stampRequest(party, { placements }), party.holder.signer);
      } catch (error) {
        if (!isAppError(error)) throw error;
        expect(error.name).toBe('DOCUMENT_CANNOT_APPEND');
        expect(before.signatures.length).toBeGreaterThan(0);
        return;
      }
      const after = await verifyOfd(bytes, office.trust);
      const [first, second] = after.signatures.slice(-2);
      expect(first).toMatchObject({ verdict: 'valid', integrity: true, laterChanges: 'allowed' });
      expect(second).toMatchObject({ verdict: 'valid', coversWholeFile: true, laterChanges: 'none' });
      for (const [i, old] of before.signatures.entries())
        expect(after.signatures[i]!.integrity, old.name).toBe(old.integrity);
      const raw = rawEntries(bytes);
      const changed = [...rawEntries(original)]
        .filter(([path, r]) => raw.get(path) !== r)
        .map(([path]) => path);
      expect(changed).toHaveLength(1);
    });

    it(`${name} takes a date stamp before its first signature`, async () => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      const drawing = {
        widthMm: 20,
        heightMm: 5,
        items: [
          {
            path: [
              ['M', 0, 0],
              ['L', 20, 5],
            ] as const,
            stroke: '#ff0000',
          },
        ],
      };
      const add = () => addDrawings(bytes, [{ pageIndex: 0, kind: 'stamp', drawing, x: 5, y: 5 }], NOW);
      if ((await verifyOfd(bytes, office.trust)).verdict !== 'unsigned') {
        expect(add).toThrowError('DOCUMENT_CANNOT_APPEND');
        return;
      }
      const drawn = add();
      const found = readAnnotations(openDocument(openOfd(drawn)), 0);
      const old = readAnnotations(openDocument(openOfd(bytes)), 0);
      expect(found).toHaveLength(old.length + 1);
      expect(found.at(-1)).toMatchObject({ type: 'Stamp', boundary: { width: 20, height: 5 } });
    });
  }
});
