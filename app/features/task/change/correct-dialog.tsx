import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { correctCopy, correctSigner, getCopy, getSigner } from '#core/task/correct-calls.ts';
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
/** Whose details are corrected. */
export type CorrectedParty = { signerId: string } | { copyId: string };
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

/** A party as the form shows it: a recipient of a copy has less to correct than a signer. */
function useParty(taskId: string, party: CorrectedParty) {
  const isCopy = 'copyId' in party;
  const fresh = { staleTime: 0, gcTime: 0 };
  const ofSigner = useQuery({
    ...queryOf(getSigner, { planId: taskId, signerId: isCopy ? '' : party.signerId }),
    ...fresh,
    enabled: !isCopy,
  });
  const ofCopy = useQuery({
    ...queryOf(getCopy, { planId: taskId, copyId: isCopy ? party.copyId : '' }),
    ...fresh,
    enabled: isCopy,
  });
  const copy: Signer | undefined = ofCopy.data && {
    ...ofCopy.data,
    mobileShown: '',
    department: '',
    idType: '',
  };
  const { isFetching, error, refetch } = isCopy ? ofCopy : ofSigner;
  return { data: isCopy ? copy : ofSigner.data, isFetching, error, refetch };
}

/** Corrects a signer who has not signed yet, or who gets a copy: their details, or somebody else in their place. */
export function CorrectDialog({
  taskId,
  party,
  isReviewing,
  onClose,
}: {
  taskId: string;
  party: CorrectedParty;
  /** Whether the sender's enterprise still approves the task. */
  isReviewing: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['trail', 'realname']);
  const isCopy = 'copyId' in party;
  const known = useParty(taskId, party);
  // The form is sent with what it was opened with, so that the correction of somebody else is not written over.
  const [signer, setSigner] = useState<Signer>();
  if (known.data && !known.isFetching && !signer) setSigner(known.data);
  const before = { ...signer, idNumber: '' };
  const isEnterprise = signer?.type === 'ENTERPRISE';
  return (
    <FormDialog<Values>
      title={t(isCopy ? 'correct.copyTitle' : 'correct.title')}
      initial={{
        ...Object.fromEntries(FIELDS.map((name) => [name, before[name] ?? ''])),
        reason: '',
      }}
      rules={rulesFor(signer)}
      submit={t('correct.confirm')}
      save={({ reason, ...values }) => {
        const changed = FIELDS.filter((name) => values[name] !== (before[name] ?? ''));
        const corrected = {
          planId: taskId,
          edition: signer!.edition,
          ...Object.fromEntries(changed.map((name) => [name, values[name]])),
          reason,
        };
        const once = { requestId: crypto.randomUUID() };
        return isCopy
          ? call(correctCopy, { ...corrected, ...party }, once)
          : call(correctSigner, { ...corrected, ...party }, once);
      }}
      done={({ entName, userName }) => t('correct.done', { name: entName || userName })}
      calls={[correctSigner, correctCopy]}
      onClose={onClose}
      needs={{ ready: signer !== undefined, error: known.error, again: () => void known.refetch() }}
    >
      {signer && (
        <>
          {isReviewing ? (
            <Notice>{t('correct.asksAgain')}</Notice>
          ) : (
            <p className={style.hint}>{t(isCopy ? 'correct.copyAbout' : 'correct.about')}</p>
          )}
          {isEnterprise && <TextField name="entName" label={t('correct.entName')} required maxLength={100} />}
          <TextField
            name="userName"
            label={t(isEnterprise ? (isCopy ? 'correct.contact' : 'correct.operator') : 'correct.userName')}
            required
            autoFocus
            maxLength={50}
          />
          <MobileField
            name="mobile"
            label={t('correct.mobile')}
            required={signer.mobile !== ''}
            hint={
              signer.mobileShown !== '' && signer.mobile === ''
                ? t('correct.unknown', { mobile: signer.mobileShown })
                : undefined
            }
          />
          <TextField
            name="email"
            label={t('correct.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
          />
          {isEnterprise && !isCopy && (
            <TextField name="department" label={t('correct.department')} maxLength={50} />
          )}
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
