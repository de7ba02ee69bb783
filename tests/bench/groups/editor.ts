/**
 * Typing in a web template of 100 pages with two editors in it: Chromium and the product with its PartyKit; a colleague
 * types in a browser of their own all the while. A key takes what the page's thread works from that key to the next:
 * handling, synchronisation of both people's text, style, layout, painting, and what the editor does later about it. The
 * wait for the next frame of the display, up to 16.7 ms at 60 Hz, is no work and not in it.
 */

import type { Page } from 'playwright-core';
import { randomFrom } from '#tests/fixtures/random.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { templateInForce } from '#tests/fixtures/templates.ts';
import { randomParagraph } from '#tests/unit/typeset/paragraphs.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import { launch, openPage } from '../open-page.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'editor';

const KEYS = 200;
const KEYS_TO_WARM_UP = 20;
/** Between two keys: a fast typist. */
const PAUSE = 100;
const EDITOR = '/company/frontTemplateFile/webTemplate';

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const client = await memberOf(product, 'A');
    const id = await templateInForce(client, '一百页', longTemplate());
    const browser = await launch();
    const other = await launch();
    try {
      const pages: Page[] = [];
      for (const one of [browser, other]) {
        const { page } = await openPage(one, client);
        await page.goto(`${product.baseUrl}${EDITOR}?id=${id}`);
        await page.getByText(/已同步/).waitFor();
        await page.getByText(/^共 \d+ 页$/).waitFor();
        pages.push(page);
      }
      const [mine, theirs] = pages as [Page, Page];
      const count = Number(/\d+/.exec((await mine.getByText(/^共 \d+ 页$/).textContent())!)![0]);
      const work = await typed(mine, theirs);
      const row = { unit: 'ms', peer: null, theirs: null };
      report({ ...row, name: `a key among ${count} pages with two editors, median`, ours: median(work) });
      const p95 = work.toSorted((a, b) => a - b)[Math.floor(work.length * 0.95)]!;
      report({
        ...row,
        name: `a key among ${count} pages with two editors, 95th percentile`,
        ours: p95,
        peer: 'at most',
        theirs: 16,
      });
    } finally {
      await browser.close();
      await other.close();
    }
  });
}

function longTemplate() {
  const content = webTemplate();
  const random = randomFrom(100);
  const more = Array.from({ length: 730 }, () => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text: randomParagraph(random) }],
  }));
  return { ...content, body: { ...content.body, content: [...content.body.content, ...more] } };
}

/** Ms of work of a page's main thread for each key typed in it, while somebody types in another page. */
async function typed(mine: Page, theirs: Page): Promise<number[]> {
  const session = await mine.context().newCDPSession(mine);
  // Time of the thread, which other programs of the machine do not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name: metric }) => metric === 'TaskDuration')!.value * 1000;
  };
  const lines = (page: Page) => page.locator('.ProseMirror > p');
  await lines(mine).nth(40).click();
  await lines(theirs).nth(300).click();
  let over = false;
  const colleague = (async () => {
    while (!over) await theirs.keyboard.type('乙', { delay: PAUSE });
  })();
  const times: number[] = [];
  try {
    for (let i = -KEYS_TO_WARM_UP; i < KEYS; i++) {
      const before = await worked();
      await mine.keyboard.type('甲');
      await mine.waitForTimeout(PAUSE);
      if (i >= 0) times.push((await worked()) - before);
    }
  } finally {
    over = true;
    await colleague;
  }
  return times;
}
