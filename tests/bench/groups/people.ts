/**
 * An enterprise of 5,000 employees on loopback: how long it takes to import them from the rows of a sheet, to find one by
 * a part of the sealed name and by the whole mobile number, to read all of them for a sheet, to answer the directory of as
 * many members, and until a browser with nothing in its cache shows the first page of either. Bounds that are asked for stand in the names.
 */
import { getDirectory } from '#core/company/directory-calls.ts';
import { exportEmployees, listEmployees } from '#core/employee/calls.ts';
import { importEmployees, listImports } from '#core/employee/import-calls.ts';
import { AT_ONCE, IMPORT_LIMITS } from '#core/employee/states.ts';
import { account, member } from '#db/schema/index.ts';
import { sealIdentity } from '#edge/identity/names.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';
import type { Product } from '#scripts/product/start-product.ts';
import type { ApiClient } from '#tests/client.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { A, memberOf, withBenchProduct } from '../bench-product.ts';
import { launch, openPage, seenAt } from '../open-page.ts';
import { type BenchReport, median, timed } from '../row.ts';

export const name = 'people';

const PEOPLE = 5_000;
/** Rows that are written at once. */
const ROWS = 250;
const GIVEN = '安宁静远明德思齐嘉禾清和景行怀瑾若水云帆星河知白守拙';
const DIGITS = '零一二三四五六七八九';
// A name has no figures.
const nameOf = (n: number) =>
  `测${GIVEN[n % GIVEN.length]}${GIVEN[(n * 7) % GIVEN.length]}${String(n).replace(/\d/g, (figure) => DIGITS[Number(figure)]!)}`;
const mobileOf = (n: number) => `176${String(n).padStart(8, '0')}`;
const alone = { peer: null, theirs: null };

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const client = await memberOf(product, 'A');
    report({
      name: `importing ${PEOPLE} employees`,
      unit: 's',
      ours: (await importAll(client)) / 1_000,
      ...alone,
    });
    let turn = 0;
    const byName = () => client.call(listEmployees, { name: nameOf((turn++ * 101) % PEOPLE).slice(0, 3) });
    const byMobile = () => client.call(listEmployees, { name: mobileOf((turn++ * 101) % PEOPLE) });
    for (const [what, find] of [
      ['a part of the name', byName],
      ['the whole number', byMobile],
    ] as const)
      report({
        name: `search among ${PEOPLE} by ${what} (at most 60)`,
        unit: 'ms',
        ours: await timed(find, { rounds: 60, warmUp: 10 }),
        ...alone,
      });
    report({
      name: `reading ${PEOPLE} for a sheet`,
      unit: 's',
      ours: (await timed(() => exportAll(client), { rounds: 3, warmUp: 1 })) / 1_000,
      ...alone,
    });
    await addMembers(product);
    report({
      name: `directory of ${PEOPLE} members, numbers in full`,
      unit: 'ms',
      ours: await timed(() => client.call(getDirectory, {}), { rounds: 15, warmUp: 3 }),
      ...alone,
    });
    const browser = await launch();
    try {
      for (const [what, path, shown] of [
        ['first page of the roster, cold (at most 700)', '/company/employee', 'tbody tr:nth-of-type(10)'],
        [`directory of ${PEOPLE}, cold`, '/company/contact', 'main [role=option]:nth-of-type(10)'],
      ] as const) {
        const times: number[] = [];
        for (let i = 0; i < 5; i++) {
          const { page, close } = await openPage(browser, client);
          await page.goto(`${product.baseUrl}${path}`, { waitUntil: 'commit' });
          times.push(await seenAt(page, shown));
          await close();
        }
        report({ name: what, unit: 'ms', ours: median(times), ...alone });
      }
    } finally {
      await browser.close();
    }
  });
}

/** Makes 5,000 people members, straight in the database. */
async function addMembers(product: Product): Promise<void> {
  const env = { ...product.secrets, LIBSQL_URL: product.libsqlUrl, LIBSQL_AUTH_TOKEN: product.libsqlToken };
  const keys = await openKeyring(env as unknown as Env);
  const db = openDatabase(env as unknown as Env);
  const createdAt = Date.now();
  for (let from = 0; from < PEOPLE; from += ROWS) {
    const ids = Array.from({ length: ROWS }, (_, i) => `benchmember${String(from + i).padStart(9, '0')}`);
    const people = await Promise.all(
      ids.map(async (id, i) => ({
        id,
        ...(await sealIdentity({ keys }, id, {
          loginName: id,
          mobile: `177${String(from + i).padStart(8, '0')}`,
          realName: nameOf(from + i),
        })),
        personalAuthStatus: 'AUTH' as const,
        passwordHash: '',
        createdAt,
      })),
    );
    await db.insert(account).values(people);
    await db.insert(member).values(
      ids.map((id) => ({
        ...{ id, enterpriseId: A.id, accountId: id, businessTypes: null },
        roles: ['EMPLOYEE' as const],
        joinedAt: createdAt,
      })),
    );
  }
}

/** Ms from the first part that is sent until no row waits. */
async function importAll(client: ApiClient): Promise<number> {
  const began = performance.now();
  const importId = 'importbenchofpeople0';
  for (let from = 0; from < PEOPLE; from += IMPORT_LIMITS.part)
    await client.call(importEmployees, {
      importId,
      fileName: 'people.xlsx',
      duplicates: 'SKIP',
      total: PEOPLE,
      rows: Array.from({ length: IMPORT_LIMITS.part }, (_, i) => ({
        number: from + i + 2,
        cells: {
          realName: nameOf(from + i),
          mobile: mobileOf(from + i),
          idType: '居民身份证',
          idNumber: newResidentId(),
          entryDate: '2024-03-01',
        },
        odd: [],
      })),
    });
  for (;;) {
    const [row] = (await client.call(listImports, {})).records;
    if (row?.endTime) {
      if (row.added !== PEOPLE) throw new Error(`${row.added} of ${PEOPLE} were added`);
      return performance.now() - began;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function exportAll(client: ApiClient): Promise<void> {
  let after = '';
  for (let read = 0; read < PEOPLE; read += AT_ONCE.export) {
    const { rows } = await client.call(exportEmployees, {
      state: 'ACTIVE',
      sections: ['PERSONAL', 'WORK'],
      after,
    });
    after = rows.at(-1)?.employeeId ?? '';
  }
}
