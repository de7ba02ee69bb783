import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { TEMPLATE_SCENES, TEMPLATE_TYPES, templateName } from '#core/template/record.ts';
import { saveTemplate, type TemplateRow, updateTemplate } from '#core/template/record-calls.ts';
import { call } from '../../call.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PartDialog } from './part-dialog.tsx';

/** [5.1a] Name and type of a template. */
const rules = z.object({
  templateName,
  templateType: z.enum(TEMPLATE_TYPES),
  businessType: z.enum(BUSINESS_TYPES),
  sceneType: z.enum(TEMPLATE_SCENES),
});
const NOTHING = { templateName: '', templateType: 'WORD', businessType: '', sceneType: 'ENT' };
const ALL = { save: true, cancel: true };

type Props = { row: TemplateRow | undefined; onClose: () => void; onSettled: () => unknown };

/** Creates a template, or changes its name and purpose; the type of an existing template cannot change. */
export function FileDialog({ row, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  return (
    <PartDialog
      title={t(row ? 'file.edit' : 'file.add')}
      initial={row ? { ...row } : NOTHING}
      rules={rules}
      flags={ALL}
      save={({ templateType, ...facts }) =>
        row
          ? call(updateTemplate, { id: row.id, ...facts, updateTime: row.updateTime })
          : call(saveTemplate, { templateType, ...facts })
      }
      done={({ templateName: name }) => t(row ? 'changed' : 'added', { name })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {() => (
        <>
          <TextField
            name="templateName"
            label={t('file.name')}
            required
            maxLength={LIMITS.templateName}
            autoFocus
          />
          {!row && (
            <RadioGroup
              name="templateType"
              label={t('file.type')}
              required
              options={TEMPLATE_TYPES.map((value) => ({ value, label: t(`file.types.${value}`) }))}
            />
          )}
          <Select
            name="businessType"
            label={t('file.business')}
            required
            options={BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) }))}
          />
          <RadioGroup
            name="sceneType"
            label={t('file.scene')}
            required
            options={TEMPLATE_SCENES.map((value) => ({ value, label: t(`file.scenes.${value}`) }))}
          />
        </>
      )}
    </PartDialog>
  );
}
