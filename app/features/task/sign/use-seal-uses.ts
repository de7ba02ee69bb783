import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { getSealUses, type StampableSeal } from '#core/approval/seal-calls.ts';
import { queryOf } from '../../../query.ts';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import type { UsableSeal } from './fillings.ts';
import type { Fields } from './use-fields.ts';
import type { useFillings } from './use-fillings.ts';

/** The placeholder outline of a seal whose picture only its holders may see. */
const outline = (width: number, height: number): UsableSeal['drawing'] => ({
  widthMm: width,
  heightMm: height,
  items: [
    {
      path: [['M', 1, 1], ['L', width - 1, 1], ['L', width - 1, height - 1], ['L', 1, height - 1], ['Z']],
      stroke: '#8d8578',
      strokeWidthMm: 0.6,
    },
  ],
});

const asUsable = ({ sealId, name, category, widthMm, heightMm, onUkey }: StampableSeal): UsableSeal => ({
  sealId,
  name,
  category,
  widthMm,
  heightMm,
  drawing: outline(widthMm, heightMm),
  certificate: null,
  onUkey,
});

/**
 * Seals of the enterprise including those that the operator may not use, which of them need an approval, and the state
 * of the request. `put` fills the placements as approved, once.
 */
export function useSealUses(taskId: string, ofEnterprise: boolean, usable: readonly UsableSeal[]) {
  const poll = useTaskEvents();
  const query = useQuery({
    ...queryOf(getSealUses, { planId: taskId }),
    enabled: ofEnterprise,
    refetchInterval: poll,
  });
  const seals = useMemo(
    () => [...usable, ...(query.data?.seals ?? []).filter(({ held }) => !held).map(asUsable)],
    [usable, query.data],
  );
  const needing = new Set(
    (query.data?.seals ?? []).filter(({ held, asks }) => asks || !held).map(({ sealId }) => sealId),
  );
  return { seals, use: query.data?.use ?? null, needs: (sealId: string) => needing.has(sealId) };
}

export type SealUse = NonNullable<ReturnType<typeof useSealUses>['use']>;

/** Whether a request is pending, so that no other can be made for the same placements. */
export const isUnderWay = (use: SealUse | null): boolean =>
  use?.state === 'REVIEWING' || use?.state === 'TO_STAMP';

/** Fills the placements as approved, once, if the operator is the one to stamp; returns whether that is the case. */
export function useApprovedFillings(
  use: SealUse | null,
  { putAll }: Pick<ReturnType<typeof useFillings>, 'putAll'>,
  { fields, set }: Pick<Fields, 'fields' | 'set'>,
): boolean {
  const approved = use?.state === 'TO_STAMP' && !use.byHolder ? use : null;
  const done = useRef(false);
  useEffect(() => {
    if (!approved || done.current) return;
    done.current = true;
    putAll(approved.fillings);
    for (const one of fields) {
      const said = approved.values.find(({ placementId }) => placementId === one.places[0]?.placementId);
      if (said) set(one, said.value);
    }
  }, [approved, putAll, fields, set]);
  return approved !== null;
}
