import { and, eq, type SQL, sql } from 'drizzle-orm';
import { participant, task } from '#db/schema/index.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { appendTrail, type NewTrailEntry } from '#edge/trail/trail-of.ts';
import { claimEffect } from './effects.ts';
import { TABLES, type WaitingParty } from './waiting-parties.ts';

/** Whose a party becomes; empty strings: nobody's yet. */
export interface PartyChange {
  party: WaitingParty;
  ownerKey: string;
  accountId: string;
  claimedAt: number | null;
  /** The registered name, where a credit code stood for it. */
  entName?: string;
}

export interface Changes {
  guards: SQL[];
  statements: Statement[];
}

/**
 * Guards and statements that make parties an account's or an enterprise's, or nobody's again: the party, who sees the task,
 * and one line in its trail. The version of each task is raised, so that whatever reads it meanwhile decides anew.
 */
export async function changeParties(
  context: Context,
  changes: readonly PartyChange[],
  entryOf: (change: PartyChange) => NewTrailEntry,
  more: { accountId?: string; entId?: string } = {},
): Promise<Changes> {
  if (changes.length === 0) return { guards: [], statements: [] };
  const { db } = context;
  const byTask = [...Map.groupBy(changes, ({ party }) => party.task.id).values()];
  const trails = await Promise.all(
    byTask.map((some) => appendTrail(context, some[0]!.party.task.id, some.map(entryOf))),
  );
  const key = more.accountId || more.entId || changes[0]!.party.task.id;
  return {
    guards: byTask.flatMap((some, i) => {
      const { id, version } = some[0]!.party.task;
      return [
        sql`select 1 from ${task} where ${task.id} = ${id} and ${task.version} = ${version}`,
        trails[i]!.guard,
      ];
    }),
    statements: [
      ...byTask.flatMap((some, i) => {
        const { id, version } = some[0]!.party.task;
        return [
          db
            .update(task)
            .set({ version: version + 1 })
            .where(eq(task.id, id)),
          ...some.flatMap((change) => rewrite(context, change)),
          ...trails[i]!.statements,
        ];
      }),
      enqueue(context, `claim:${key}`, claimEffect, {
        taskIds: byTask.map((some) => some[0]!.party.task.id),
        ...more,
      }),
    ],
  };
}

function rewrite(context: Context, change: PartyChange): Statement[] {
  const { db } = context;
  const { party, ownerKey, accountId, claimedAt, entName } = change;
  const table = TABLES[party.part];
  const set = { ownerKey, accountId, claimedAt, ...(entName === undefined ? {} : { entName }) };
  return [
    db.update(table).set(set).where(eq(table.id, party.id)),
    ...movePlace(context, party, party, { ownerKey, accountId }),
  ];
}

/**
 * Statements that show a task to whom a party is now, and no longer to whom it was; after the statement that changes the party.
 * During the approval of the task nobody but the sender's side sees it; parties are added when it is sent.
 */
export const movePlace = (context: Context, of: PartOfTask, before: Place, now: Place): Statement[] =>
  of.task.state === 'REVIEWING'
    ? []
    : [...insertPlace(context, of, placeOf(now)), ...deletePlace(context, of, placeOf(before))];

type PartOfTask = {
  task: Pick<WaitingParty['task'], 'id' | 'state' | 'sentAt'>;
  part: WaitingParty['part'];
};

interface Place {
  ownerKey: string;
  accountId: string;
}

/**
 * As whom a party sees its task: an enterprise by its operator, or by all its members while that is nobody; a person as
 * themself, and so does the operator of an enterprise that is not verified yet. Null: nobody sees it.
 */
export function placeOf({ ownerKey, accountId }: Place): Place | null {
  if (ownerKey.startsWith('E:')) return { ownerKey, accountId };
  const owner = ownerKey || (accountId && personKey(accountId));
  return owner ? { ownerKey: owner, accountId: '' } : null;
}

const insertPlace = ({ db }: Context, { task: of, part }: PartOfTask, place: Place | null): Statement[] =>
  place
    ? [
        db
          .insert(participant)
          .values({ ...place, part, taskId: of.id, sentAt: of.sentAt })
          .onConflictDoNothing(),
      ]
    : [];

/** Nobody loses sight of a task that they are another party of; written after the party was changed. */
function deletePlace({ db }: Context, { task: of, part }: PartOfTask, place: Place | null): Statement[] {
  if (!place) return [];
  const table = TABLES[part];
  const { ownerKey, accountId } = place;
  const owned = ownerKey.startsWith('E:')
    ? sql`${table.ownerKey} = ${ownerKey} and ${table.accountId} = ${accountId}`
    : sql`(${table.ownerKey} = ${ownerKey} or (${table.ownerKey} = '' and ${table.accountId} = ${ownerKey.slice(2)}))`;
  return [
    db
      .delete(participant)
      .where(
        and(
          eq(participant.ownerKey, ownerKey),
          eq(participant.part, part),
          eq(participant.taskId, of.id),
          eq(participant.accountId, accountId),
          sql`not exists (select 1 from ${table} where ${table.taskId} = ${of.id} and ${owned})`,
        ),
      ),
  ];
}

/** Repeats a change that something overtook, at once and a few times; throws GuardFailed like its last attempt. */
export async function repeatOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardFailed) || left === 0) throw error;
    }
  }
}
