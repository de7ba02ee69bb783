import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactOfParty } from '#core/contact/from-task.ts';
import { listPartners } from '#core/task/partner-calls.ts';
import { useBookAccess } from '../../../parts/people/use-book.ts';
import { queryOf } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import type { TaskDetail } from '../sign/use-task.ts';

const AddToBook = lazy(async () => ({
  default: (await import('../../../parts/people/add-to-book.tsx')).AddToBook,
}));

/**
 * Saves the other parties of a task as contacts. The sender knows their numbers; others save only the names that all
 * parties of the task see.
 */
export function KeepParties({ task }: { task: TaskDetail }) {
  const { t } = useTranslation('trail');
  const mayKeep = useBookAccess() === 'write';
  const [open, setOpen] = useState(false);
  const isSender = task.actions.includes('again');
  const written = useQuery({
    ...queryOf(listPartners, { planId: task.planId }),
    enabled: open && isSender,
  });
  if (!mayKeep) return null;
  const parties = isSender ? written.data?.partners : task.signerList.filter(({ mine }) => !mine);
  const facts = parties?.flatMap((one) => contactOfParty(one) ?? []);
  return (
    <>
      <Button size="small" kind="quiet" icon="users" pending={open && !facts} onClick={() => setOpen(true)}>
        {t('keepParties')}
      </Button>
      {open && facts && (
        <Suspense>
          <AddToBook parties={facts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
