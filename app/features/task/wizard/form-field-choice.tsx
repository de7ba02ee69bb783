import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DraftDocument } from '#core/task/draft.ts';
import { putFormFields } from '#core/task/form-filler.ts';
import { FORM_FIELD_CHOICES, type FormFieldChoice } from '#core/task/plan.ts';
import { localKey } from '../../../query.ts';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { readDocument } from '../draft/use-document-bytes.ts';
import type { StepProps } from './step-props.ts';

/** Fields named in the notice; the rest is only counted. */
const MOST_NAMED = 5;

/**
 * Says which files have fields that people fill in, and asks what becomes of them: a signature alone would leave an
 * amount in such a field open to change. A file that cannot be read here is left to the checks of the upload.
 */
export function FormFieldChoices({ draft, open }: Pick<StepProps, 'draft' | 'open'>) {
  const documents = draft.task.taskFileType === 'PDF' ? draft.documents : [];
  const found = useQueries({
    queries: documents.map(({ fileKey }) => ({
      queryKey: localKey('fillableForm', fileKey),
      queryFn: async () => {
        const [{ fillableForm }, { formBlanks }] = await Promise.all([
          import('#core/pdf/prepare/fillable-form.ts'),
          import('#core/pdf/prepare/form-blanks.ts'),
        ]);
        const bytes = await readDocument(fileKey);
        return { ...fillableForm(bytes), blanks: formBlanks(bytes).length };
      },
      // The key names the bytes.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      meta: { silent: true },
    })),
  });
  return documents.map((document, i) => {
    const form = found[i]?.data;
    if (!form || form.fields.length === 0) return null;
    const choose = (formFields: FormFieldChoice) => putFormFields(open.doc, document, formFields);
    return <Choice key={document.documentId} document={document} form={form} onChoose={choose} />;
  });
}

function Choice({
  document: { fileName, formFields = 'FLATTEN' },
  form: { fields, isSigned, blanks },
  onChoose,
}: {
  document: DraftDocument;
  form: { fields: readonly { name: string; value: string }[]; isSigned: boolean; blanks: number };
  onChoose: (choice: FormFieldChoice) => void;
}) {
  const { t } = useTranslation('wizard');
  const named = fields.slice(0, MOST_NAMED);
  return (
    <Notice>
      <p style={{ margin: 0 }}>{t('formFields.found', { name: fileName, count: fields.length })}</p>
      <ul style={{ margin: 0 }}>
        {named.map(({ name, value }) => (
          <li key={name}>{value === '' ? name : t('formFields.field', { name, value })}</li>
        ))}
        {fields.length > named.length && (
          <li>{t('formFields.more', { count: fields.length - named.length })}</li>
        )}
      </ul>
      {isSigned ? (
        <p style={{ margin: 0 }}>{t('formFields.signed')}</p>
      ) : (
        <RadioGroup
          column
          label={t('formFields.choice', { name: fileName })}
          value={formFields}
          onChange={onChoose}
          options={FORM_FIELD_CHOICES.filter((value) => value !== 'FILL' || blanks > 0).map((value) => ({
            value,
            label: t(`formFields.${value}.label`),
            hint: t(`formFields.${value}.hint`, { count: blanks }),
          }))}
        />
      )}
    </Notice>
  );
}
