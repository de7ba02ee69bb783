import { useMutation, useMutationState } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWithheld } from '#core/employee/access.ts';
import { MASKED_CATEGORIES } from '#core/employee/newcomer.ts';
import {
  getNewcomer,
  type NewcomerDetail,
  type NewcomerItem,
  revealNewcomer,
  reviewNewcomer,
} from '#core/employee/newcomer-calls.ts';
import { FIELD_CATEGORIES, type FieldCategory } from '#core/employee/onboarding-fields.ts';
import { call } from '../../call.ts';
import { localKey, useRefresh } from '../../query.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { isRefusal } from '../../wire/form-check.ts';
import { byCurrentVersion, sameItems } from './by-current-version.ts';
import style from './employee.module.css';
import { ITEM_BADGES } from './newcomer-badges.ts';
import { HrPaper } from './newcomer-paper.tsx';

const CorrectDialog = lazy(() => import('./correct-item.tsx').then((m) => ({ default: m.CorrectDialog })));
const FillDialog = lazy(() => import('./fill-newcomer.tsx').then((m) => ({ default: m.FillDialog })));
const PaperDialog = lazy(() => import('./newcomer-paper.tsx').then((m) => ({ default: m.PaperDialog })));

/** Fields and papers of a file by category, each with its review state. */
export function NewcomerItems({ detail }: { detail: NewcomerDetail }) {
  const refresh = useRefresh();
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  return (
    <>
      {FIELD_CATEGORIES.map((category) => {
        const items = detail.items.filter((item) => item.category === category);
        return items.length === 0 ? null : (
          <Category key={category} category={category} items={items} detail={detail} onLayer={setLayer} />
        );
      })}
      <Suspense>
        {layer?.kind === 'correct' && <CorrectDialog shown={layer.shown} item={layer.item} onClose={close} />}
        {layer?.kind === 'fill' && (
          <FillDialog shown={layer.shown} category={layer.category} items={layer.items} onClose={close} />
        )}
        {layer?.kind === 'paper' && (
          <PaperDialog
            item={layer.item}
            onClose={() => {
              close();
              void refresh(getNewcomer);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** What is open above the page, with the file as it was on screen then. */
type Layer = { shown: NewcomerDetail } & (
  | { kind: 'correct' | 'paper'; item: NewcomerItem }
  | { kind: 'fill'; category: FieldCategory; items: readonly NewcomerItem[] }
);
type Props = {
  category: FieldCategory;
  items: readonly NewcomerItem[];
  detail: NewcomerDetail;
  onLayer: (layer: Layer) => void;
};
const OPEN = ['TO_COLLECT', 'COLLECTING', 'TO_REVIEW', 'TO_CORRECT'];

function Category({ category, items, detail, onLayer }: Props) {
  const { t } = useTranslation(['newcomer', 'onboarding', 'ui', 'error']);
  const { newcomerId } = detail;
  const masked = MASKED_CATEGORIES.find((one) => one === category);
  const reveal = useReveal(newcomerId, masked);
  // Values of a version before the one on screen are masked again.
  const revealed = reveal.data && reveal.data.version >= detail.version ? reveal.data.values : undefined;
  const { approve, approving } = useApproval(detail);
  // Who may not see salaries cannot review or fill them in either; a colleague does.
  const withheld = isWithheld(!useMay('employee_salary'), category);
  const reviewing = detail.state === 'TO_REVIEW' && !withheld;
  const waiting = items.filter((item) => item.shownTo === 'NEWCOMER' && item.state === 'TO_REVIEW');
  const fillable = !withheld && items.some((item) => item.shownTo === 'HR' && item.type !== 'IMAGE');
  return (
    <Panel
      title={t(`onboarding:category.${category}`)}
      actions={
        <span className={style.states}>
          {masked && items.some(({ value }) => value !== '') && (
            <Button
              size="small"
              icon={revealed ? 'eye-off' : 'eye'}
              pending={reveal.isPending}
              onClick={() => (revealed ? reveal.reset() : reveal.mutate())}
            >
              {t(revealed ? 'action.hide' : 'action.reveal')}
            </Button>
          )}
          {fillable && OPEN.includes(detail.state) && (
            <Button
              size="small"
              icon="pen"
              onClick={() => onLayer({ kind: 'fill', shown: detail, category, items })}
            >
              {t('action.fill')}
            </Button>
          )}
          {reviewing && waiting.length > 1 && (
            <Button
              size="small"
              icon="check"
              pending={waiting.some(({ itemId }) => approving.has(itemId))}
              onClick={() => approve(waiting.map(({ itemId }) => itemId))}
            >
              {t('action.approveAll', { count: waiting.length })}
            </Button>
          )}
        </span>
      }
    >
      {withheld && <Notice>{t('error:SALARY_WITHHELD')}</Notice>}
      <ul className={style.items}>
        {items.map((item) => (
          <ItemRow
            key={item.itemId}
            item={item}
            withheld={withheld}
            newcomerId={newcomerId}
            value={revealed?.[item.itemId] ?? item.value}
            reviewing={reviewing}
            open={OPEN.includes(detail.state)}
            approving={approving.has(item.itemId)}
            onApprove={() => approve([item.itemId])}
            onLayer={(kind) => onLayer({ kind, shown: detail, item })}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** The unmasked values of a category, with the version of the file that they are at least as new as. */
function useReveal(newcomerId: string, category: (typeof MASKED_CATEGORIES)[number] | undefined) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      if (!category) return;
      // Asked for first: what the page shows may be older than the values, and is soon read anew.
      const { version } = await call(getNewcomer, { newcomerId });
      const { values } = await call(revealNewcomer, { newcomerId, category });
      return { version, values };
    },
    onSuccess: () => void refresh(getNewcomer),
  });
}

/**
 * Approves items of a file as it was on screen. Approvals are made one after the other, as each gives the file another
 * version: the next one can be pressed while the one before is on its way.
 */
function useApproval(detail: NewcomerDetail) {
  const { t } = useTranslation('error');
  const refresh = useRefresh();
  const mutationKey = localKey('approveItems', detail.newcomerId);
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: ({ shown, itemIds }: Approval) =>
      byCurrentVersion(
        shown,
        (version) =>
          call(reviewNewcomer, { newcomerId: shown.newcomerId, version, itemIds, verdict: 'APPROVED' }),
        sameItems(shown, itemIds),
      ),
    onSuccess: (answer) => {
      if (isRefusal(answer)) toast({ tone: 'error', text: answer.message });
    },
    onError: (error) => toast({ tone: 'error', text: errorText(error, t) }),
    onSettled: () => refresh(reviewNewcomer),
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => itemsOf(state.variables),
  });
  return {
    approve: (itemIds: string[]) => mutate({ shown: detail, itemIds }),
    /** The items whose approval is on its way. */
    approving: new Set(pending.flat()),
  };
}
type Approval = { shown: NewcomerDetail; itemIds: string[] };

/** The cache of mutations does not know their types. */
const itemsOf = (variables: unknown): string[] =>
  typeof variables === 'object' && variables && 'itemIds' in variables && Array.isArray(variables.itemIds)
    ? variables.itemIds
    : [];

type RowProps = {
  item: NewcomerItem;
  /** Whether its value is withheld from the user. */
  withheld: boolean;
  newcomerId: string;
  /** The value; unmasked once revealed. */
  value: string;
  reviewing: boolean;
  /** Whether the file is still in progress. */
  open: boolean;
  approving: boolean;
  onApprove: () => void;
  onLayer: (kind: 'correct' | 'paper') => void;
};

/** A material with its value, its state and HR's review actions. */
function ItemRow({
  item,
  withheld,
  newcomerId,
  value,
  reviewing,
  open,
  approving,
  onApprove,
  onLayer,
}: RowProps) {
  const { t } = useTranslation('newcomer');
  return (
    <li>
      <div className={style.itemWords}>
        <strong>{item.shownTo === 'HR' ? t('hrField', { name: item.name }) : item.name}</strong>
        {withheld ? null : item.type === 'IMAGE' ? (
          item.value === '' ? (
            <span className={style.hint}>{t('notGiven')}</span>
          ) : (
            <Button size="small" icon="image" onClick={() => onLayer('paper')}>
              {t('action.look', { name: item.name })}
            </Button>
          )
        ) : (
          <span className={item.value === '' ? style.hint : style.value}>{value || t('notGiven')}</span>
        )}
        {item.reason !== '' && <span className={style.reason}>{t('reason', { reason: item.reason })}</span>}
        {item.type === 'IMAGE' && item.shownTo === 'HR' && open && !withheld && (
          <HrPaper newcomerId={newcomerId} item={item} />
        )}
      </div>
      <span className={style.states}>
        <Badge {...ITEM_BADGES[item.state]}>{t(`item.${item.state}`)}</Badge>
        {reviewing && item.shownTo === 'NEWCOMER' && (
          <>
            {(item.state === 'TO_REVIEW' || item.state === 'TO_CORRECT') && item.value !== '' && (
              <Button
                size="small"
                icon="check"
                aria-label={t('action.approveOf', { name: item.name })}
                pending={approving}
                onClick={onApprove}
              >
                {t('action.approve')}
              </Button>
            )}
            <Button
              size="small"
              icon="undo"
              aria-label={t('action.correctOf', { name: item.name })}
              onClick={() => onLayer('correct')}
            >
              {t('action.correct')}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
