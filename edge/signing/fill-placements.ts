import { chinaDate } from '#core/china-time.ts';
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

export interface FilledPlacements {
  /** Keyed by placement id. */
  pictures: Map<string, Picture>;
  /** Seals used, in the order of placements. */
  seals: UsableSeal[];
  /** Field values of the signer. */
  values: readonly FilledValue[];
}

type Room = { width: number; height: number };

/**
 * Centres a drawing in its placement at its true size. Never enlarges or stretches it; scales it down, keeping the
 * aspect ratio, if it does not fit into the placement or `most`.
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

/** Maximum size by kind of placement; across pages by the category of the seal, or that of a handwritten signature. */
const mostOf = (kind: PlacementKind, category?: string): Room => {
  if (kind !== 'CROSS_PAGE') return LARGEST_PLACE[kind];
  if (category === 'PERSONAL') return LARGEST_PLACE.PERSON_SEAL;
  return category === undefined || category === 'HANDWRITTEN'
    ? LARGEST_PLACE.HANDWRITTEN
    : LARGEST_PLACE.CROSS_PAGE;
};

/** Draws the picture at its offset on a drawing of the placement's full size. */
export function drawnIn({ width, height }: Room, { drawing, x, y }: Picture): Drawing {
  return { widthMm: width, heightMm: height, items: transformItems(drawing.items, translation(x, y)) };
}

/**
 * Resolves the picture of each of the signer's placements. Throws PLACEMENT_NOT_FILLED if one is empty,
 * ENTERPRISE_SEAL_NEEDED for a drawing at an enterprise's placement, SEAL_NOT_USABLE for a seal that does not fit the
 * placement, SEAL_KIND_DIFFERS for a seal of another kind than the sender requires, the reason if a seal cannot be used
 * now ([6.3a], [8.14]), and the errors of `fillFields`.
 */
export async function fillPlacements(
  context: SignedInContext,
  party: Pick<SignerRow, 'type'> & Partial<Pick<SignerRow, 'sealKind'>>,
  placements: readonly PlacementRow[],
  fillings: Fillings,
): Promise<FilledPlacements> {
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

/** The day of signing in China's time zone (UTC+8), as a drawing and as text. */
async function today(context: SignedInContext, height: number): Promise<{ drawing: Drawing; name: string }> {
  const glyphs = await loadGlyphs(context, [{ font: DATE_FONT, text: charactersOfFormat('YMD_DIGITS') }]);
  const day = chinaDate(context.now);
  const sizeMm = Math.max(2, Math.min(12, height * 0.8));
  const drawing = drawDateSeal(
    { format: 'YMD_DIGITS', font: DATE_FONT, sizeMm, colour: '#1a1a1a', framed: false },
    day,
    glyphs,
  );
  return { drawing, name: formatDay(day, 'YMD_DIGITS') };
}
