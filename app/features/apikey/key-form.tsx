import { useTranslation } from 'react-i18next';
import { changeKey, KEY_DAYS, makeApiKey } from '#core/apikey/calls.ts';
import { KEY_SCOPES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './apikey.module.css';
import type { KeyRow } from './key-row.ts';
import { keyRules } from './key-rules.ts';

type Props = {
  /** The key to change; undefined to create one. */
  row?: KeyRow;
  onClose: () => void;
  onMade?: (made: { name: string; key: string }) => void;
  onSettled: () => unknown;
};

const flagsOf = (chosen: readonly string[]) => Object.fromEntries(chosen.map((one) => [one, true]));

/** Creates a key, or changes its name and permissions. */
export function KeyForm({ row, onClose, onMade, onSettled }: Props) {
  const { t } = useTranslation('apikey');
  return (
    <FormDialog
      title={t(row ? 'changeTitle' : 'add')}
      submit={t(row ? 'save' : 'make')}
      initial={{
        name: row?.name ?? '',
        days: '90',
        scopes: flagsOf(row?.scopes ?? ['read']),
        limited: row?.businessTypes ? 'SOME' : 'ALL',
        types: flagsOf(row?.businessTypes ?? []),
        networks: row?.networks.join('\n') ?? '',
      }}
      rules={keyRules}
      save={async ({ days, ...values }) => {
        if (!row) return call(makeApiKey, { ...values, days });
        await call(changeKey, { keyId: row.keyId, ...values });
        return null;
      }}
      done={() => (row ? t('changed') : undefined)}
      onSaved={({ name }, made) => made && onMade?.({ name, key: made.key })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {({ values, errors }) => (
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
          {!row && (
            <RadioGroup
              name="days"
              label={t('days')}
              options={KEY_DAYS.map((days) => ({ value: String(days), label: t('daysOf', { days }) }))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
