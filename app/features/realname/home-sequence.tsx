import { useSearchParams } from '@remix-run/react';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HomeStep, homeSteps } from '#core/realname/home-sequence.ts';
import { isFaceSuccess } from '#core/realname/states.ts';
import { useSession } from '../../session/session-store.ts';
import type { UserExtendInfo } from '../../session/types.ts';
import { useMay } from '../../shell/use-identity.ts';
import { toast } from '../../ui/toast-store.ts';
import { confirmFace } from './confirm-face.ts';
import { usePerson, useRefreshPerson } from './use-person.ts';

// Dialogs are loaded when due: most visits of the home page need none.
const RealNameDialog = lazy(() =>
  import('./real-name-dialog.tsx').then((m) => ({ default: m.RealNameDialog })),
);
const NextEnterpriseDialog = lazy(() =>
  import('./next-enterprise-dialog.tsx').then((m) => ({ default: m.NextEnterpriseDialog })),
);

type Props = {
  /** [4.16a] The dialog that asks for a new password; calls `onChanged` once it is set. */
  password: (userId: string, onChanged: () => void) => ReactNode;
  /** [4.16e] The dialog to upload a signature. */
  signature: (onClose: () => void) => ReactNode;
  /** [6.5b] The dialog that closes the account. */
  closeAccount: (person: UserExtendInfo, onClose: () => void) => ReactNode;
};

/** Closed dialogs, by person and step: shown again after a reload, not whenever the home page is opened. */
const closedHere = new Set<string>();

/** The dialogs that the home page opens after loading the person, in the order of [4.16]. */
export default function HomeSequence({ password, signature, closeAccount }: Props) {
  const refresh = useRefreshPerson();
  const { settled, fromFace } = useFaceReturn(refresh);
  const person = usePerson();
  const userId = useSession((s) => s.loginUser?.userId) ?? '';
  const isPerson = useSession((s) => s.activeUser?.type === 'person');
  const ownerType = useSession((s) => s.userExtendInfo?.userOwnerType);
  const mayAuthEnterprise = useMay('home_auth_enterprise') && isPerson;
  const [, setTurn] = useState(0);
  const info = person.data;
  if (!settled || !info || !ownerType || (fromFace && person.isFetching)) return null;
  const steps = homeSteps({
    defaultPwd: info.defaultPwd,
    authStatus: info.authStatus,
    userOwnerType: ownerType,
    handWriteImg: info.handWriteImg,
    fromFace,
    mayAuthEnterprise,
  });
  const keyOf = (step: HomeStep) => `${userId}:${step}`;
  const step = steps.find((one) => !closedHere.has(keyOf(one)));
  if (!step) return null;
  const close = () => {
    closedHere.add(keyOf(step));
    setTurn((turn) => turn + 1);
  };
  switch (step) {
    case 'PASSWORD':
      return password(userId, () => void refresh());
    case 'REAL_NAME_FIRST':
    case 'REAL_NAME_ONGOING':
      return (
        <RealNameDialog
          info={info}
          ongoing={step === 'REAL_NAME_ONGOING'}
          closeAccount={closeAccount}
          onClose={close}
        />
      );
    case 'SIGNATURE':
      return signature(close);
    case 'ENTERPRISE':
      return <NextEnterpriseDialog onClose={close} />;
  }
}

/**
 * [4.17] After a face verification: confirms the result once, refetches the person, and removes the parameters from the
 * URL. `settled` is true if no confirmation is pending.
 */
function useFaceReturn(refresh: () => Promise<void>): { settled: boolean; fromFace: boolean } {
  const { i18n } = useTranslation();
  const [params, setParams] = useSearchParams();
  const transId = params.get('transId');
  const result = params.get('result');
  const [fromFace, setFromFace] = useState(false);
  const started = useRef('');
  useEffect(() => {
    if (!transId || !result || started.current === transId) return;
    started.current = transId;
    const confirm = async () => {
      // texts needed only after a face verification
      await i18n.loadNamespaces(['realname', 'error']);
      const { t } = i18n;
      if (!isFaceSuccess(result)) return toast({ tone: 'error', text: t('error:FACE_FAILED') });
      await confirmFace(transId, refresh);
      toast({ tone: 'success', text: t('realname:face.confirmed') });
      setFromFace(true);
    };
    confirm()
      // [8.20d] A failure does not block the page; the dialogs show the person's current state.
      .catch((error: unknown) => console.warn('face verification:', error))
      .finally(() =>
        setParams(
          (old) => {
            old.delete('transId');
            old.delete('result');
            return old;
          },
          { replace: true },
        ),
      );
  }, [transId, result, refresh, setParams, i18n]);
  return { settled: !(transId && result), fromFace };
}
