import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Bytes, fromBase64, sameBytes } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { queryOf } from '../../query.ts';

export interface Anchor {
  name: string;
  der: Bytes;
  /** Whether the person added it, for this visit. */
  added: boolean;
}

/** The trust anchors: the product's own roots and those the person adds. `anchors` is undefined while they load. */
export function useTrust() {
  const roots = useQuery({
    ...queryOf(listTrustAnchors, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [added, setAdded] = useState<readonly Anchor[]>([]);
  const settled = roots.isSuccess || roots.isError;
  const anchors = useMemo(() => {
    if (!settled) return undefined;
    const own = (roots.data ?? []).map(
      ({ name, der }): Anchor => ({ name: shortName(name), der: fromBase64(der), added: false }),
    );
    return [...own, ...added];
  }, [settled, roots.data, added]);
  const add = useCallback(
    (more: readonly Anchor[]) =>
      setAdded((old) => [
        ...old,
        ...more.filter((one) => !(anchors ?? []).some(({ der }) => sameBytes(der, one.der))),
      ]),
    [anchors],
  );
  const remove = useCallback((one: Anchor) => setAdded((old) => old.filter((other) => other !== one)), []);
  return { anchors, add, remove, failed: roots.isError, retry: () => void roots.refetch() };
}

/** The common name of a distinguished name, or the complete name if it has none. */
const shortName = (subject: string): string => /(?:^|,\s*)CN=([^,]+)/.exec(subject)?.[1] ?? subject;
