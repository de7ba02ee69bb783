import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, pageOfVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import { drawOverPages } from '#core/ofd/prepare/draw-over-pages.ts';
import { prepareOfd } from '#core/ofd/prepare/prepare-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { besideOthers, type Office, openOffice, type Party, stampRequest } from './signing-party.ts';
import { smallOfd, twoDocuments } from './small-ofd.ts';

const TWO = twoDocuments();
const volumeOf = (bytes: Bytes) => openVolume(openOfd(bytes));

let office: Office;
let party: Party;
beforeAll(async () => {
  office = await openOffice();
  party = await office.party('甲方有限公司');
});

describe('a file of two documents', () => {
  it('is leafed through as one, each page of its own size', async () => {
    const volume = volumeOf(TWO);
    expect(volume.parts.map(({ body, title, firstPage }) => [body, title, firstPage])).toEqual([
      [0, '总合同', 0],
      [1, '附件', 2],
    ]);
    expect(papersOf(volume).map(({ width }) => width)).toEqual([210, 210, 148, 148, 148]);
    expect(await documentFacts(TWO, 'OFD')).toEqual([
      ...Array(2).fill({ widthMm: 210, heightMm: 297 }),
      ...Array(3).fill({ widthMm: 148, heightMm: 210 }),
    ]);
    expect(pageOfVolume(volume, 4)).toMatchObject({ part: { body: 1 }, index: 2 });
    expect(() => pageOfVolume(volume, 5)).toThrowError('NOT_FOUND');
    expect(volumeOf(smallOfd(2)).parts).toHaveLength(1);
  });

  it('is searched through', () => {
    const volume = volumeOf(TWO);
    const pages = (options = {}) => findInVolume(volume, '合同正文', options).map((m) => m.pageIndex);
    expect(pages()).toEqual([0, 1, 2, 3, 4]);
    expect(pages({ which: 'first' })).toEqual([0]);
    expect(pages({ which: 'last' })).toEqual([4]);
    expect(pages({ pages: { from: 1, to: 2 } })).toEqual([1, 2]);
    expect(pages({ pages: { from: 3, to: 9 } })).toEqual([3, 4]);
    const fields = [
      {
        name: 'Signer1',
        places: [
          {
            kind: 'keyword',
            keyword: '第 2 页',
            which: 'last',
            position: 'overlap',
            width: 30,
            height: 30,
          } as const,
        ],
      },
    ];
    expect(prepareOfd(TWO, { signatureFields: fields }).fields[0]!.widgets.map((w) => w.page)).toEqual([3]);
  });

  it('has each signature in the list of its own document, each protecting both', async () => {
    let bytes = TWO;
    for (const [i, document] of [1, 0, 1].entries())
      bytes = await signOfd(
        bytes,
        stampRequest(party, { document, placements: besideOthers(i) }),
        party.holder.signer,
      );
    const lists = volumeOf(bytes).parts.map(({ document }) => readSignatures(document).map((s) => s.path));
    expect(lists).toEqual([
      ['Doc_0/Signs/Sign_0/Signature.xml'],
      ['Doc_1/Signs/Sign_0/Signature.xml', 'Doc_1/Signs/Sign_1/Signature.xml'],
    ]);
    const result = await verifyOfd(bytes, office.trust);
    expect(result.verdict).toBe('valid');
    // in the order of the lists; pages counted through both documents
    expect(result.signatures.map((s) => [s.name, s.verdict, s.detail.pages])).toEqual([
      ['Doc_0/Signs/Sign_0/Signature.xml', 'valid', [1]],
      ['Doc_1/Signs/Sign_0/Signature.xml', 'valid', [3]],
      ['Doc_1/Signs/Sign_1/Signature.xml', 'valid', [3]],
    ]);
    expect((await findPlaces(bytes, 'ofd')).map(({ page, x, y }) => [page, x, y])).toEqual([
      [1, 46, 200],
      [3, 5, 200],
      [3, 87, 200],
    ]);
    // what is changed in one is seen by the signatures of both
    const entries = unzipSync(bytes);
    const page = 'Doc_1/Pages/Page_2/Content.xml';
    const forged = new TextDecoder().decode(entries[page]).replace('正文', '副本');
    const changed = zipSync({ ...entries, [page]: new TextEncoder().encode(forged) }) as Bytes;
    const found = await verifyOfd(changed, office.trust);
    expect(found.signatures.map((s) => s.verdict)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('is marked on every page of both', () => {
    const mark = {
      widthMm: 10,
      heightMm: 10,
      items: [{ path: [['M', 1, 1] as const, ['L', 9, 9] as const, ['Z'] as const], fill: '#12ab34' }],
    };
    const volume = volumeOf(drawOverPages(TWO, { name: 'Watermark', draw: () => mark }));
    for (const { document } of volume.parts)
      for (const index of document.pages.keys()) expect(renderPage(document, index).svg).toContain('#12ab34');
  });

  it('is rejected if one of them cannot be read, so nothing is hidden from signers', () => {
    const entries = unzipSync(TWO);
    entries['Doc_1/Document.xml'] = new TextEncoder().encode('<broken');
    expect(() => volumeOf(zipSync(entries) as Bytes)).toThrowError('DOCUMENT_BROKEN');
  });
});
