import type { Page } from 'playwright-core';
import type { DEMO } from '#db/seed/demo.ts';

type Who = Pick<(typeof DEMO.accounts)[number], 'realName' | 'mobile'>;

/** Opens the wizard's step of parties, and names the other enterprise and who acts for it. */
export async function nameOther(page: Page, enterprise: { name: string }, { realName, mobile }: Who) {
  await page.getByRole('button', { name: '签署方' }).click();
  await page.getByRole('textbox', { name: '企业名称' }).nth(1).fill(enterprise.name);
  await page.getByRole('textbox', { name: '经办人姓名' }).nth(1).fill(realName);
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
}

/** Opens the wizard's last step, and has it put a place for each party. */
export async function placeForEach(page: Page) {
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(1).waitFor();
}
