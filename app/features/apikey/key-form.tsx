import { useTranslation } from 'react-i18next';
import { changeKey, KEY_DAYS, makeApiKey } from '#core/apikey/calls.ts';
import { KEY_SCOPES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { FormState } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './apikey.module.css';
import type { KeyRow } from './key-row.ts';
import { keyRules } from './key-rules.ts';

const flagsOf = (chosen: readonly string[]) => Object.fromEntries(chosen.map((one) => [one, true]));

const initialOf = (row?: KeyRow) => ({
  name: row?.name ?? '',
  days: '90',
  scopes: flagsOf(row?.scopes ?? ['read']),
  limited: row?.businessTypes ? 'SOME' : 'ALL',
  types: flagsOf(row?.businessTypes ?? []),
  networks: row?.networks.join('\n') ?? '',
  origins: row?.origins.join('\n') ?? '',
});

/** Creates a key, after a second proof of who does. */
export function MakeKeyForm({
  onClose,
  onMade,
  onSettled,
}: {
  onClose: () => void;
  onMade: (made: { name: string; key: string }) => void;
  onSettled: () => unknown;
}) {
  const { t } = useTranslation('apikey');
  const { fields, proven } = useProvenForm('MAKE_API_KEY');
  return (
    <FormDialog
      title={t('add')}
      submit={t('make')}
      initial={initialOf()}
      rules={keyRules}
      save={(values) => proven((proof) => call(makeApiKey, { ...values, proof }))}
      onSaved={({ name }, made) => made && onMade({ name, key: made.key })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form) => (
        <>
          <KeyFields form={form} />
          <RadioGroup
            name="days"
            label={t('days')}
            options={KEY_DAYS.map((days) => ({ value: String(days), label: t('daysOf', { days }) }))}
          />
          {fields}
        </>
      )}
    </FormDialog>
  );
}

/** Changes a key's name and permissions, after a second proof of who does. */
export function ChangeKeyForm({
  row,
  onClose,
  onSettled,
}: {
  row: KeyRow;
  onClose: () => void;
  onSettled: () => unknown;
}) {
  const { t } = useTranslation('apikey');
  const { fields, proven } = useProvenForm('MAKE_API_KEY');
  return (
    <FormDialog
      title={t('changeTitle')}
      submit={t('save')}
      initial={initialOf(row)}
      rules={keyRules}
      save={({ days: _, ...values }) =>
        proven((proof) => call(changeKey, { keyId: row.keyId, ...values, proof }))
      }
      done={() => t('changed')}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form) => (
        <>
          <KeyFields form={form} />
          {fields}
        </>
      )}
    </FormDialog>
  );
}

function KeyFields({ form: { values, errors } }: { form: FormState }) {
  const { t } = useTranslation('apikey');
  return (
    <>
      <TextField name="name" label={t('name')} hint={t('nameHint')} required maxLength={50} autoFocus />
      <fieldset className={style.choices} aria-invalid={errors['scopes.read'] ? true : undefined}>
        <legend>{t('scopes')}</legend>
        {KEY_SCOPES.map((scope) => (
          <Checkbox key={scope} name={`scopes.${scope}`} hint={t(`scopeHint.${scope}`)}>
            {t(`scope.${scope}`)}
          </Checkbox>
        ))}
      </fieldset>
      <RadioGroup
        name="limited"
        label={t('types')}
        options={[
          { value: 'ALL', label: t('allTypes') },
          { value: 'SOME', label: t('someTypes') },
        ]}
      />
      {values.limited === 'SOME' && (
        <div className={style.few}>
          {BUSINESS_TYPES.map((type) => (
            <Checkbox key={type} name={`types.${type}`}>
              {t(`ui:businessType.${type}`)}
            </Checkbox>
          ))}
        </div>
      )}
      <TextArea name="networks" label={t('networks')} hint={t('networksHint')} rows={3} />
      <TextArea name="origins" label={t('origins')} hint={t('originsHint')} rows={2} />
    </>
  );
}
