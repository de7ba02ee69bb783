import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listWatermarks } from '#core/config/calls.ts';
import { watermarkText } from '#core/config/watermark.ts';
import { queryOf } from '../query.ts';
import { useSession } from '../session/session-store.ts';
import { useCopyGuard } from './use-copy-guard.ts';

// Most platforms have none.
const WatermarkLayer = lazy(() =>
  import('./watermark-layer.tsx').then((m) => ({ default: m.WatermarkLayer })),
);

/** Applies the platform's settings to the pages of signed-in users ([3.24a]): a watermark and the copy guard. */
export function Watermark() {
  const person = useSession((s) => s.userExtendInfo);
  const signedIn = useSession((s) => s.token !== undefined);
  const { data } = useQuery({
    ...queryOf(listWatermarks, {}),
    enabled: person !== undefined,
    staleTime: 600_000,
    // the platform's, so the same after a change of identity: the guard stays on meanwhile
    meta: { personal: true },
  });
  const setting = data?.[0];
  useCopyGuard(signedIn && (setting?.banscreenshotsFlag ?? false));
  if (!setting || !person) return null;
  const text = watermarkText(setting, {
    name: person.name || person.account,
    mobile: person.perPhone,
    account: person.account,
  });
  return (
    <Suspense>
      <WatermarkLayer text={text} setting={setting} whole />
    </Suspense>
  );
}
