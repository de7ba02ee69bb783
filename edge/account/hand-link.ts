import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type {
  getUserCertQrCode as linkCall,
  getHandLink as openCall,
  saveAutograph as ownCall,
  saveHandSign as saveCall,
} from '#core/account/calls.ts';
import { toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { drawHandwriting } from '#core/sealart/handwriting.ts';
import { account, guard, handLink, seal, setting } from '#db/schema/index.ts';
import { loadActor } from '#edge/identity/authenticate.ts';
import { recordAccount } from '#edge/identity/record-account.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import { type Context, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { openHandwritingOcr } from '#edge/kernel/providers/handwriting-ocr.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { createSeal } from '#edge/seal/create-seal.ts';
import { pushEffect } from '#edge/sync/effects.ts';

/** How long a shown QR code is valid ([4.15b]). */
const LINK_MS = 5 * 60_000;
const OPEN_LINKS = 20;

/**
 * [7.8k] [2.6] A link for the phone: a random token that hands in one signature of this person and opens nothing else.
 * It ends after five minutes, with its use, or with the session that asked for it.
 */
export async function makeHandLink(
  input: ParsedInputOf<typeof linkCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof linkCall>> {
  const { actor, db, now } = context;
  const ocrType = input.ocrType ?? ((await isOcrOn(context)) ? 'NAME' : 'NONE');
  const own = eq(handLink.accountId, actor.accountId);
  await db.delete(handLink).where(and(own, lt(handLink.expiresAt, now - LINK_MS)));
  const open = await db
    .select({ id: handLink.id })
    .from(handLink)
    .where(and(own, isNull(handLink.usedAt)));
  if (open.length >= OPEN_LINKS) throw new AppError('TOO_OFTEN');
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const expiresAt = now + LINK_MS;
  await db.insert(handLink).values({
    id: context.newId(),
    tokenHash: await hashToken(token),
    accountId: actor.accountId,
    sessionId: actor.sessionId,
    writingType: input.writingType,
    ocrType,
    expiresAt,
    createdAt: now,
  });
  const query = new URLSearchParams({ Authorization: token, writingType: input.writingType, ocrType });
  return { path: `/contract/handSign?${query}`, expiresAt };
}

async function isOcrOn({ db }: Context): Promise<boolean> {
  const [row] = await db.select().from(setting).where(eq(setting.name, 'system-option'));
  return row !== undefined && JSON.parse(row.value).handWrittenOcrStatus === 'ENABLE';
}

/** A link that is still valid, with the person it acts for. Throws HAND_LINK_USED ([8.15a]), HAND_LINK_INVALID ([8.15d]). */
async function readLink(context: Context, token: string) {
  const [row] = await context.db
    .select({ link: handLink, account })
    .from(handLink)
    .innerJoin(account, eq(account.id, handLink.accountId))
    .where(eq(handLink.tokenHash, await hashToken(token)));
  if (!row) throw new AppError('HAND_LINK_INVALID');
  if (row.link.usedAt !== null) throw new AppError('HAND_LINK_USED');
  if (row.link.expiresAt < context.now) throw new AppError('HAND_LINK_INVALID');
  const actor = await loadActor(context, row.account.id, row.link.sessionId, '').catch((error: unknown) => {
    throw isAppError(error) ? new AppError('HAND_LINK_INVALID') : error;
  });
  return { ...row, actor };
}

/** The name of the signer as the phone shows it. */
export async function openHandLink(
  input: ParsedInputOf<typeof openCall>,
  context: Context,
): Promise<OutputOf<typeof openCall>> {
  const { link, actor } = await readLink(context, input.Authorization);
  const letters = Array.from(actor.name);
  return {
    name: letters.length > 1 ? `*${letters.slice(1).join('')}` : actor.name,
    writingType: 'AUTOGRAPH',
    ocrType: link.ocrType === 'NAME' ? 'NAME' : 'NONE',
    expiresAt: link.expiresAt,
  };
}

/** Stores the signature from the phone; of two that arrive at once one is kept. */
export async function saveHandSign(input: ParsedInputOf<typeof saveCall>, context: Context): Promise<null> {
  const { link, actor } = await readLink(context, input.Authorization);
  if (link.ocrType === 'NAME') {
    const drawing = drawHandwriting(input.picture.strokes);
    if (!(await openHandwritingOcr(context).recognises(drawing, input.picture.strokes, actor.name)))
      throw new AppError('HAND_NOT_RECOGNISED');
  }
  const unused = sql`(select 1 from ${handLink} where ${handLink.id} = ${link.id} and ${handLink.usedAt} is null limit 1)`;
  const attempt = () => {
    const guardId = context.newId();
    const spend: Statement[] = [
      context.db.insert(guard).values({ id: guardId, held: unused }),
      context.db.update(handLink).set({ usedAt: context.now }).where(eq(handLink.id, link.id)),
      context.db.delete(guard).where(eq(guard.id, guardId)),
      recordAccount(context, actor.accountId, 'SIGNATURE_FROM_PHONE', link.sessionId),
    ];
    const signedIn = { ...context, actor, remember: () => spend, tell: () => undefined };
    return keepAutograph(signedIn, input.picture);
  };
  for (let tries = 0; ; tries++) {
    try {
      await attempt();
      return null;
    } catch (error) {
      if (error instanceof GuardFailed) throw new AppError('HAND_LINK_USED');
      // The name was taken meanwhile: by the same signature sent twice, which the link then says, or by another seal.
      if (!(error instanceof AppError) || error.name !== 'SEAL_NAME_TAKEN' || tries === 3) throw error;
      await readLink(context, input.Authorization);
    }
  }
}

/** Stores a signature that was drawn or uploaded on this screen. */
export function saveAutograph(
  input: ParsedInputOf<typeof ownCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof ownCall>> {
  return keepAutograph({ ...context, remember: () => [] }, input.picture);
}

/** Creates a handwriting seal under the first free name and tells the person's open pages ([4.21a]). */
async function keepAutograph(
  context: SignedInContext,
  picture: ParsedInputOf<typeof ownCall>['picture'],
): Promise<{ stampId: string }> {
  const { actor, db } = context;
  const taken = await db
    .select({ name: seal.name })
    .from(seal)
    .where(and(eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)));
  const names = new Set(taken.map(({ name }) => name));
  let stampName = '手写签名';
  for (let n = 2; names.has(stampName); n++) stampName = `手写签名 ${n}`;
  const more = (answer: unknown): Statement[] => [
    ...context.remember(answer),
    enqueue(context, `autograph:${actor.accountId}`, pushEffect, {
      ownerKeys: [personKey(actor.accountId)],
      event: 'autograph',
      taskId: '',
    }),
  ];
  const made = await createSeal(
    { stampName, stampCategory: 'HANDWRITTEN', picture },
    { ...context, remember: more },
  );
  return made;
}
