import { toHex } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { type OfdVolume, openVolume, pageOfVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { prepareOfd, withinPage } from '#core/ofd/prepare/prepare-ofd.ts';
import { WATERMARK_FONT } from '#core/ofd/prepare/watermark-drawing.ts';
import { crossPagePlacements } from '#core/ofd/sign/cross-page.ts';
import { beginOfdSignature, finishOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import type { StampPlacement } from '#core/ofd/sign/signature-request.ts';
import { checkedSm2Value } from '#core/ofd/sign/write-ses.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { signatureTimestamps } from '#edge/pki/tsa.ts';
import type { DocumentEngine, Signing } from './document-engine.ts';
import { electronicSealOf } from './electronic-seal.ts';
import type { Picture } from './fill-placements.ts';
import { storeRevision } from './revisions.ts';
import type { PlacementRow } from './rows.ts';

/**
 * OFD (GB/T 33190): nothing is reserved and nothing can be appended, so every revision is a whole file. A signature of
 * GB/T 38540 shows one picture in one document: a signer whose places show several (seal, signature, date), or are in
 * several documents of the file, makes one for each, and each protects those before it.
 */
export const ofdEngine: DocumentEngine = {
  async prepare(context, held, { signatureFields, watermark }) {
    const glyphs = watermark
      ? await loadGlyphs(context, [{ font: WATERMARK_FONT, text: watermark.text }])
      : undefined;
    const marked = watermark && glyphs ? { watermark: { plan: watermark, glyphs } } : {};
    await documentFacts(held.bytes, 'OFD');
    const { bytes, fields } = prepareOfd(held.bytes, { signatureFields, ...marked });
    return { fields, revision: await storeRevision(context, bytes) };
  },

  async sign(context, held, signing) {
    const volume = openVolume(openOfd(held.bytes));
    const papers = papersOf(volume);
    const certificate = signing.key.certificates[0]!;
    const timestamp = signatureTimestamps(context, 'SM2');
    const keep = signing.key.keep ?? ((_name, make) => make());
    const digests: string[] = [];
    let { bytes } = held;
    for (const { picture, placements } of byPicture(signing)) {
      const stamps = placements.flatMap((p) => stampsOf(papers, p, signing.filled.pictures.get(p.id)!));
      for (const [document, inDocument] of byDocument(volume, stamps)) {
        const prepared = await beginOfdSignature(bytes, {
          seal: await keep(sealName(picture), () => electronicSealOf(context, picture, signing)),
          certificate,
          time: context.now,
          placements: inDocument,
          document,
        });
        const signed = await signing.key.signer.sign(prepared.toSign);
        const value = checkedSm2Value(certificate, prepared.toSign, signed);
        bytes = finishOfdSignature(
          prepared,
          value,
          await keep(`stamp ${toHex(value)}`, () => timestamp(value)),
        );
        digests.push(toHex(prepared.digest));
      }
    }
    return { revision: await storeRevision(context, bytes), digests };
  },
};

/** Stamps by the document (its index in OFD.xml) that they are in, with pages as that counts them. */
function byDocument(volume: OfdVolume, stamps: StampPlacement[]): Map<number, StampPlacement[]> {
  const groups = new Map<number, StampPlacement[]>();
  for (const stamp of stamps) {
    const { part, index } = pageOfVolume(volume, stamp.pageIndex);
    groups.set(part.body, [...(groups.get(part.body) ?? []), { ...stamp, pageIndex: index }]);
  }
  return groups;
}

/** One seal for all places that show the same at the same size. */
const sealName = ({ key, drawing }: Picture) => `seal ${drawing.widthMm}×${drawing.heightMm} ${key}`;

/** The signer's places by what they show; what only says the day comes last. */
function byPicture({ placements, filled }: Signing): { picture: Picture; placements: PlacementRow[] }[] {
  const groups = new Map<string, { picture: Picture; placements: PlacementRow[] }>();
  for (const placement of placements) {
    const picture = filled.pictures.get(placement.id)!;
    const group = groups.get(picture.key);
    if (group) group.placements.push(placement);
    else groups.set(picture.key, { picture, placements: [placement] });
  }
  const isDate = ({ picture }: { picture: Picture }) => Number(picture.of === 'DATE');
  return [...groups.values()].sort((a, b) => isDate(a) - isDate(b));
}

/** Where a placement shows its picture, on each of its pages; mm. */
function stampsOf(papers: readonly Box[], p: PlacementRow, picture: Picture): StampPlacement[] {
  const { widthMm: width, heightMm: height } = picture.drawing;
  const step = p.rule === 'ALTERNATE' ? 2 : 1;
  const pages: number[] = [];
  for (let page = p.page; page <= p.toPage; page += step) pages.push(page - 1);
  if (p.kind === 'CROSS_PAGE') {
    const slices = crossPagePlacements(papers, {
      widthMm: width,
      heightMm: height,
      edge: 'right',
      offsetMm: p.y + picture.y,
      pages,
      pagesPerSeal: pages.length,
    });
    return slices.map((slice) => {
      const { y } = withinPage(papers, slice.pageIndex, slice.boundary);
      return { ...slice, boundary: { ...slice.boundary, y } };
    });
  }
  return pages.map((pageIndex) => {
    const place = withinPage(papers, pageIndex, { x: p.x, y: p.y, width: p.width, height: p.height });
    return { pageIndex, boundary: { x: place.x + picture.x, y: place.y + picture.y, width, height } };
  });
}
