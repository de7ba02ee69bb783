import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { fromHex } from '#core/bytes.ts';
import { INVITATION_CODE_LENGTH, invitationPath } from '#core/invitation/code.ts';
import { sha256Hex } from '#core/sha256.ts';
import { invitation } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** The recipient of a link, and the task that it leads to: a party while it has this number. */
export interface InvitedParty {
  taskId: string;
  partyId: string;
  /** Keyed digest of the party's number or address. */
  mobileIndex: string;
}

/** Digits and letters that cannot be mistaken for one another (Crockford's base 32): five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Digest under which a code is stored. */
const hashOf = (code: string): Promise<string> => sha256Hex(code);

/**
 * The code of a link, 130 bits: derived by the index key, so that it is nowhere stored and all messages to one recipient
 * about one task have the same link.
 */
async function codeOf(
  { keys }: Pick<Context, 'keys'>,
  { partyId, mobileIndex }: InvitedParty,
): Promise<string> {
  const bytes = fromHex(await keys.indexOf(`${partyId}|${mobileIndex}`, 'invitation-link'));
  let code = '';
  for (let bit = 0; code.length < INVITATION_CODE_LENGTH; bit += 5) {
    const at = bit >> 3;
    code += ALPHABET[(((bytes[at]! << 8) | bytes[at + 1]!) >> (11 - (bit & 7))) & 31];
  }
  return code;
}

/** The address of a recipient's link, which is stored by its digest when it is first sent. Idempotent. */
export async function invitationLink(context: Context, invited: InvitedParty): Promise<string> {
  const code = await codeOf(context, invited);
  await context.db
    .insert(invitation)
    .values({ ...invited, codeHash: await hashOf(code), createdAt: context.now })
    .onConflictDoNothing();
  return publicAddress(context, invitationPath(code));
}

/** Which of these parties want no more reminders of their task, by id: while they have the number that wished it. */
export async function silencedParties(
  { db }: Context,
  parties: readonly { id: string; mobileIndex: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ partyId: invitation.partyId, mobileIndex: invitation.mobileIndex })
    .from(invitation)
    .where(
      and(
        inArray(
          invitation.partyId,
          parties.map(({ id }) => id),
        ),
        isNotNull(invitation.remindersOffAt),
      ),
    );
  const wished = new Map(rows.map((row) => [`${row.partyId}|${row.mobileIndex}`, row.partyId]));
  return new Set(parties.flatMap(({ id, mobileIndex }) => wished.get(`${id}|${mobileIndex}`) ?? []));
}

/** Whether the recipient of a link wants no more reminders of its task. */
export const hasRemindersOff = async (
  context: Context,
  { partyId: id, mobileIndex }: InvitedParty,
): Promise<boolean> => (await silencedParties(context, [{ id, mobileIndex }])).has(id);

/** Statements that end or resume reminders of a task for one party, also before anything was sent to it. */
export async function silencing(
  context: Context,
  invited: InvitedParty,
  silenced: boolean,
): Promise<Statement[]> {
  const { db, now: createdAt } = context;
  const remindersOffAt = silenced ? createdAt : null;
  const codeHash = await hashOf(await codeOf(context, invited));
  return [
    db
      .insert(invitation)
      .values({ ...invited, codeHash, remindersOffAt, createdAt })
      .onConflictDoUpdate({
        target: [invitation.partyId, invitation.mobileIndex],
        set: { remindersOffAt },
      }),
  ];
}

/** Ends reminders of the task of a link, for its recipient. Idempotent; an unknown code ends nothing. */
export async function endReminders({ db, now }: Context, code: string): Promise<void> {
  await db
    .update(invitation)
    .set({ remindersOffAt: now })
    .where(and(eq(invitation.codeHash, await hashOf(code)), isNull(invitation.remindersOffAt)));
}

/** Notes when a link was first opened. */
export async function noteOpened({ db, now }: Context, codeHash: string): Promise<void> {
  await db
    .update(invitation)
    .set({ openedAt: now })
    .where(and(eq(invitation.codeHash, codeHash), isNull(invitation.openedAt)));
}

export type InvitationRow = typeof invitation.$inferSelect;

/** The stored link of a code; undefined for an unknown one. */
export async function findInvitation({ db }: Context, code: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitation)
    .where(eq(invitation.codeHash, await hashOf(code)));
  return row;
}
