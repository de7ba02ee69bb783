import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, fromUtf8, utf8 } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { ofdOfDrawing } from '#core/ofd/sign/drawing-objects.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { addDrawings, type PlacedDrawing } from '#tests/fixtures/ofd-writer/add-drawings.ts';
import { readAnnotations } from '#tests/fixtures/ofd-writer/read-annotations.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { NOW, type Office, openOffice, type Party, stampRequest } from './signing-party.ts';
import { smallOfd } from './small-ofd.ts';

let office: Office;
let party: Party;
beforeAll(async () => {
  office = await openOffice();
  party = await office.party('甲方有限公司');
});

const drawing: Drawing = {
  widthMm: 30,
  heightMm: 10,
  items: [
    {
      path: [['M', 1, 1], ['L', 29, 1], ['C', 29, 5, 20, 9, 1, 9], ['Z']],
      fill: '#c8102e',
      fillRule: 'evenodd',
    },
    {
      path: [
        ['M', 0, 0],
        ['L', 30, 10],
      ],
      stroke: '#000080',
      strokeWidthMm: 0.5,
      lineCap: 'round',
      dash: [1, 2],
    },
  ],
};

const stamp = (more: Partial<PlacedDrawing> = {}): PlacedDrawing => ({
  pageIndex: 0,
  kind: 'stamp',
  drawing,
  x: 150,
  y: 250,
  remark: '2026年6月1日',
  ...more,
});

const textOf = (bytes: Bytes, path: string): string => fromUtf8(readFile(openPackage(bytes), path));

describe('date stamps, text stamps and watermarks', () => {
  it('become annotations of their pages at their positions, before the first signature', () => {
    const bytes = addDrawings(
      smallOfd(3),
      [stamp(), stamp({ pageIndex: 2, kind: 'watermark', x: 5, y: 6, opacity: 0.2 }), stamp({ y: 20 })],
      NOW,
    );
    const document = openDocument(openOfd(bytes));
    expect(readAnnotations(document, 0)).toMatchObject([
      { type: 'Stamp', remark: '2026年6月1日', boundary: { x: 150, y: 250, width: 30, height: 10 } },
      { type: 'Stamp', boundary: { x: 150, y: 20, width: 30, height: 10 } },
    ]);
    expect(readAnnotations(document, 1)).toEqual([]);
    expect(readAnnotations(document, 2)).toMatchObject([{ type: 'Watermark', boundary: { x: 5, y: 6 } }]);
    const objects = readAnnotations(document, 2)[0]!.appearance!.children;
    expect(objects.map((o) => o.attributes.Alpha)).toEqual(['51', '51']);
    expect(objects[0]!.children.find((c) => c.name === 'AbbreviatedData')!.text).toBe(
      'M 1 1 L 29 1 B 29 5 20 9 1 9 C',
    );
    const ids = [0, 2].flatMap((i) =>
      readAnnotations(document, i).flatMap((a) => [
        a.id,
        ...a.appearance!.children.map((c) => c.attributes.ID),
      ]),
    );
    expect(new Set(ids).size).toBe(9);
    expect(Math.min(...ids.map(Number))).toBeGreaterThan(1000);
    expect(textOf(bytes, 'Doc_0/Document.xml')).toContain('<ofd:MaxUnitID>1010</ofd:MaxUnitID>');
  });

  it('are added to annotations that are there already', async () => {
    const once = addDrawings(smallOfd(2), [stamp()], NOW);
    const twice = addDrawings(once, [stamp({ y: 100 }), stamp({ pageIndex: 1 })], NOW);
    const document = openDocument(openOfd(twice));
    expect(readAnnotations(document, 0).map((a) => a.boundary.y)).toEqual([250, 100]);
    expect(readAnnotations(document, 1)).toHaveLength(1);
    const signed = await signOfd(twice, stampRequest(party), party.holder.signer);
    expect((await verifyOfd(signed, office.trust)).verdict).toBe('valid');
  });

  it('are inserted correctly where a file writes its namespace otherwise or an empty element', () => {
    const plain = textOf(smallOfd(1), 'Doc_0/Document.xml')
      .replace(/ofd:/g, '')
      .replace('xmlns:ofd', 'xmlns');
    for (const text of [
      plain,
      plain.replace('</Document>', '<Annotations/></Document>'),
      plain.replace('</Document>', '<CustomTags>a.xml</CustomTags></Document>'),
    ]) {
      const bytes = addDrawings(smallOfd(1, { 'Doc_0/Document.xml': utf8(text) }), [stamp()], NOW);
      expect(readAnnotations(openDocument(openOfd(bytes)), 0)).toHaveLength(1);
    }
  });

  it('are refused once the file is signed, and for a page that is not there', async () => {
    const signed = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
    expect(() => addDrawings(signed, [stamp()], NOW)).toThrowError('DOCUMENT_CANNOT_APPEND');
    expect(() => addDrawings(smallOfd(), [stamp({ pageIndex: 5 })], NOW)).toThrowError('INPUT_INVALID');
  });

  it('cannot be changed after signing without being named', async () => {
    const drawn = addDrawings(smallOfd(), [stamp()], NOW);
    const signed = await signOfd(drawn, stampRequest(party), party.holder.signer);
    const path = 'Doc_0/Annots/Page_0/Annotation.xml';
    const { zip } = openPackage(signed);
    const { rewritePackage } = await import('#core/ofd/sign/rewrite-package.ts');
    const changed = rewritePackage(
      zip,
      new Map([[path, utf8(textOf(signed, path).replace('150 250', '15 25'))]]),
    );
    const verified = await verifyOfd(changed, office.trust);
    expect(verified.verdict).toBe('invalid');
    expect(verified.signatures[0]!.detail.changes).toMatchObject([{ kind: 'entry-changed', detail: path }]);
  });
});

describe('a seal whose picture is drawn', () => {
  it('is an OFD of the size of the seal, inside the seal', async () => {
    const picture = ofdOfDrawing(drawing);
    const inner = openDocument(openOfd(picture));
    expect(inner.pages).toHaveLength(1);
    expect(inner.area.physical).toMatchObject({ width: 30, height: 10 });
    const drawn = await office.party('甲方', {
      picture: { type: 'OFD', data: picture, widthMm: 30, heightMm: 10 },
    });
    const signed = await signOfd(smallOfd(), stampRequest(drawn), drawn.holder.signer);
    expect((await verifyOfd(signed, office.trust)).verdict).toBe('valid');
  });
});
