import { useTranslation } from 'react-i18next';
import { saveSystemOption } from '#core/config/calls.ts';
import { type SystemOption, systemOption } from '#core/config/system-option.ts';
import { OPTIONAL_PROOFS } from '#core/task/signer-proofs.ts';
import { safeText } from '#core/validate/text.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { MultiSelect } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LogoField } from './logo-field.tsx';
import { useSaved } from './use-saved.ts';

/** [3.24b] Name, logo and switches of the system. */
export function OptionForm({ value, version }: { value: SystemOption; version: number }) {
  const { t } = useTranslation(['config', 'signerProof']);
  const saved = useSaved();
  const onOff = [
    { value: 'ENABLE', label: t('on') },
    { value: 'DISABLE', label: t('off') },
  ];
  return (
    <Form
      label={t('tab.option')}
      initial={value}
      rules={systemOption}
      onSubmit={async (next: SystemOption) => {
        await call(saveSystemOption, { value: next, version });
        await saved();
      }}
    >
      {(form) => (
        <>
          <TextField
            name="systemName"
            only={safeText}
            label={t('systemName')}
            hint={t('systemNameHint', { name: t('shell:systemName') })}
            maxLength={30}
          />
          <LogoField
            value={String(form.values.headerLogo ?? '')}
            name={String(form.values.systemName || t('shell:systemName'))}
            onChange={(logo) => form.setValue('headerLogo', logo)}
          />
          <RadioGroup name="gbState" label={t('gbState')} options={onOff} />
          <RadioGroup
            name="handWritImg"
            label={t('handWritImg')}
            options={[
              { value: '', label: t('board.page') },
              { value: 'TABLET', label: t('board.tablet') },
            ]}
          />
          <RadioGroup name="handWrittenOcrStatus" label={t('handWrittenOcrStatus')} options={onOff} />
          <MultiSelect
            name="proofsOff"
            label={t('proofsOff')}
            hint={t('proofsOffHint')}
            options={OPTIONAL_PROOFS.map((value) => ({ value, label: t(`signerProof:name.${value}`) }))}
          />
          <div>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
