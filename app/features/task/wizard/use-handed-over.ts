import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { addParties } from '#core/task/add-parties.ts';
import { readDraft } from '#core/task/draft.ts';
import { fillDraft } from '#core/task/fill-draft.ts';
import type { PickedParty } from '#core/task/partner.ts';
import { copyPlan } from '#core/task/partner-calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import { call } from '../../../call.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useSession } from '../../../session/session-store.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/**
 * A new draft repeats the task that a list led here with: its files, places and order, and its own side. Returns why it
 * does not, if so.
 */
export function useRepeatedTask(used: UsedDraft, begunHere: boolean): unknown {
  const [params, setParams] = useSearchParams();
  const [refused, setRefused] = useState<unknown>();
  const planId = begunHere ? params.get('again') : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that is asked for
  useEffect(() => {
    if (!planId) return;
    call(copyPlan, { planId })
      .then(({ plan, files }) => fillDraft(used.open.doc, planFromWire(plan), files))
      .catch(setRefused)
      .finally(() =>
        // the address no longer asks for it: opened again, the draft has it
        setParams(
          (old) => {
            const next = new URLSearchParams(old);
            next.delete('again');
            next.set('step', 'parties');
            return next;
          },
          { replace: true },
        ),
      );
  }, [planId]);
  return refused;
}

/** Puts whom another page led here with into a new draft. */
export function useChosenParties(used: UsedDraft, begunHere: boolean): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entId = useSession((s) => (s.activeUser?.type === 'ent' ? s.activeUser.id : ''));
  const parties: readonly PickedParty[] = begunHere ? (state?.parties ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (parties.length === 0) return;
    const { doc } = used.open;
    addParties(doc, readDraft(doc), 'signers', parties, { entId, newKey });
    navigate(pathname + search, { replace: true, state: null });
  }, [parties.length]);
}
