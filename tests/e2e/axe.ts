import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with the page as it is, one line each. What passes is not described, as nobody reads it, and axe
 * runs in the page alone, which has no frames (its "legacy" mode): a fifth of the work, and the same is found. It looks
 * once the page is painted: right after a change of its colours some are still the former ones.
 */
export async function flaws(page: Page): Promise<string[]> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`.trimEnd()),
  );
}
