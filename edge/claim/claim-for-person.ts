import { type SQL, sql } from 'drizzle-orm';
import { isSameName } from '#core/identity/compare-names.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type Changes, changeParties, type PartyChange } from './change-parties.ts';
import { noticeOf, paramsOf, senderOf, tellClaim } from './tell-claims.ts';
import {
  countParties,
  ofContacts,
  readParties,
  TASKS_AT_ONCE,
  type WaitingParty,
} from './waiting-parties.ts';

interface Person {
  accountId: string;
  /** Keyed digests of the numbers and addresses that the account has proven. */
  contacts: readonly string[];
  /** Verified name; empty until there is one. */
  name: string;
}

/** The digests of an account's own contacts. */
export const contactsOf = (row: { mobileIndex: string; emailIndex: string | null }): string[] => [
  row.mobileIndex,
  ...(row.emailIndex ? [row.emailIndex] : []),
];

/**
 * What an account takes over with a number or address that it proves: every task that was sent to it while nobody had it.
 * Guards and statements for the transaction of the proof; a task that is sent to the number meanwhile makes a guard fail,
 * and the caller reads anew. A party of another name than the account's verified one stays as it is, and its sender and the
 * account are told (docs/decisions/waiting-parties.md).
 */
export async function claimForPerson(context: Context, person: Person): Promise<Changes> {
  const { guard, own, others, isMore } = await waitingFor(context, person);
  return settle(context, person, { guard, own, refused: [], told: others, isMore });
}

/**
 * As `claimForPerson`, where the account's name becomes verified: also gives back what it took over before under another
 * name, because the number was assigned anew or mistyped. What the account has signed stays its own. Senders of what it did
 * not take over were told when the number was proven.
 */
export async function settleVerifiedName(context: Context, person: Person): Promise<Changes> {
  const [waiting, claimed] = await Promise.all([
    waitingFor(context, person),
    readParties(
      context,
      (table) => sql`${table.accountId} = ${person.accountId} and ${table.claimedAt} is not null`,
    ),
  ]);
  const refused = claimed.filter(
    ({ userName, state }) => !isSameName(userName, person.name) && state !== 'SIGNED' && state !== 'REJECTED',
  );
  return settle(context, person, { ...waiting, refused, told: refused });
}

async function waitingFor(context: Context, { contacts, name }: Person) {
  const condition = ofContacts(contacts);
  const { count, guard } = await countParties(context, condition);
  const parties = count === 0 ? [] : await readParties(context, condition);
  const fits = ({ userName }: WaitingParty) => name === '' || isSameName(userName, name);
  const own = parties.filter(fits);
  return {
    guard,
    own,
    others: parties.filter((party) => !fits(party)),
    isMore: parties.length >= TASKS_AT_ONCE && own.length > 0,
  };
}

async function settle(
  context: Context,
  { accountId }: Person,
  {
    guard,
    own,
    refused,
    told: messages,
    isMore,
  }: Record<'own' | 'refused' | 'told', WaitingParty[]> & { guard: SQL; isMore: boolean },
): Promise<Changes> {
  const claims = own.map(
    (party): PartyChange => ({
      party,
      ownerKey: party.type === 'PERSON' ? personKey(accountId) : party.ownerKey,
      accountId,
      claimedAt: context.now,
    }),
  );
  const returns = refused.map(
    (party): PartyChange => ({
      party,
      ownerKey: party.type === 'PERSON' ? '' : party.ownerKey,
      accountId: '',
      claimedAt: null,
    }),
  );
  const changed = await changeParties(
    context,
    [...claims, ...returns],
    ({ party, accountId: now }) => ({
      event: now === '' ? 'UNCLAIMED' : 'CLAIMED',
      operator: party.userName,
      agent: party.entName,
    }),
    isMore ? { accountId } : {},
  );
  return {
    guards: [guard, ...changed.guards],
    statements: [
      ...changed.statements,
      ...claims.flatMap((change) => tellClaim(context, change)),
      ...tellOfOtherName(context, messages, accountId),
    ],
  };
}

/**
 * Tells the senders of open tasks that the number belongs to somebody of another name; and the account, once a sender and
 * without what was sent to whom, that a sender may have meant them.
 */
function tellOfOtherName(context: Context, parties: readonly WaitingParty[], accountId: string): Statement[] {
  const open = parties.filter(({ task }) => task.state !== 'ENDED' && task.state !== 'REVOKED');
  const sent = open.filter(({ task }) => task.state !== 'REVIEWING');
  const bySender = Map.groupBy(sent, ({ task }) => `${task.ownerKey} ${task.initiatorId}`);
  return [
    ...open.map((party) => {
      const { task, name } = paramsOf(party);
      return noticeOf(context, party, senderOf(party), 'TASK_NAME_DIFFERS', { task, name });
    }),
    ...[...bySender.values()].map(([party]) => {
      const reader = { accountId, ownerKey: personKey(accountId) };
      const { initiator } = paramsOf(party!);
      return noticeOf(context, party!, reader, 'NUMBER_OF_OTHER_NAME', { initiator }, false);
    }),
  ];
}
