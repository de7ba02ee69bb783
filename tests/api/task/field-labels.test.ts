import { expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { textOrNull } from '#core/pdf/verify/text-of.ts';
import { downloadDocument, sendTask } from '#core/task/calls.ts';
import {
  ADMIN_A,
  COMPANY_A,
  companyA,
  enterpriseSigner,
  INDIVIDUAL,
  personSigner,
  taskToSend,
} from '#tests/fixtures/contracts.ts';

/** What a screen reader says at the fields of a file, by their names. */
function labelsOf(bytes: Bytes): Record<string, string | null> {
  const document = openPdfBytes(bytes);
  return Object.fromEntries(
    listFields(document).map(({ name, dict }) => [name, textOrNull(dict.entries.get('TU'))]),
  );
}

it('the field of a signature says whose signature it is', async () => {
  const a = await companyA();
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), personSigner(INDIVIDUAL)]);
  const { planId: taskId } = await a.call(sendTask, plan);
  const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  expect(labelsOf(bytes)).toMatchObject({
    Signer1: `${COMPANY_A.name} 签章，经办人 ${ADMIN_A.realName}`,
    Signer2: `${INDIVIDUAL.realName} 签名`,
  });
});
