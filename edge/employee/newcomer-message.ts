import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { chinaDay } from '#core/china-time.ts';
import { enterprise, newcomer } from '#db/schema/index.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { Context } from '#edge/kernel/context.ts';
import { defineEffect, enqueue } from '#edge/kernel/outbox/effect.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { languageOf } from '#edge/notice/language-of.ts';
import { openNewcomerField } from './read-newcomer.ts';

const TEMPLATES = [
  'NEWCOMER_INVITED',
  'NEWCOMER_REMINDED',
  'NEWCOMER_RETURNED',
  'NEWCOMER_COMPLETED',
  'NEWCOMER_CANCELLED',
] as const;

/** A short message to a newcomer. It names the file only: number and link are read when it is sent. */
export const newcomerMessageEffect = defineEffect(
  'newcomerMessage',
  z.object({ newcomerId: z.string(), template: z.enum(TEMPLATES), fromAccountId: z.string() }),
);

export const tellNewcomer = (
  context: Context & { actor: { accountId: string } },
  newcomerId: string,
  template: (typeof TEMPLATES)[number],
): Statement =>
  enqueue(context, `newcomer:${newcomerId}`, newcomerMessageEffect, {
    newcomerId,
    template,
    fromAccountId: context.actor.accountId,
  });

/**
 * The secret of a file's link: derived by the index key, so that it is nowhere stored and a message that is sent twice says
 * the same. The row keeps its digest.
 */
export const linkTokenOf = ({ keys }: Pick<Context, 'keys'>, id: string, round: number): Promise<string> =>
  keys.indexOf(`${id}|${round}`, 'newcomer-link');
export const linkHashOf = async (context: Pick<Context, 'keys'>, id: string, round: number) =>
  hashToken(await linkTokenOf(context, id, round));

/** Sends a message to a newcomer; an invitation with the link, which stands behind `#` and so in no log of a server. */
export async function sendNewcomerMessage(
  context: Context,
  { newcomerId, template, fromAccountId }: z.output<typeof newcomerMessageEffect.payload>,
  id: string,
): Promise<void> {
  const [found] = await context.db
    .select({ row: newcomer, entName: enterprise.name })
    .from(newcomer)
    .innerJoin(enterprise, eq(enterprise.id, newcomer.enterpriseId))
    .where(eq(newcomer.id, newcomerId));
  if (!found) return;
  const { row, entName } = found;
  const invites = template === 'NEWCOMER_INVITED';
  // The file was claimed or cancelled in the meantime, so the link would not work.
  if (invites && row.state !== 'TO_COLLECT') return;
  const mobile = await openNewcomerField(context, row, 'mobile');
  const path = invites ? `/entry#${await linkTokenOf(context, row.id, row.linkRound)}` : '/account/entry';
  return openSms(context).send({
    id,
    mobile,
    template,
    params: { enterprise: entName, link: publicAddress(context, path), until: chinaDay(row.linkEndsAt) },
    language: await languageOf(context, mobile, fromAccountId),
  });
}
