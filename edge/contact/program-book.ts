import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { type BookAnswer, type BookChange, bookAnswer, contactPage } from '#core/contact/program-book.ts';
import type {
  listContacts as listCall,
  removeContacts as removeCall,
  saveContacts as saveCall,
} from '#core/contact/program-calls.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import { ownerRoomId } from '#core/sync/owner-room.ts';
import { companyRecord } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { askRoom } from '#edge/sync/order-room.ts';

const roomOf = ({ actor }: SignedInContext): string => `contacts:${ownerRoomId(actor.ownerKey)}`;

/** Throws UNAVAILABLE if the room does not answer. */
export async function listContacts(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  return contactPage.parse(await askRoom(context, roomOf(context), { act: 'list', ...input }));
}

/**
 * Throws NOT_FOUND, INPUT_INVALID with the field at fault, CONTACTS_FULL, UNAVAILABLE. A repeated request writes under the same keys,
 * so that a lost answer makes no second contact.
 */
export async function saveContacts(
  { contacts }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const known = contacts.flatMap(({ contactId }) => contactId ?? []);
  if (new Set(known).size < known.length)
    throw new InputRefused([{ path: 'contacts', problem: 'sameTwice' }]);
  const keys = await Promise.all(contacts.map(({ contactId }, i) => contactId ?? newKey(context, i)));
  await recorded(context, 'CONTACTS_SAVED', keys, () =>
    change(context, {
      act: 'save',
      contacts: contacts.map((contact, i) => ({
        ...contact,
        contactId: keys[i]!,
        isNew: contact.contactId === undefined,
      })),
    }),
  );
  return remembered(context, { contactIds: keys });
}

/** Throws NOT_FOUND, UNAVAILABLE. */
export async function removeContacts(
  { contactIds }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof removeCall>> {
  const { changed } = await recorded(context, 'CONTACTS_REMOVED', contactIds, () =>
    change(context, { act: 'remove', contactIds }),
  );
  return remembered(context, { removed: changed });
}

/**
 * Changes the book with a line in the enterprise's record: who, by which API key, and which contacts, by their ids alone. The
 * room is no part of a transaction, so the line is written first. It goes again where the room said that it changed
 * nothing; where no answer came, the change may have happened, and the line stays.
 */
async function recorded<T>(
  context: SignedInContext,
  record: 'CONTACTS_SAVED' | 'CONTACTS_REMOVED',
  contactIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { actor, db } = context;
  const id = context.newId();
  const remark = JSON.stringify({ ...(actor.key ? { apiKey: actor.key.name } : {}), contactIds });
  const line = recordCompany({ ...context, newId: () => id }, actor.entId, record, {
    operatorId: actor.accountId,
    remark,
  });
  await commit(context, [], [line]);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.name !== 'UNAVAILABLE')
      await db.delete(companyRecord).where(eq(companyRecord.id, id));
    throw error;
  }
}

async function change(context: SignedInContext, order: BookChange): Promise<BookAnswer> {
  const answer = bookAnswer.parse(await askRoom(context, roomOf(context), order));
  if (answer.problems.some(({ problem }) => problem === 'notFound')) throw new AppError('NOT_FOUND');
  if (answer.problems.length > 0) throw new InputRefused(answer.problems);
  if (answer.full) throw new AppError('CONTACTS_FULL');
  return answer;
}

async function newKey({ requestKey, newId }: SignedInContext, i: number): Promise<string> {
  if (!requestKey) return newId();
  return (await sha256Hex(`contact:${requestKey}:${i}`)).slice(0, 24);
}

async function remembered<T>(context: SignedInContext, answer: T): Promise<T> {
  for (const statement of context.remember(answer)) await statement;
  return answer;
}
