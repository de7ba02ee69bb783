import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeEmployee, type EmployeeDetail, revealEmployee } from '#core/employee/calls.ts';
import { MASKED_SECTIONS, SECTION_FORMS, type Section } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { localKey } from '../../query.ts';
import { SectionFields } from './section-fields.tsx';

type Props = {
  section: Section;
  detail: EmployeeDetail;
  onClose: () => void;
  onSettled: () => unknown;
};
type Key = Lowercase<Section>;

/** Edits a section as a whole. Masked values are first fetched in full, which is recorded. */
export function EditDialog({ section, detail, onClose, onSettled }: Props) {
  const { t } = useTranslation('employee');
  const key = section.toLowerCase() as Key;
  const masked = MASKED_SECTIONS.find((one) => one === section);
  const full = useQuery({
    queryKey: localKey('employeeForm', detail.employeeId, section),
    queryFn: async () => {
      if (!masked) return {};
      return (await call(revealEmployee, { employeeId: detail.employeeId, section: masked })).values;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const title = t('edit.title', { section: t(`section.${section}`) });
  return (
    <FormDialog<Record<string, unknown>>
      wide
      title={title}
      submit={t('edit.submit')}
      needs={{ ready: full.data !== undefined, error: full.error, again: () => void full.refetch() }}
      initial={{ [key]: { ...detail[key], ...full.data } }}
      rules={z.object({ [key]: SECTION_FORMS[section] })}
      save={(values) =>
        call(changeEmployee, { employeeId: detail.employeeId, version: detail.version, ...values })
      }
      done={() => t('edit.done', { section: t(`section.${section}`) })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <SectionFields section={section} />
    </FormDialog>
  );
}
