import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The builder's own axe as its packed file, which the page reads in a third of the time. */
const builder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(builder.resolve('axe-core/axe.min.js'), 'utf8');

/** What the builder is given to put into the page, where axe is already. */
const NOTHING = ';';

/**
 * Once for each document: the builder puts axe into it twice for each look, which takes the page longer than the look
 * itself. What axe remembers of a look it forgets before the next.
 */
async function putInto(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/**
 * What axe finds wrong with the page as it is, one line each. What passes is not described, as nobody reads it, and axe
 * runs in the page alone, which has no frames (its "legacy" mode): a fifth of the work, and the same is found. It looks
 * once the page is painted: right after a change of its colours some are still the former ones.
 */
export async function flaws(page: Page): Promise<string[]> {
  // A step whose texts or program are still to come shows nothing for a moment. Every page has a heading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const frame of page.frames()) await putInto(frame);
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  const { violations } = await new AxeBuilder({ page, axeSource: NOTHING })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`.trimEnd()),
  );
}
