import { sql } from 'drizzle-orm';
import { TRANSFER_ACCOUNTS, TRANSFER_KINDS } from '#core/credit/ledger.ts';
import { auditEntry, creditLot, creditTransfer, setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

const HOUR_MS = 3_600_000;
/** The row of `setting` with the time up to which the ledger was checked. */
const CHECKED = 'copies-checked';

const kindsTo = (account: string) => TRANSFER_KINDS.filter((kind) => TRANSFER_ACCOUNTS[kind].to === account);
const kindsFrom = (account: string) =>
  TRANSFER_KINDS.filter((kind) => TRANSFER_ACCOUNTS[kind].from === account);
const list = (kinds: readonly string[]) =>
  sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );

export interface LedgerFault {
  lotId: string;
  enterpriseId: string;
  /** The lot's stored balance, and the sum of its transfers. */
  remaining: number;
  booked: number;
}

/**
 * Lots that changed after `since` (epoch ms) and whose stored balance differs from the sum of their transfers; none in a
 * correct ledger.
 */
export async function ledgerFaults({ db }: Pick<Context, 'db'>, since: number): Promise<LedgerFault[]> {
  const booked = sql<number>`(select coalesce(sum(case when t.kind in (${list(kindsTo('AVAILABLE'))}) then t.quantity when t.kind in (${list(kindsFrom('AVAILABLE'))}) then -t.quantity else 0 end), 0) from copies_transfer t where t.lot_id = copies_lot.id)`;
  const rows = await db
    .select({
      lotId: creditLot.id,
      enterpriseId: creditLot.enterpriseId,
      remaining: creditLot.remaining,
      booked,
    })
    .from(creditLot)
    .where(
      sql`${creditLot.id} in (select ${creditTransfer.lotId} from ${creditTransfer} where ${creditTransfer.at} >= ${since}) and ${creditLot.remaining} <> ${booked}`,
    );
  return rows.map((row) => ({ ...row, booked: Number(row.booked) }));
}

/**
 * Hourly job: compares stored balances with the sums of the ledger for all lots that changed since the last check.
 * A difference is written to the audit log and the Worker's log; nothing is corrected automatically.
 */
export async function checkLedger(context: Context): Promise<void> {
  const { db, now } = context;
  const [row] = await db.select().from(setting).where(sql`${setting.name} = ${CHECKED}`);
  const last = row?.updatedAt ?? 0;
  if (now - last < HOUR_MS) return;
  // Overlaps the last check, which may have missed concurrent writes.
  const faults = await ledgerFaults(context, last - HOUR_MS);
  for (const fault of faults) noteFault('ledger of credits', JSON.stringify(fault));
  await commit(
    context,
    [],
    [
      db
        .insert(setting)
        .values({ name: CHECKED, value: '{}', updatedAt: now })
        .onConflictDoUpdate({ target: setting.name, set: { updatedAt: now } }),
      ...faults.map((fault) =>
        db.insert(auditEntry).values({
          id: context.newId(),
          at: now,
          actorId: '',
          actorName: 'Signet',
          action: 'COPIES_MISMATCH',
          targetKind: 'ENTERPRISE',
          targetId: fault.enterpriseId,
          remark: `${fault.lotId}: ${fault.remaining} ≠ ${fault.booked}`,
        }),
      ),
    ],
  );
}
