import { createClient } from '@libsql/client/http';
import type { Product } from '#scripts/product/start-product.ts';
import { A, USER_A } from './bench-product.ts';

/** When the first of them was sent, epoch ms; each later one a millisecond after it. Recent, as the lists open with those. */
export const FIRST_SENT = Date.now() - 30 * 86_400_000;

/** State, end and scenario of task `n`: of ten one is finished with an employee, one refused, and eight run or are finished. */
const stateOf = (n: number) =>
  n % 10 === 3
    ? "'HR', 'ENDED', 'COMPLETED', 0"
    : n % 10 === 7
      ? "'ENT', 'ENDED', 'REJECTED', 0"
      : n % 2
        ? "'ENT', 'IN_PROGRESS', null, 0"
        : "'ENT', 'ENDED', 'COMPLETED', 0";

/** Rows as sending makes them, straight into the tables; the counters follow by their triggers. */
export async function fillTasks(
  { libsqlUrl: url, libsqlToken: authToken }: Pick<Product, 'libsqlUrl' | 'libsqlToken'>,
  from: number,
  to: number,
): Promise<void> {
  const db = createClient({ url, authToken });
  for (let at = from; at < to; at += 500) {
    const rows = Array.from({ length: Math.min(500, to - at) }, (_, i) => at + i);
    await db.batch(
      [
        `insert into task (id, number, draft_id, name, business_type, business_type_name, scenario, state, end_reason, signed_num, file_type, owner_key, initiator_id, initiator_name, initiator_ent_name, ordered, start_at, deadline, sent_at, file_num, signer_num, version) values ${rows
          .map(
            (n) =>
              `('bench${String(n).padStart(12, '0')}', 'QS${n}', 'draft${n}', '合同 ${n}', 'OTHER', '其他', ${stateOf(n)}, 'PDF', 'E:${A.id}', '${USER_A.id}', '甲', '${A.name}', 0, ${n}, ${Date.now() + 9e9}, ${FIRST_SENT + n}, 1, 2, 1)`,
          )
          .join(',')}`,
        `insert into participant (owner_key, part, task_id, account_id, sent_at) values ${rows
          .map(
            (n) =>
              `('E:${A.id}', 'INITIATOR', 'bench${String(n).padStart(12, '0')}', '${USER_A.id}', ${FIRST_SENT + n})`,
          )
          .join(',')}`,
        `insert into signer (id, task_id, position, type, owner_key, ent_name, user_name, account_id, mobile_index, mobile_sealed, sign_order, state) values ${rows
          .flatMap((n) => {
            const id = String(n).padStart(12, '0');
            return [
              `('a${id}', 'bench${id}', 0, 'ENTERPRISE', 'E:${A.id}', '${A.name}', '甲', '${USER_A.id}', '', '', 1, '${n % 20 === 1 ? 'SIGNING' : 'SIGNED'}')`,
              `('b${id}', 'bench${id}', 1, 'ENTERPRISE', '', '乙公司 ${n % 1_000}', '乙', '', '', '', 1, 'SIGNING')`,
            ];
          })
          .join(',')}`,
      ],
      'write',
    );
  }
  db.close();
}
