import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeEmployee, type EmployeeDetail, revealEmployee } from '#core/employee/calls.ts';
import { MASKED_SECTIONS, SECTION_FORMS, type Section } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { localKey } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import { SectionFields } from './section-fields.tsx';

type Props = {
  section: Section;
  detail: EmployeeDetail;
  onClose: () => void;
  onSettled: () => unknown;
};
type Key = Lowercase<Section>;

/** A section to be changed as a whole. What is masked on the page is fetched in full first, which leaves a line. */
export function EditDialog({ section, detail, onClose, onSettled }: Props) {
  const { t } = useTranslation('employee');
  const [pending, setPending] = useState(false);
  const id = useId();
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

  async function submit(values: Record<string, unknown>) {
    setPending(true);
    try {
      const { employeeId, version } = detail;
      const body = await call(changeEmployee, { employeeId, version, ...values });
      if (!isGood(body)) return body;
      toast({ tone: 'success', text: t('edit.done', { section: t(`section.${section}`) }) });
      onClose();
    } finally {
      setPending(false);
      await onSettled();
    }
  }

  const title = t('edit.title', { section: t(`section.${section}`) });
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      locked={pending}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} pending={pending} disabled={!full.data}>
            {t('edit.submit')}
          </Button>
        </>
      }
    >
      {full.data ? (
        <Form
          id={id}
          wide
          label={title}
          initial={{ [key]: { ...detail[key], ...full.data } }}
          rules={z.object({ [key]: SECTION_FORMS[section] })}
          onSubmit={submit}
        >
          <SectionFields section={section} />
        </Form>
      ) : full.error ? (
        <ErrorState error={full.error} onRetry={() => void full.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}
