import { useSearchParams } from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HomePage } from '../features/home/home-page.tsx';
import { useSession } from '../session/session-store.ts';

export const handle = { ns: ['home'], title: 'home:title' };

// What the page asks after loading the person stands in front of it, seldom: it comes after what is always there.
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
  // Once begun it goes on, though what it began with is done. Nobody else is sent any of it.
  const [begun, setBegun] = useState(false);
  if (!begun && loaded && (asks || params.has('transId'))) setBegun(true);
  return (
    <>
      <HomePage />
      {begun && (
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

/** Holds a dialog back until its words are there. */
function WithTexts({ ns, children }: { ns: string; children: ReactNode }) {
  const { ready } = useTranslation([ns, 'error'], { useSuspense: false });
  return ready ? <Suspense fallback={null}>{children}</Suspense> : null;
}
