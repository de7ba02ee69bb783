import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { copyParty, signer, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { ReachedParty } from '#edge/notice/write-to.ts';

type TaskRow = typeof task.$inferSelect;

/** A party of a task as far as it matters whose the task is. Copy parties are never asked to sign. */
export interface WaitingParty extends ReachedParty {
  part: 'SIGNER' | 'COPY';
  task: TaskRow;
  type: 'ENTERPRISE' | 'PERSON';
  ownerKey: string;
  entName: string;
  userName: string;
  state: (typeof signer.$inferSelect)['state'] | '';
}

export const TABLES = { SIGNER: signer, COPY: copyParty } as const;
type PartyTable = (typeof TABLES)[WaitingParty['part']];

/** Tasks that one transaction changes at most; an effect goes on with the others. */
export const TASKS_AT_ONCE = 50;

/**
 * The parties that fulfil a condition, of the newest tasks first. Tasks that ended before they were sent to anybody, which
 * have their own id as that of their draft, are their sender's alone.
 */
export async function readParties(
  { db }: Context,
  condition: (table: PartyTable) => SQL | undefined,
): Promise<WaitingParty[]> {
  const sent = sql`${task.draftId} <> ${task.id}`;
  const [signers, copies] = await db.batch([
    db
      .select({ row: signer, task })
      .from(signer)
      .innerJoin(task, eq(task.id, signer.taskId))
      .where(and(condition(signer), sent))
      .orderBy(desc(task.sentAt), desc(task.id))
      .limit(TASKS_AT_ONCE),
    db
      .select({ row: copyParty, task })
      .from(copyParty)
      .innerJoin(task, eq(task.id, copyParty.taskId))
      .where(and(condition(copyParty), sent))
      .orderBy(desc(task.sentAt), desc(task.id))
      .limit(TASKS_AT_ONCE),
  ]);
  return [
    ...signers.map(({ row, task: of }) => ({ ...row, part: 'SIGNER' as const, task: of })),
    ...copies.map(({ row, task: of }) => ({
      ...row,
      part: 'COPY' as const,
      type: row.entName === '' ? ('PERSON' as const) : ('ENTERPRISE' as const),
      state: '' as const,
      task: of,
    })),
  ];
}

/** Parties of these numbers and addresses that no account is yet. */
export const ofContacts = (contacts: readonly string[]) => (table: PartyTable) =>
  sql`${table.mobileIndex} in (${sql.join(
    contacts.map((contact) => sql`${contact}`),
    sql`, `,
  )}) and ${table.accountId} = ''`;

/**
 * Enterprises of one of these names (in the form for comparing) that are none of ours yet. The + keeps them from being
 * looked up among all parties that wait for anybody.
 */
export const ofEnterprise = (keys: readonly string[]) => (table: PartyTable) =>
  sql`+${table.ownerKey} = '' and ${table.entKey} <> '' and ${table.entKey} in (${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )})`;

/** Number of parties that fulfil a condition, and the guard that none was added or changed since. */
export async function countParties(
  { db }: Context,
  condition: (table: PartyTable) => SQL,
): Promise<{ count: number; guard: SQL }> {
  const counted = sql`(select count(*) from ${signer} where ${condition(signer)}) + (select count(*) from ${copyParty} where ${condition(copyParty)})`;
  const [row] = await db.all<{ n: number }>(sql`select ${counted} as n`);
  const count = Number(row?.n ?? 0);
  return { count, guard: sql`select 1 where ${counted} = ${count}` };
}
