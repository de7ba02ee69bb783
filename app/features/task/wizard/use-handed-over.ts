import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { addParties } from '#core/task/add-parties.ts';
import { readDraft } from '#core/task/draft.ts';
import { fillDraft } from '#core/task/fill-draft.ts';
import type { PickedParty } from '#core/task/partner.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { planFromWire } from '#core/task/plan-wire.ts';
import { call } from '../../../call.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useSession } from '../../../session/session-store.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/**
 * Fills a new draft with the task to repeat that a list passed here: files, placements, order, and the own side.
 * Returns the error if that fails.
 */
export function useRepeatedTask(used: UsedDraft, isNewDraft: boolean): unknown {
  const [params, setParams] = useSearchParams();
  const [refused, setRefused] = useState<unknown>();
  const taskId = isNewDraft ? params.get('again') : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each requested task
  useEffect(() => {
    if (!taskId) return;
    call(copyTask, { planId: taskId })
      .then(({ plan, files }) => fillDraft(used.open.doc, planFromWire(plan), files))
      .catch(setRefused)
      .finally(() =>
        // removed from the URL: when reopened, the draft already contains it
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
  }, [taskId]);
  return refused;
}

/** Adds the parties that another page passed here to a new draft. */
export function useChosenParties(used: UsedDraft, isNewDraft: boolean): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entId = useSession((s) => (s.activeUser?.type === 'ent' ? s.activeUser.id : ''));
  const parties: readonly PickedParty[] = isNewDraft ? (state?.parties ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (parties.length === 0) return;
    const { doc } = used.open;
    addParties(doc, readDraft(doc), 'signers', parties, { entId, newKey });
    navigate(pathname + search, { replace: true, state: null });
  }, [parties.length]);
}
