/**
 * What a browser is sent and how long it waits, on loopback: JavaScript of three pages, gzipped (PDF worker apart), a
 * cold list of 1,000 tasks and its next page, and the first page of a 100-page file. Times are taken in the page, from
 * the start of its navigation, or from the click, to the frame that shows what was waited for. The peer's figures are Documenso
 * 2.17's, measured on the same kind of machine before this product was begun, not in this run.
 */
import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright-core';
import { sendTask } from '#core/task/calls.ts';
import type { Product } from '#scripts/product/start-product.ts';
import type { ApiClient } from '#tests/client.ts';
import { enterpriseSigner, newKey } from '#tests/fixtures/contracts.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { A, memberOf, USER_A, withBenchProduct } from '../bench-product.ts';
import { fillTasks } from '../fill-tasks.ts';
import { launch, openPage, seenAt } from '../open-page.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'pages';

const PEER = 'Documenso 2.17, measured earlier';
export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const client = await memberOf(product, 'A');
    const taskId = await sendLong(client);
    await fillTasks(product, 0, 1_000);
    const browser = await launch();
    try {
      const signing = `/fileSign/fileSign?planId=${taskId}`;
      for (const [path, theirs] of [
        ['/login', 389],
        ['/home', 544],
        [signing, 738],
      ] as const) {
        const kb = await scriptsOf(browser, product, path === '/login' ? null : client, path);
        report({
          name: `JavaScript of ${path.split('?')[0]}, gzipped`,
          unit: 'kB',
          ours: kb,
          peer: PEER,
          theirs,
        });
      }
      const times = { rows: [] as number[], next: [] as number[], page: [] as number[] };
      for (let i = 0; i < 5; i++) {
        const { page, close } = await openPage(browser, client);
        await page.goto(`${product.baseUrl}/contract/startWithMe`, { waitUntil: 'commit' });
        times.rows.push(await seenAt(page, 'tbody tr:nth-of-type(10)'));
        const second = page.locator('nav button:has-text("2")').first();
        await second.waitFor();
        // The rows of the second page, not only its number.
        times.next.push(await afterClick(page, second, 'tbody', '合同 989'));
        await page.goto(product.baseUrl + signing, { waitUntil: 'commit' });
        times.page.push(await seenAt(page, '[data-page] [data-drawn="true"] canvas'));
        await close();
      }
      report({
        name: 'cold list of 1,000 tasks: rows',
        unit: 'ms',
        ours: median(times.rows),
        peer: PEER,
        theirs: 2_100,
      });
      report({
        name: 'next page of the list',
        unit: 'ms',
        ours: median(times.next),
        peer: PEER,
        theirs: 340,
      });
      report({
        name: '100-page file: first page',
        unit: 'ms',
        ours: median(times.page),
        peer: PEER,
        theirs: 1_800,
      });
    } finally {
      await browser.close();
    }
  });
}

async function sendLong(a: ApiClient): Promise<string> {
  const fileKey = await a.upload(await makePdf(Array.from({ length: 100 }, () => ({}))));
  const signer = enterpriseSigner(A, USER_A);
  const documentId = newKey();
  const { planId: taskId } = await a.call(sendTask, {
    draftId: newKey(),
    taskName: '100 pages',
    businessType: 'OTHER',
    planSendDocumentVOList: [{ documentId, fileName: 'long.pdf', fileKey }],
    planSendSignatoryOrderVOList: [signer],
    placementList: [
      {
        placementId: newKey(),
        signatoryId: signer.signatoryId,
        documentId,
        kind: 'ENT_SEAL',
        page: 1,
        x: 20,
        y: 20,
        width: 42,
        height: 42,
      },
    ],
  });
  return taskId;
}

/** Ms from a press of a button to the frame in which an element holds a text. */
async function afterClick(page: Page, button: Locator, selector: string, text: string): Promise<number> {
  const waiting = page.evaluate(
    ([wanted, words]) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (!document.querySelector(wanted)?.textContent?.includes(words)) return;
          watch.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressed)));
        });
        watch.observe(document, { childList: true, subtree: true, characterData: true });
      }),
    [selector, text] as const,
  );
  await button.click();
  return waiting;
}

/** kB of all scripts that a page fetches before it is idle, each gzipped; PDF worker apart. */
async function scriptsOf(
  browser: Browser,
  product: Product,
  client: ApiClient | null,
  path: string,
): Promise<number> {
  const { page, close } = await openPage(browser, client);
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.m?js(\?|$)/.test(response.url()) || response.url().includes('pdf.worker')) return;
    bodies.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(product.baseUrl + path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(bodies);
  await close();
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}
