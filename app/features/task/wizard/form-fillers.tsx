import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftDocument } from '#core/task/draft.ts';
import { putFormFiller } from '#core/task/form-filler.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import { nameOf } from './signer-name.ts';
import type { StepProps } from './step-props.ts';

/** Asks who fills in the form of each file whose form is left to a signer. */
export function FormFillers({ draft, open, problemOf }: Pick<StepProps, 'draft' | 'open' | 'problemOf'>) {
  const { t } = useTranslation('wizard');
  const [failed, setFailed] = useState<unknown>();
  const { signers, documents, task } = draft;
  const options = signers.map((signer, i) => ({
    value: signer.signerId,
    label: nameOf(signer, t('signerNumber', { n: i + 1 })),
  }));
  const choose = async (document: DraftDocument, signerId: string) => {
    setFailed(undefined);
    try {
      const { formBlanks } = await import('#core/pdf/prepare/form-blanks.ts');
      putFormFiller(open.doc, document, signerId, formBlanks(await readDocument(document.fileKey)));
    } catch (problem) {
      setFailed(problem);
    }
  };
  return (
    <>
      {failed !== undefined && <Notice tone="warning">{errorText(failed, t)}</Notice>}
      {documents.map((document, i) =>
        task.taskFileType === 'PDF' && document.formFields === 'FILL' ? (
          <Select
            key={document.documentId}
            name={`documents.${i}.formFiller`}
            label={t('formFields.filler', { name: document.fileName })}
            hint={t('formFields.fillerHint')}
            required
            value={
              signers.some(({ signerId }) => signerId === document.formFiller) ? document.formFiller! : ''
            }
            onChange={(signerId) => void choose(document, signerId)}
            options={options}
            error={problemOf(`documents.${i}.formFiller`)}
          />
        ) : null,
      )}
    </>
  );
}
