import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestAgent } from '#tests/agent/with-agent.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A } from '#tests/fixtures/contracts.ts';
import { screenshot, type User } from '../browser.ts';

/** The agent of a test listens where there is room, not on the usual ports. */
export const knowsAgent = ({ context }: User, agent: TestAgent): Promise<unknown> =>
  context.addInitScript(`localStorage.setItem('signet_agent_port', ${JSON.stringify(String(agent.port))})`);

/** Goes past the explanation where this browser will ask, and pairs where it is not paired yet. */
export async function reachUkeys(page: Page, agent: TestAgent): Promise<void> {
  const pin = page.getByRole('textbox', { name: '证书密码' });
  const go = page.getByRole('button', { name: '知道了，继续' });
  const show = page.getByRole('button', { name: '显示配对码' });
  // What a former page was allowed may be shown before this one has asked: the explanation comes as late as it likes.
  await expect
    .poll(async () => {
      await go.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click();
      });
      return pin.or(show).first().isVisible();
    })
    .toBe(true);
  if (!(await show.isVisible())) return;
  await screenshot(page, 'ukey-pairing');
  await show.click();
  const code = page.getByRole('textbox', { name: '配对码' });
  await code.waitFor();
  await code.fill(agent.code());
  await page.getByRole('button', { name: '配对', exact: true }).click();
  await pin.waitFor();
}

/** Opens the task, puts a seal of that name at the place and opens the confirmation. */
export async function fillWith(page: Page, taskId: string, name: string): Promise<void> {
  await openAs(page, ADMIN_A.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_A.id);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: /^全部放上/ }).click();
  const submit = page.getByRole('button', { name: new RegExp(`^使用${name}签署`) });
  await submit.waitFor();
  await fits(page, name);
  await submit.click();
}

/** The button that signs with this seal is whole, on a desk and on a phone, however long the name is. */
async function fits(page: Page, name: string): Promise<void> {
  const side = page.getByRole('complementary', { name: '需要您签署的位置' });
  const submit = side.getByRole('button', { name: new RegExp(`^使用${name}签署`) });
  const desk = page.viewportSize()!;
  for (const size of [{ width: 390, height: 844 }, desk]) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => {
        const [inner, outer] = await Promise.all([submit.boundingBox(), side.boundingBox()]);
        return (
          inner!.x >= outer!.x &&
          inner!.x + inner!.width <= outer!.x + outer!.width &&
          outer!.x + outer!.width <= size.width &&
          (await submit.evaluate((b) => b.scrollWidth <= b.clientWidth))
        );
      })
      .toBe(true);
    if (size !== desk) await screenshot(page, 'sign-long-name-phone');
  }
}
