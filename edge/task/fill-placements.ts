import type { ParsedInputOf } from '#core/call.ts';
import { type Drawing, resizeDrawing, transformItems, translation } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { charactersOfFormat, drawDateSeal } from '#core/sealart/date-seal.ts';
import type { signPlan as call } from '#core/task/calls.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import type { SignedInContext } from '../context.ts';
import { loadGlyphs } from '../seal/glyphs.ts';
import { sealsToUse, type UsableSeal } from '../seal/use-seals.ts';
import type { PlacementRow } from './read-task.ts';

type Fillings = ParsedInputOf<typeof call>['fillings'];

export interface Filled {
  /** By placement. */
  appearances: Map<string, SealAppearance>;
  /** Seals that were used, in the order of placements. */
  seals: UsableSeal[];
}

/** The seal's own size is kept where it fits its place; a larger one is made as large as fits. */
function placedIn(drawing: Drawing, width: number, height: number): Drawing {
  const fits = drawing.widthMm <= width + 0.01 && drawing.heightMm <= height + 0.01;
  const scale = fits ? 1 : Math.min(width / drawing.widthMm, height / drawing.heightMm);
  const sized =
    scale === 1 ? drawing : resizeDrawing(drawing, drawing.widthMm * scale, drawing.heightMm * scale);
  const move = translation((width - sized.widthMm) / 2, (height - sized.heightMm) / 2);
  return { widthMm: width, heightMm: height, items: transformItems(sized.items, move) };
}

/**
 * What each of the signer's placements shows. Throws PLACEMENT_NOT_FILLED when one has nothing, SEAL_NOT_USABLE for a
 * seal of the wrong kind, and why for one that cannot stamp now ([6.3a], [8.14]).
 */
export async function fillPlacements(
  context: SignedInContext,
  placements: readonly PlacementRow[],
  fillings: Fillings,
): Promise<Filled> {
  const wanted = new Map(fillings.map((f) => [f.placementId, f]));
  const seals = await sealsToUse(
    context,
    fillings.flatMap((f) => f.sealId ?? []),
  );
  const appearances = new Map<string, SealAppearance>();
  const used: UsableSeal[] = [];
  for (const p of placements) {
    const filling = wanted.get(p.id);
    const kind = p.kind as PlacementKind;
    if (kind === 'SIGN_DATE') {
      appearances.set(p.id, {
        kind: 'drawing',
        drawing: placedIn(await today(context, p.height), p.width, p.height),
      });
      continue;
    }
    if (filling?.sealId) {
      const found = seals.get(filling.sealId);
      if (!found || !sealFits(kind, found.seal.category)) throw new AppError('SEAL_NOT_USABLE');
      used.push(found);
      appearances.set(p.id, { kind: 'drawing', drawing: placedIn(found.seal.drawing, p.width, p.height) });
      continue;
    }
    const drawn = filling?.drawing;
    if (!drawn || kind === 'ENT_SEAL') throw new AppError('PLACEMENT_NOT_FILLED');
    const drawing = drawn as Drawing;
    const scale = Math.min(p.width / drawing.widthMm, p.height / drawing.heightMm);
    const sized = resizeDrawing(drawing, drawing.widthMm * scale, drawing.heightMm * scale);
    appearances.set(p.id, { kind: 'drawing', drawing: placedIn(sized, p.width, p.height) });
  }
  return { appearances, seals: used };
}

const sealFits = (kind: PlacementKind, category: string): boolean => {
  switch (kind) {
    case 'ENT_SEAL':
      return category !== 'PERSONAL' && category !== 'HANDWRITTEN' && category !== 'DATE';
    case 'PERSON_SEAL':
    case 'HANDWRITTEN':
      return category === 'PERSONAL' || category === 'HANDWRITTEN';
    case 'CROSS_PAGE':
      return category !== 'DATE';
    case 'SIGN_DATE':
      return category === 'DATE';
  }
};

const DATE_FONT = 'SONG' as const;

/** The day of signing in the zone of the product's users (China has one), as a drawing. */
async function today(context: SignedInContext, height: number): Promise<Drawing> {
  const glyphs = await loadGlyphs(context, [{ font: DATE_FONT, text: charactersOfFormat('YMD_DIGITS') }]);
  const local = new Date(context.now + 8 * 3_600_000);
  const day = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  const sizeMm = Math.max(2, Math.min(12, height * 0.8));
  return drawDateSeal(
    { format: 'YMD_DIGITS', font: DATE_FONT, sizeMm, colour: '#1a1a1a', framed: false },
    day,
    glyphs,
  );
}
