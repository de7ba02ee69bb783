import { type Drawing, resizeDrawing, transformItems, translation } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { charactersOfFormat, drawDateSeal, formatDay } from '#core/sealart/date-seal.ts';
import { drawingFits, hasRoom, LARGEST_PLACE, sealFits } from '#core/task/place-rules.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { sealsToUse, type UsableSeal } from '#edge/seal/use-seals.ts';
import { type FilledValue, fillFields } from './fill-fields.ts';
import type { Fillings, Picture } from './picture.ts';
import type { PlacementRow, SignerRow } from './rows.ts';

export interface Filled {
  /** By placement. */
  pictures: Map<string, Picture>;
  /** Seals that were used, in the order of placements. */
  seals: UsableSeal[];
  /** What the signer filled into fields. */
  values: readonly FilledValue[];
}

type Room = { width: number; height: number };

/**
 * A drawing in the middle of its place, at its true size: never larger, never stretched, and only made smaller, with its
 * aspect kept, where the place or `most` has no room for it.
 */
function inMiddle(drawing: Drawing, place: Room, most: Room) {
  const { widthMm, heightMm } = drawing;
  const room = {
    width: Math.min(place.width, most.width),
    height: Math.min(place.height, most.height),
  };
  const fits = hasRoom(room, { width: widthMm, height: heightMm });
  const scale = fits ? 1 : Math.min(room.width / widthMm, room.height / heightMm);
  const sized = scale === 1 ? drawing : resizeDrawing(drawing, widthMm * scale, heightMm * scale);
  return { drawing: sized, x: (place.width - sized.widthMm) / 2, y: (place.height - sized.heightMm) / 2 };
}

/** The true size of what a person shows across pages: of their signature, or of their seal. */
const mostOf = (kind: PlacementKind, category?: string): Room => {
  if (kind !== 'CROSS_PAGE') return LARGEST_PLACE[kind];
  if (category === 'PERSONAL') return LARGEST_PLACE.PERSON_SEAL;
  return category === undefined || category === 'HANDWRITTEN'
    ? LARGEST_PLACE.HANDWRITTEN
    : LARGEST_PLACE.CROSS_PAGE;
};

/** The whole of a placement with its picture in it. */
export function drawnIn({ width, height }: Room, { drawing, x, y }: Picture): Drawing {
  return { widthMm: width, heightMm: height, items: transformItems(drawing.items, translation(x, y)) };
}

/**
 * What each of the signer's placements shows. Throws PLACEMENT_NOT_FILLED when one has nothing, ENTERPRISE_SEAL_NEEDED
 * for a drawing at an enterprise's place, SEAL_NOT_USABLE for a seal that may not stand there, SEAL_KIND_DIFFERS for one of
 * another kind than the sender asks for, and why for one that cannot stamp
 * now ([6.3a], [8.14]), and what `fillFields` throws.
 */
export async function fillPlacements(
  context: SignedInContext,
  party: Pick<SignerRow, 'type'> & Partial<Pick<SignerRow, 'sealKind'>>,
  placements: readonly PlacementRow[],
  fillings: Fillings,
): Promise<Filled> {
  const wanted = new Map(fillings.map((f) => [f.placementId, f]));
  const seals = await sealsToUse(
    context,
    fillings.flatMap((f) => f.sealId ?? []),
  );
  const ofEnterprise = party.type === 'ENTERPRISE';
  const { pictures, values } = await fillFields(context, placements, fillings);
  const used: UsableSeal[] = [];
  for (const p of placements) {
    const filling = wanted.get(p.id);
    const { kind } = p;
    if (kind === 'FIELD') continue;
    if (kind === 'SIGN_DATE') {
      const { drawing, name } = await today(context, Math.min(p.height, LARGEST_PLACE.SIGN_DATE.height));
      pictures.set(p.id, { of: 'DATE', key: 'date', name, ...inMiddle(drawing, p, mostOf(kind)) });
      continue;
    }
    if (filling?.sealId) {
      const found = seals.get(filling.sealId);
      if (!found || !sealFits(kind, found.seal.category, ofEnterprise)) throw new AppError('SEAL_NOT_USABLE');
      if (!sealFits(kind, found.seal.category, ofEnterprise, party.sealKind))
        throw new AppError('SEAL_KIND_DIFFERS');
      used.push(found);
      const { id: sealId, name, ownerKey, drawing, category } = found.seal;
      const of = ownerKey.startsWith('P:') ? 'PERSONAL_SEAL' : 'UNIT_SEAL';
      pictures.set(p.id, {
        of,
        key: `seal ${sealId}`,
        name,
        sealId,
        ...inMiddle(drawing, p, mostOf(kind, category)),
      });
      continue;
    }
    const drawn = filling?.drawing;
    if (drawn && !drawingFits(kind, ofEnterprise)) throw new AppError('ENTERPRISE_SEAL_NEEDED');
    if (!drawn) throw new AppError('PLACEMENT_NOT_FILLED');
    pictures.set(p.id, {
      of: 'HANDWRITING',
      key: `drawn ${JSON.stringify(drawn)}`,
      name: context.actor.name,
      ...inMiddle(drawn, p, mostOf(kind)),
    });
  }
  return { pictures, seals: used, values };
}

const DATE_FONT = 'SONG' as const;

/** The day of signing in the zone of the product's users (China has one), as a drawing and in words. */
async function today(context: SignedInContext, height: number): Promise<{ drawing: Drawing; name: string }> {
  const glyphs = await loadGlyphs(context, [{ font: DATE_FONT, text: charactersOfFormat('YMD_DIGITS') }]);
  const local = new Date(context.now + 8 * 3_600_000);
  const day = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  const sizeMm = Math.max(2, Math.min(12, height * 0.8));
  const drawing = drawDateSeal(
    { format: 'YMD_DIGITS', font: DATE_FONT, sizeMm, colour: '#1a1a1a', framed: false },
    day,
    glyphs,
  );
  return { drawing, name: formatDay(day, 'YMD_DIGITS') };
}
