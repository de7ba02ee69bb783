/**
 * An enterprise of 5,000 employees on loopback: how long it takes to import them from the rows of a sheet, to find one by
 * a part of the sealed name and by the whole mobile number, to read all of them for a sheet, and until a browser with
 * nothing in its cache shows the first page of the roster. Bounds that are asked for stand in the names.
 */
import { exportEmployees, listEmployees } from '#core/employee/calls.ts';
import { importEmployees, listImports } from '#core/employee/import-calls.ts';
import { AT_ONCE, IMPORT_LIMITS } from '#core/employee/states.ts';
import type { ApiClient } from '#tests/client.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import { launch, openPage, seenAt } from '../open-page.ts';
import { type BenchReport, median, timed } from '../row.ts';

export const name = 'people';

const PEOPLE = 5_000;
const GIVEN = '安宁静远明德思齐嘉禾清和景行怀瑾若水云帆星河知白守拙';
const nameOf = (n: number) => `测${GIVEN[n % GIVEN.length]}${GIVEN[(n * 7) % GIVEN.length]}${n}`;
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
    const browser = await launch();
    try {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const { page, close } = await openPage(browser, client);
        await page.goto(`${product.baseUrl}/company/employee`, { waitUntil: 'commit' });
        times.push(await seenAt(page, 'tbody tr:nth-of-type(10)'));
        await close();
      }
      report({
        name: 'first page of the roster, cold (at most 700)',
        unit: 'ms',
        ours: median(times),
        ...alone,
      });
    } finally {
      await browser.close();
    }
  });
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
