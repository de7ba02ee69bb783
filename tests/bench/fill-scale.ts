import { createClient } from '@libsql/client';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import type { Env } from '#edge/kernel/env.ts';
import type { Product } from '#scripts/product/start-product.ts';
import { A, USER_A } from './bench-product.ts';
import { FIRST_SENT } from './fill-tasks.ts';

/** Tasks of one statement. Each is a transaction that others wait for. */
const AT_ONCE = 10_000;

/** Newest tasks whose signers a call opens: their mobile numbers are sealed, all others are empty. */
const OPENED = 400;

const ENDED = 'n % 2 = 0 or n % 10 in (3, 7)';
/** Id of task `n` as text in SQL. */
const id = (prefix: string) => `printf('${prefix}%012d', n)`;
/** Numbers from `from` (inclusive) to `to` as the table `numbers`. */
const numbers = (from: number, to: number) =>
  `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${to})`;

/**
 * Rows as sending makes them, straight into the tables: for ten tasks one person, for a hundred one enterprise, and for
 * each task ten lines of its trail. All tasks are sent by the first demo company; the counters follow by their triggers.
 * As `fillTasks`, but made by the database itself, so that a million take minutes.
 */
export async function fillScale(
  { libsqlUrl: url, libsqlToken: authToken, secrets }: Pick<Product, 'libsqlUrl' | 'libsqlToken' | 'secrets'>,
  from: number,
  to: number,
): Promise<void> {
  const db = createClient({ url, authToken });
  const deadline = Date.now() + 9e9;
  for (let at = from; at < to; at += AT_ONCE) {
    const end = Math.min(to, at + AT_ONCE);
    const tasks = numbers(at, end);
    const people = numbers(Math.ceil(at / 10), Math.ceil(end / 10));
    const enterprises = numbers(Math.ceil(at / 100), Math.ceil(end / 100));
    const statements = [
      `${people} insert into account (id, login_name, login_index, mobile_index, mobile_sealed, created_at)
       select ${id('person')}, ${id('person')}, ${id('login')}, ${id('mobile')}, '', ${FIRST_SENT} from numbers`,
      `${enterprises} insert into enterprise (id, name, auth_status, business_status, created_at)
       select ${id('firm')}, '企业 ' || n, 'AUTH', 'ENABLE', ${FIRST_SENT} from numbers`,
      `${people} insert into member (id, enterprise_id, account_id, roles, joined_at)
       select ${id('member')}, printf('firm%012d', n / 10), ${id('person')}, '[]', ${FIRST_SENT} + n from numbers`,
      `${tasks} insert into task (id, number, draft_id, name, business_type, business_type_name, scenario, state, end_reason, signed_num, file_type, owner_key, initiator_id, initiator_name, initiator_ent_name, ordered, start_at, deadline, sent_at, file_num, signer_num, version)
       select ${id('scale')}, 'QS' || n, 'draft' || n, '合同 ' || n, 'OTHER', '其他', iif(n % 10 = 3, 'HR', 'ENT'),
         iif(${ENDED}, 'ENDED', 'IN_PROGRESS'), iif(${ENDED}, iif(n % 10 = 7, 'REJECTED', 'COMPLETED'), null), 0, 'PDF',
         'E:${A.id}', '${USER_A.id}', '甲', '${A.name}', 0, n, ${deadline}, ${FIRST_SENT} + n, 1, 2, 1 from numbers`,
      `${tasks} insert into participant (owner_key, part, task_id, account_id, sent_at)
       select 'E:${A.id}', 'INITIATOR', ${id('scale')}, '${USER_A.id}', ${FIRST_SENT} + n from numbers`,
      `${tasks} insert into signer (id, task_id, position, type, owner_key, ent_name, user_name, account_id, mobile_index, mobile_sealed, sign_order, state)
       select ${id('a')}, ${id('scale')}, 0, 'ENTERPRISE', 'E:${A.id}', '${A.name}', '甲', '${USER_A.id}', '', '', 1, iif(n % 20 = 1, 'SIGNING', 'SIGNED') from numbers`,
      `${tasks} insert into signer (id, task_id, position, type, owner_key, ent_name, user_name, account_id, mobile_index, mobile_sealed, sign_order, state)
       select ${id('b')}, ${id('scale')}, 1, 'ENTERPRISE', printf('E:firm%012d', n / 100), '企业 ' || (n / 100), '乙', '', '', '', 1, 'SIGNING' from numbers`,
      `${tasks} insert into trail (task_id, seq, at, event, operator, evidence, previous_hash, hash)
       select ${id('scale')}, value, ${FIRST_SENT} + n, 'DOWNLOADED', '甲', '{}', '', ${id('hash')} || value
       from numbers, json_each('[1,2,3,4,5,6,7,8,9,10]')`,
    ];
    for (const statement of statements) await db.execute(statement);
  }
  const keys = await openKeyring(secrets as unknown as Env);
  const newest = Array.from(
    { length: Math.min(OPENED, to - from) },
    (_, i) => `b${String(to - 1 - i).padStart(12, '0')}`,
  );
  const sealed = await Promise.all(
    newest.map((signerId) => keys.sealField('13800000001', `mobile:${signerId}`)),
  );
  const set = newest.map((signerId, i) => ({
    sql: 'update signer set mobile_sealed = ? where id = ?',
    args: [sealed[i]!, signerId],
  }));
  await db.batch(set, 'write');
  db.close();
}
