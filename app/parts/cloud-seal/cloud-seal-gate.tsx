import { useLocation } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call, onCloudSealNeeded } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';
import { useSystem } from '../../shell/use-system.ts';
import { cloudSealsApply } from './applies.ts';

const CloudSealDialog = lazy(() =>
  import('./cloud-seal-dialog.tsx').then((m) => ({ default: m.CloudSealDialog })),
);

/** Pages for stamping, on which the authorization is checked in advance. */
const STAMPING = ['/fileSign/fileSign', '/quickSignManage/fileQuickSign'];

/**
 * Opens the cloud seal dialog if the token check, or any call, answers 70003009 ([4.22a], [8.1d]). Any other failure of
 * the check leaves it closed ([8.17c]). Does nothing if cloud seals do not apply ([4.22d]).
 */
export function CloudSealGate() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { option } = useSystem();
  const active = useSession((s) => s.activeUser);
  const entId = useSession((s) => s.token?.entId ?? '');
  const applies = cloudSealsApply(option?.gbState, active);
  useEffect(() => (applies ? onCloudSealNeeded(() => setOpen(true)) : undefined), [applies]);
  const stamps = STAMPING.includes(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again for another enterprise
  useEffect(() => {
    if (!applies || !stamps) return;
    void import('#core/seal/cloud-calls.ts').then(({ queryCloudToken }) =>
      call(queryCloudToken, {}).then(
        () => undefined,
        () => undefined,
      ),
    );
  }, [applies, stamps, entId]);
  if (!open || !applies) return null;
  return (
    <Suspense>
      <CloudSealDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
