import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
import { useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { isRefusal } from '../../wire/form-check.ts';
import style from './employee.module.css';
import { ITEM_LOOKS } from './newcomer-looks.ts';
import { HrPaper } from './newcomer-paper.tsx';

const CorrectDialog = lazy(() => import('./correct-item.tsx').then((m) => ({ default: m.CorrectDialog })));
const FillDialog = lazy(() => import('./fill-newcomer.tsx').then((m) => ({ default: m.FillDialog })));
const PaperDialog = lazy(() => import('./newcomer-paper.tsx').then((m) => ({ default: m.PaperDialog })));

/** Fields and papers of a file by category, each with its review state. */
export function NewcomerItems({ detail }: { detail: NewcomerDetail }) {
  return FIELD_CATEGORIES.map((category) => {
    const items = detail.items.filter((item) => item.category === category);
    return items.length === 0 ? null : (
      <Category key={`${category}.${detail.version}`} category={category} items={items} detail={detail} />
    );
  });
}

type Props = { category: FieldCategory; items: readonly NewcomerItem[]; detail: NewcomerDetail };
const OPEN = ['TO_COLLECT', 'COLLECTING', 'TO_REVIEW', 'TO_CORRECT'];

function Category({ category, items, detail }: Props) {
  const { t } = useTranslation(['newcomer', 'onboarding', 'ui', 'error']);
  const { newcomerId, version } = detail;
  const refresh = useRefresh();
  const [layer, setLayer] = useState<{ kind: 'correct' | 'fill' | 'paper'; item?: NewcomerItem }>();
  const masked = MASKED_CATEGORIES.find((one) => one === category);
  const reveal = useMutation({
    mutationFn: async () => masked && (await call(revealNewcomer, { newcomerId, category: masked })).values,
    onSuccess: () => void refresh(getNewcomer),
  });
  const approve = useMutation({
    mutationFn: (itemIds: string[]) =>
      call(reviewNewcomer, { newcomerId, version, itemIds, verdict: 'APPROVED' }),
    onSuccess: (answer) => {
      if (isRefusal(answer)) toast({ tone: 'error', text: answer.message });
    },
    onError: (error) => toast({ tone: 'error', text: errorText(error, t) }),
    onSettled: () => refresh(reviewNewcomer),
  });
  const reviewing = detail.state === 'TO_REVIEW';
  const waiting = items.filter((item) => item.shownTo === 'NEWCOMER' && item.state === 'TO_REVIEW');
  const fillable = items.some((item) => item.shownTo === 'HR' && item.type !== 'IMAGE');
  const close = () => setLayer(undefined);
  return (
    <Panel
      title={t(`onboarding:category.${category}`)}
      actions={
        <span className={style.states}>
          {masked && items.some(({ value }) => value !== '') && (
            <Button
              size="small"
              icon={reveal.data ? 'eye-off' : 'eye'}
              pending={reveal.isPending}
              onClick={() => (reveal.data ? reveal.reset() : reveal.mutate())}
            >
              {t(reveal.data ? 'action.hide' : 'action.reveal')}
            </Button>
          )}
          {fillable && OPEN.includes(detail.state) && (
            <Button size="small" icon="pen" onClick={() => setLayer({ kind: 'fill' })}>
              {t('action.fill')}
            </Button>
          )}
          {reviewing && waiting.length > 1 && (
            <Button
              size="small"
              icon="check"
              pending={approve.isPending}
              onClick={() => approve.mutate(waiting.map(({ itemId }) => itemId))}
            >
              {t('action.approveAll', { count: waiting.length })}
            </Button>
          )}
        </span>
      }
    >
      <ul className={style.items}>
        {items.map((item) => (
          <ItemRow
            key={item.itemId}
            item={item}
            newcomerId={newcomerId}
            value={reveal.data?.[item.itemId] ?? item.value}
            reviewing={reviewing}
            open={OPEN.includes(detail.state)}
            approving={approve.isPending}
            onApprove={() => approve.mutate([item.itemId])}
            onLayer={(kind) => setLayer({ kind, item })}
          />
        ))}
      </ul>
      <Suspense>
        {layer?.kind === 'correct' && layer.item && (
          <CorrectDialog detail={detail} item={layer.item} onClose={close} />
        )}
        {layer?.kind === 'fill' && (
          <FillDialog detail={detail} category={category} items={items} onClose={close} />
        )}
        {layer?.kind === 'paper' && layer.item && (
          <PaperDialog
            item={layer.item}
            onClose={() => {
              close();
              void refresh(getNewcomer);
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

type RowProps = {
  item: NewcomerItem;
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
function ItemRow({ item, newcomerId, value, reviewing, open, approving, onApprove, onLayer }: RowProps) {
  const { t } = useTranslation('newcomer');
  return (
    <li>
      <div className={style.itemWords}>
        <strong>{item.shownTo === 'HR' ? t('hrField', { name: item.name }) : item.name}</strong>
        {item.type === 'IMAGE' ? (
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
        {item.type === 'IMAGE' && item.shownTo === 'HR' && open && (
          <HrPaper newcomerId={newcomerId} item={item} />
        )}
      </div>
      <span className={style.states}>
        <Badge {...ITEM_LOOKS[item.state]}>{t(`item.${item.state}`)}</Badge>
        {reviewing && item.shownTo === 'NEWCOMER' && (
          <>
            {(item.state === 'TO_REVIEW' || item.state === 'TO_CORRECT') && item.value !== '' && (
              <Button
                size="small"
                icon="check"
                aria-label={t('action.approveOf', { name: item.name })}
                disabled={approving}
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
