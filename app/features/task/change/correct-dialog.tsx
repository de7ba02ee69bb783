import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { correctSigner, getSigner } from '#core/task/correct-calls.ts';
import { email, mobile, orEmpty } from '#core/validate/rules.ts';
import { call } from '../../../call.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { queryOf } from '../../../query.ts';
import { MobileField } from '../../../ui/mobile-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './change.module.css';

type Signer = OutputOf<typeof getSigner>;
type Values = z.output<ReturnType<typeof rulesFor>>;

/** A number that the sender never knew stays as it is while its field is empty. */
const rulesFor = (signer: Signer | undefined) =>
  z.object({
    entName: signer?.entName ? z.string().trim().min(1).max(100) : z.string(),
    userName: z.string().trim().min(1).max(50),
    mobile: signer?.mobile ? mobile() : orEmpty(mobile()),
    department: z.string().trim().max(50),
    email: orEmpty(email()),
    idNumber: z.string().trim().max(40),
    reason: z.string().trim().min(1).max(LIMITS.cancelReason),
  });

const FIELDS = ['entName', 'userName', 'mobile', 'department', 'email', 'idNumber'] as const;

/** Corrects a signer who has not signed yet: their details, or somebody else in their place. */
export function CorrectDialog({
  taskId,
  signerId,
  isReviewing,
  onClose,
}: {
  taskId: string;
  signerId: string;
  /** Whether the sender's enterprise still approves the task. */
  isReviewing: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['trail', 'realname']);
  const known = useQuery({ ...queryOf(getSigner, { planId: taskId, signerId }), staleTime: 0, gcTime: 0 });
  // The form is sent with what it was opened with, so that the correction of somebody else is not written over.
  const [signer, setSigner] = useState<Signer>();
  if (known.data && !known.isFetching && !signer) setSigner(known.data);
  const before = { ...signer, idNumber: '' };
  const isEnterprise = signer?.type === 'ENTERPRISE';
  return (
    <FormDialog<Values>
      title={t('correct.title')}
      initial={{
        ...Object.fromEntries(FIELDS.map((name) => [name, before[name] ?? ''])),
        reason: '',
      }}
      rules={rulesFor(signer)}
      submit={t('correct.confirm')}
      save={({ reason, ...values }) => {
        const changed = FIELDS.filter((name) => values[name] !== (before[name] ?? ''));
        return call(
          correctSigner,
          {
            planId: taskId,
            signerId,
            edition: signer!.edition,
            ...Object.fromEntries(changed.map((name) => [name, values[name]])),
            reason,
          },
          { requestId: crypto.randomUUID() },
        );
      }}
      done={({ entName, userName }) => t('correct.done', { name: entName || userName })}
      calls={[correctSigner]}
      onClose={onClose}
      needs={{ ready: signer !== undefined, error: known.error, again: () => void known.refetch() }}
    >
      {signer && (
        <>
          {isReviewing ? (
            <Notice>{t('correct.asksAgain')}</Notice>
          ) : (
            <p className={style.hint}>{t('correct.about')}</p>
          )}
          {isEnterprise && <TextField name="entName" label={t('correct.entName')} required maxLength={100} />}
          <TextField
            name="userName"
            label={t(isEnterprise ? 'correct.operator' : 'correct.userName')}
            required
            autoFocus
            maxLength={50}
          />
          <MobileField
            name="mobile"
            label={t('correct.mobile')}
            required={signer.mobile !== ''}
            hint={signer.mobile === '' ? t('correct.unknown', { mobile: signer.mobileShown }) : undefined}
          />
          <TextField
            name="email"
            label={t('correct.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
          />
          {isEnterprise && <TextField name="department" label={t('correct.department')} maxLength={50} />}
          {signer.idType !== '' && (
            <TextField
              name="idNumber"
              label={t('correct.idNumber', { type: t(`realname:idType.${signer.idType}`) })}
              hint={t('correct.idNumberAbout')}
              maxLength={40}
            />
          )}
          <TextArea
            name="reason"
            label={t('correct.reason')}
            hint={t('correct.reasonAbout')}
            required
            maxLength={LIMITS.cancelReason}
          />
        </>
      )}
    </FormDialog>
  );
}
