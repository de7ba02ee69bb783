import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { AnyCall } from '#core/call.ts';
import {
  applyAdministrator,
  listSuccessors,
  transferAdministrator,
} from '#core/company/administrator-calls.ts';
import { leaveEnterprise, type MyBusiness, revokeEnterpriseAuth } from '#core/company/calls.ts';
import { applyReason } from '#core/company/reasons.ts';
import { LIMITS } from '#core/config/limits.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ProvenDialog } from '../../parts/proof/proven-dialog.tsx';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './company.module.css';

export type BusinessAction = 'becomeAdmin' | 'transfer' | 'revoke' | 'leave';
/** The calls that each action makes. */
export const BUSINESS_CALLS: Record<BusinessAction, readonly AnyCall[]> = {
  becomeAdmin: [applyAdministrator],
  transfer: [transferAdministrator],
  revoke: [revokeEnterpriseAuth],
  leave: [leaveEnterprise],
};
type Props = { row: MyBusiness; onClose: () => void; onDone: () => unknown };

export function BusinessDialogs({ action, row, onClose, onDone }: Props & { action: BusinessAction }) {
  const { t } = useTranslation('company');
  const { entId, entName: name } = row;
  if (action === 'becomeAdmin') return <BecomeAdmin row={row} onClose={onClose} onDone={onDone} />;
  if (action === 'transfer') return <Transfer row={row} onClose={onClose} onDone={onDone} />;
  if (action === 'leave')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('dialog.leaveTitle')}
        thing={name}
        consequence={t('dialog.leaveText')}
        tone="danger"
        confirmLabel={t('action.leave')}
        onConfirm={async () => {
          await call(leaveEnterprise, { entId });
          toast({ tone: 'success', text: t('mine.left', { name }) });
          await onDone();
        }}
      />
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('dialog.revokeTitle')}
      thing={name}
      consequence={t('dialog.revokeText')}
      tone="danger"
      confirmLabel={t('action.revoke')}
      reason={{ label: t('dialog.revokeReason'), maxLength: LIMITS.joinReason }}
      onConfirm={async (reason) => {
        await call(revokeEnterpriseAuth, { entId, reason });
        toast({ tone: 'success', text: t('mine.revoked', { name }) });
        await onDone();
      }}
    />
  );
}

const rules = z.object({ applyReason });

/** Application to become the enterprise's administrator ([4.9b]). */
function BecomeAdmin({ row, onClose, onDone }: Props) {
  const { t } = useTranslation('company');
  return (
    <FormDialog
      title={t('dialog.adminTitle')}
      submit={t('add.submit')}
      initial={{ applyReason: '' }}
      rules={rules}
      save={({ applyReason: reason }) => call(applyAdministrator, { entId: row.entId, applyReason: reason })}
      done={() => t('dialog.adminSent')}
      onSaved={onDone}
      onClose={onClose}
    >
      <p>
        <strong>{row.entName}</strong>
      </p>
      <p className={style.soft}>{t('dialog.adminText')}</p>
      <TextArea name="applyReason" label={t('add.reason')} required maxLength={LIMITS.joinReason} />
    </FormDialog>
  );
}

/** [6.2c] Chooses the new administrator; a second step states the consequence. */
function Transfer({ row, onClose, onDone }: Props) {
  const { t } = useTranslation('company');
  const [userId, setUserId] = useState('');
  const [sure, setSure] = useState(false);
  const people = useQuery(queryOf(listSuccessors, { entId: row.entId }));
  const heir = people.data?.find((person) => person.userId === userId);
  if (sure && heir)
    return (
      <ProvenDialog
        title={t('dialog.transferTitle')}
        thing={`${row.entName} → ${heir.name} ${heir.mobile}`}
        consequence={t('dialog.transferText', { name: row.entName })}
        submit={t('dialog.transferConfirm')}
        purpose="APPOINT"
        run={(proof) => call(transferAdministrator, { entId: row.entId, userId, proof })}
        done={() => t('dialog.transferDone', { name: row.entName })}
        onDone={onDone}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dialog.transferTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" disabled={!heir} onClick={() => setSure(true)}>
            {t('action.transfer')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{row.entName}</strong>
      </p>
      {people.error && !people.data ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      ) : !people.data ? (
        <LoadingState />
      ) : people.data.length === 0 ? (
        <Notice tone="info">{t('dialog.transferNone')}</Notice>
      ) : (
        <Select
          label={t('dialog.transferTo')}
          required
          value={userId}
          onChange={setUserId}
          options={people.data.map((person) => ({
            value: person.userId,
            label: person.name,
            hint: person.mobile,
          }))}
        />
      )}
    </Dialog>
  );
}
