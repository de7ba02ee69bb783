import { useSearchParams } from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HomePage } from '../features/home/home-page.tsx';
import { useSession } from '../session/session-store.ts';

export const handle = { ns: ['home'], title: 'home:title' };

// The dialogs that open after loading the person are rarely needed, so they are loaded after the page.
const HomeSequence = lazy(() => import('../features/realname/home-sequence.tsx'));
const DefaultPasswordDialog = lazy(() => import('../features/identity/default-password-dialog.tsx'));
const SignatureDialog = lazy(() =>
  import('../features/account/signature-dialog.tsx').then((m) => ({ default: m.SignatureDialog })),
);
const CloseDialog = lazy(() =>
  import('../features/account/close-dialog.tsx').then((m) => ({ default: m.CloseDialog })),
);

export default function Home() {
  const [params] = useSearchParams();
  const asks = useSession(
    ({ userExtendInfo: person }) =>
      person !== undefined && (person.defaultPwd || person.personalAuthStatus !== 'AUTH'),
  );
  const loaded = useSession((s) => s.userExtendInfo !== undefined);
  // Once started, the sequence stays mounted even if its reason is gone. Nobody else loads its code.
  const [started, setStarted] = useState(false);
  if (!started && loaded && (asks || params.has('transId'))) setStarted(true);
  return (
    <>
      <HomePage />
      {started && (
        <Suspense fallback={null}>
          <HomeSequence
            password={(userId, onChanged) => (
              <WithTexts ns="register">
                <DefaultPasswordDialog userId={userId} onChanged={onChanged} />
              </WithTexts>
            )}
            signature={(onClose) => (
              <WithTexts ns="account">
                <SignatureDialog current="" onClose={onClose} />
              </WithTexts>
            )}
            closeAccount={(person, onClose) => (
              <WithTexts ns="account">
                <CloseDialog
                  name={person.name || person.account}
                  mobile={person.perPhone}
                  onClose={onClose}
                />
              </WithTexts>
            )}
          />
        </Suspense>
      )}
    </>
  );
}

/** Renders a dialog only once its texts are loaded. */
function WithTexts({ ns, children }: { ns: string; children: ReactNode }) {
  const { ready } = useTranslation([ns, 'error'], { useSuspense: false });
  return ready ? <Suspense fallback={null}>{children}</Suspense> : null;
}
