import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { createSeal as createCall, updateSeal as updateCall } from '#core/seal/calls.ts';
import { checkSignature } from '#core/seal/check-signature.ts';
import type { SealPicture } from '#core/seal/picture.ts';
import { ENTERPRISE_CATEGORIES, PERSON_CATEGORIES, type SealCategory } from '#core/seal/states.ts';
import { seal, sealGrant } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { certificateFor, personSubject } from '#edge/pki/authority.ts';
import { certificateStateOf, managesSeals, readSealToEdit } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';
import { drawPicture } from './draw-picture.ts';
import { mayRedraw } from './seal-row.ts';

/**
 * Creates a seal. A personal one gets the person's certificate at once if the real name is verified; an
 * enterprise's has to be applied for. Throws SEAL_NAME_TAKEN, GLYPH_MISSING, NO_PERMISSION, SIGNATURE_NOT_INK.
 */
export async function createSeal(
  input: ParsedInputOf<typeof createCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof createCall>> {
  const { actor, db, now } = context;
  if (!managesSeals(actor)) throw new AppError('NO_PERMISSION');
  checkKind(input.stampCategory, input.picture, actor.entId === '');
  await refuseTakenName(context, input.stampName);
  const drawn = await drawPicture(context, input.picture);
  if (input.stampCategory === 'HANDWRITTEN') checkSignature(drawn.drawing);
  const certificate =
    actor.entId === '' && actor.verifiedName !== ''
      ? await certificateFor(context, personSubject(actor.accountId, actor.verifiedName), 'RSA')
      : null;
  const stampId = context.newId();
  const operator = operatorOf(context);
  const statements = [
    db.insert(seal).values({
      id: stampId,
      ownerKey: actor.ownerKey,
      name: input.stampName,
      category: input.stampCategory,
      ...drawn,
      picture: input.picture,
      certificateId: certificate?.id ?? null,
      certificateStatus: certificate ? 'SUCCESS' : 'NOT_APPLIED',
      creatorId: actor.accountId,
      createdAt: now,
    }),
    recordOf(context, stampId, 'CREATED', operator, { remark: input.stampName }),
    // The creator of an enterprise's seal is authorized at once; everybody else is authorized individually.
    ...(actor.entId === ''
      ? []
      : [
          db.insert(sealGrant).values({
            sealId: stampId,
            accountId: actor.accountId,
            level: 'EDITABLE',
            grantedBy: actor.accountId,
            grantedAt: now,
          }),
        ]),
    ...context.remember({ stampId }),
  ];
  await commit(context, [], statements).catch((error: unknown) => refuseDouble(error, input.stampName));
  return { stampId };
}

/** Renames a seal, or redraws it while it has no certificate ([4.4c]). */
export async function updateSeal(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const drawn = input.picture ? await drawPicture(context, input.picture) : null;
  return withRetry(async () => {
    const view = await readSealToEdit(context, input.stampId);
    if (drawn && !managesSeals(context.actor)) throw new AppError('NO_PERMISSION');
    if (drawn && view.row.category === 'HANDWRITTEN') checkSignature(drawn.drawing);
    if (drawn && !mayRedraw(certificateStateOf(view, context.now))) throw new AppError('SEAL_PICTURE_LOCKED');
    if (input.picture) checkKind(view.row.category, input.picture, context.actor.entId === '');
    const renamed = input.stampName !== undefined && input.stampName !== view.row.name;
    if (renamed) await refuseTakenName(context, input.stampName ?? '');
    const { row } = view;
    const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    // Saving the same picture again is not a change and leaves no record.
    const redrawn =
      drawn !== null && !(isSame(drawn.drawing, row.drawing) && isSame(input.picture, row.picture));
    if (!renamed && !redrawn) return null;
    const operator = operatorOf(context);
    await changeSeal(
      context,
      view.row,
      {
        ...(renamed ? { name: input.stampName } : {}),
        ...(redrawn ? { ...drawn, picture: input.picture } : {}),
      },
      [
        ...(renamed
          ? [
              recordOf(context, view.row.id, 'RENAMED', operator, {
                remark: `${view.row.name} → ${input.stampName}`,
              }),
            ]
          : []),
        ...(redrawn ? [recordOf(context, view.row.id, 'REDRAWN', operator)] : []),
      ],
    ).catch((error: unknown) => refuseDouble(error, input.stampName ?? ''));
    return null;
  });
}

/** Persons create personal, handwritten and date seals, enterprises the other kinds; each kind has its own ways of creation. */
function checkKind(category: SealCategory, picture: SealPicture, person: boolean): void {
  const offered: readonly SealCategory[] = person ? PERSON_CATEGORIES : ENTERPRISE_CATEGORIES;
  if (!offered.includes(category)) throw new AppError('INPUT_INVALID', {}, 'stampCategory');
  const ways: Record<SealCategory, SealPicture['kind'][]> = {
    ENTERPRISE: ['DESIGN', 'UPLOAD'],
    DEPARTMENT: ['DESIGN', 'UPLOAD'],
    GENERAL: ['DESIGN', 'UPLOAD'],
    PERSONAL: ['NAME', 'DESIGN', 'UPLOAD'],
    HANDWRITTEN: ['HANDWRITING', 'UPLOAD'],
    DATE: ['DATE'],
  };
  if (!ways[category].includes(picture.kind)) throw new AppError('INPUT_INVALID', {}, 'picture.kind');
}

async function refuseTakenName({ db, actor }: SignedInContext, name: string): Promise<void> {
  const [taken] = await db
    .select({ id: seal.id })
    .from(seal)
    .where(and(eq(seal.ownerKey, actor.ownerKey), eq(seal.name, name), isNull(seal.deletedAt)));
  if (taken) throw new AppError('SEAL_NAME_TAKEN', { name }, 'stampName');
}

function refuseDouble(error: unknown, name: string): never {
  if (isUniqueError(error)) throw new AppError('SEAL_NAME_TAKEN', { name }, 'stampName');
  throw error;
}
