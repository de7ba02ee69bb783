import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../../parts/template-form/field-input.tsx';
import { valueProblemText } from '../../../parts/template-form/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorText } from '../../../wire/client-error.ts';
import type { Fields, FieldToFill } from './use-fields.ts';
import type { TaskPlacement } from './use-task.ts';

/** Never called: signers cannot fill in pictures, as publishing rejects such fields. */
const noPicture = () => Promise.reject(new Error('a signer fills in text'));

/** The fields that the signer has to fill in, each with its own rules. */
export function FieldList({
  fields,
  onShow,
}: {
  fields: Fields;
  onShow: (placement: TaskPlacement) => void;
}) {
  const { t } = useTranslation('sign');
  if (fields.fields.length === 0) return null;
  return (
    <section>
      <h2>{t('fields')}</h2>
      {fields.failed !== undefined && (
        <Notice tone="warning">
          {errorText(fields.failed, t)} <Button onClick={fields.retry}>{t('ui:retry')}</Button>
        </Notice>
      )}
      {fields.fields.map((one) => {
        const problem = fields.shownProblem(one);
        return (
          // the stage scrolls to the field being filled in
          <div key={one.id} onFocusCapture={() => onShow(one.places[0]!)}>
            <FieldInput
              name={nameOf(one)}
              field={one.field}
              value={fields.typedIn(one)}
              onChange={(value) => fields.set(one, value)}
              onLeave={() => fields.visit(one)}
              keepPicture={noPicture}
              error={problem && valueProblemText(t, problem)}
            />
          </div>
        );
      })}
    </section>
  );
}

const nameOf = ({ id }: Pick<FieldToFill, 'id'>): string => `sign.${id}`;

/** Focuses a field, after its error message is rendered. */
export function focusOnField(one: Pick<FieldToFill, 'id'>): void {
  requestAnimationFrame(() =>
    document
      .querySelector(`[data-field="${nameOf(one)}"]`)
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button, [tabindex="0"]')
      ?.focus(),
  );
}
