import { type Bytes, toHex } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { type OfdVolume, openVolume, pageOfVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { withinPage } from '#core/ofd/prepare/place-widgets.ts';
import { prepareOfd } from '#core/ofd/prepare/prepare-ofd.ts';
import { WATERMARK_FONT } from '#core/ofd/prepare/watermark-drawing.ts';
import { crossPagePlacements } from '#core/ofd/sign/cross-page.ts';
import { beginOfdSignature, finishOfdSignature, writeEntries } from '#core/ofd/sign/sign-ofd.ts';
import type { PreparedOfdSignature, StampPlacement } from '#core/ofd/sign/signature-request.ts';
import { checkedSm2Value } from '#core/ofd/sign/write-ses.ts';
import type { WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import { withStandIns } from '#core/stand-ins.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { signatureTimestamps } from '#edge/pki/tsa.ts';
import type { DocumentEngine, PendingSignature, Signing } from './document-engine.ts';
import { electronicSealOf } from './electronic-seal.ts';
import type { Picture } from './picture.ts';
import { storeRevision } from './revisions.ts';
import type { PlacementRow } from './rows.ts';

interface PendingOfd extends PendingSignature {
  signature: PreparedOfdSignature;
  /** Index of this signature among the signer's `count` signatures, from 0. */
  index: number;
  count: number;
  /** Package entries added by the signer's finished signatures: path to contents. */
  added: ReadonlyMap<string, Bytes>;
}

/**
 * OFD (GB/T 33190) has no reserved fields and no incremental updates, so every revision is a complete file. A signature
 * of GB/T 38540 shows one picture in one document: a signer with several pictures (seal, signature, date) or with
 * placements in several documents of the file makes one signature for each, and each covers the previous ones.
 */
export const ofdEngine: DocumentEngine = {
  async prepare(context, revision, { signatureFields, watermark, footerCode }) {
    const marked = watermark ? { watermark: await drawableWatermark(context, watermark) } : {};
    const file = await revision.whole();
    await documentFacts(file, 'OFD');
    const { bytes, fields } = prepareOfd(file, {
      signatureFields,
      ...marked,
      ...(footerCode === undefined ? {} : { footerCode }),
    });
    return { fields, revision: await storeRevision(context, bytes) };
  },

  async begin(context, revision, signing) {
    const bytes = await revision.whole();
    return beginStamp(context, bytes, signing, stampsOf(bytes, signing), {
      index: 0,
      added: new Map(),
      digests: [],
    });
  },

  async finish(context, revision, signing, pending, value) {
    const bytes = await revision.whole();
    const { digest, digests, signature, index, count, added } = pending as PendingOfd;
    const { certificate, toSign } = signature;
    const der = checkedSm2Value(certificate, toSign, value);
    const token = await signatureTimestamps(context, 'SM2')(der);
    const done = {
      index: index + 1,
      added: new Map([...added, ...finishOfdSignature(signature, der, token)]),
      digests: [...digests, digest],
    };
    const file = writeEntries(bytes, done.added);
    if (done.index < count) return beginStamp(context, file, signing, stampsOf(bytes, signing), done);
    return { revision: await storeRevision(context, file), digests: done.digests };
  },
};

/** One signature: a picture and its placements in one document of the file. */
interface Stamp {
  picture: Picture;
  /** Index of the document in OFD.xml. */
  document: number;
  placements: StampPlacement[];
}

/** Begins the signature `index` on a file that contains the previous ones. */
async function beginStamp(
  context: SignedInContext,
  file: Bytes,
  signing: Signing,
  stamps: readonly Stamp[],
  { index, added, digests }: Pick<PendingOfd, 'index' | 'added' | 'digests'>,
): Promise<PendingOfd> {
  const { picture, document, placements } = stamps[index]!;
  const signature = await beginOfdSignature(file, {
    seal: await electronicSealOf(context, picture, signing),
    certificate: signing.key.certificates[0]!,
    time: context.now,
    placements,
    document,
  });
  const { toSign: message, digest } = signature;
  return { message, digest: toHex(digest), digests, signature, index, count: stamps.length, added };
}

/** The signer's signatures in this file, in order. */
function stampsOf(bytes: Bytes, signing: Signing): Stamp[] {
  const volume = openVolume(openOfd(bytes));
  const papers = papersOf(volume);
  return byPicture(signing).flatMap(({ picture, placements }) => {
    const shown = placements.flatMap((p) => placesOf(papers, p, signing.filled.pictures.get(p.id)!));
    return [...byDocument(volume, shown)].map(([document, here]) => ({
      picture,
      document,
      placements: here,
    }));
  });
}

/** Groups stamps by document (index in OFD.xml) and converts page indices to that document's own. */
function byDocument(volume: OfdVolume, stamps: StampPlacement[]): Map<number, StampPlacement[]> {
  const groups = new Map<number, StampPlacement[]>();
  for (const stamp of stamps) {
    const { part, index } = pageOfVolume(volume, stamp.pageIndex);
    groups.set(part.body, [...(groups.get(part.body) ?? []), { ...stamp, pageIndex: index }]);
  }
  return groups;
}

/** Groups the signer's placements by picture; dates come last. */
function byPicture({ placements, filled }: Signing): { picture: Picture; placements: PlacementRow[] }[] {
  const groups = new Map<string, { picture: Picture; placements: PlacementRow[] }>();
  for (const placement of placements) {
    const picture = filled.pictures.get(placement.id)!;
    // An empty field draws nothing.
    if (picture.drawing.items.length === 0) continue;
    const group = groups.get(picture.key);
    if (group) group.placements.push(placement);
    else groups.set(picture.key, { picture, placements: [placement] });
  }
  const isDate = ({ picture }: { picture: Picture }) => Number(picture.of === 'DATE');
  return [...groups.values()].sort((a, b) => isDate(a) - isDate(b));
}

/** Boundaries of a placement's picture on each of its pages, in mm. */
function placesOf(papers: readonly Box[], p: PlacementRow, picture: Picture): StampPlacement[] {
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

/** The watermark with stand-ins for characters without an outline, and the outlines. */
async function drawableWatermark(context: SignedInContext, spec: WatermarkSpec) {
  const own = await loadGlyphs(context, [{ font: WATERMARK_FONT, text: spec.text }]);
  const text = withStandIns(spec.text, (character) => own(WATERMARK_FONT, character) !== undefined);
  const glyphs = text === spec.text ? own : await loadGlyphs(context, [{ font: WATERMARK_FONT, text }]);
  return { spec: { ...spec, text }, glyphs };
}
