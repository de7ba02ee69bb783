import type { Locator } from 'playwright-core';
import { DEMO } from '#db/seed/demo.ts';

/** Types the second proof that a dialog asks for: the signing password that `keyProofOf` gave the person. */
export const proveAgain = (dialog: Locator): Promise<void> =>
  dialog.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
