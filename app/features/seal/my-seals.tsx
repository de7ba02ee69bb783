import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { disableSeal, enableSeal, listSeals, type SealRow } from '#core/seal/calls.ts';
import { PERSON_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { CERTIFICATE_BADGES, ENABLED_BADGES } from './badges.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import style from './seal.module.css';

const PersonalBuilder = lazy(() =>
  import('./personal-builder.tsx').then((m) => ({ default: m.PersonalBuilder })),
);

/** The person's own handwriting, name seals and date seals ([2.20]), below `top`. */
export function MySeals({ top }: { top?: ReactNode }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<SealRow>();
  const seals = useQuery(queryOf(listSeals, { size: 100 }));
  const turn = useMutation({
    mutationFn: (row: SealRow) => call(row.enabled ? disableSeal : enableSeal, { stampId: row.stampId }),
    onSuccess: () => refresh(enableSeal),
  });
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {t('mine.create')}
    </Button>
  );
  const rows = seals.data?.records ?? [];
  return (
    <Page title={t('mine.title')} about={t('mine.about')} actions={create}>
      {top}
      {seals.error && !seals.data ? (
        <ErrorState error={seals.error} onRetry={() => void seals.refetch()} />
      ) : !seals.data ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState icon="signature" title={t('mine.empty')}>
          {t('mine.emptyText')}
        </EmptyState>
      ) : (
        PERSON_CATEGORIES.map((category) => {
          const own = rows.filter((row) => row.stampCategory === category);
          if (own.length === 0) return null;
          return (
            <section key={category} className={style.section} aria-label={t(`category.${category}`)}>
              <h2>{t(`category.${category}`)}</h2>
              <ul className={style.cards}>
                {own.map((row) => (
                  <li key={row.stampId} className={style.card}>
                    <div className={style.cardPaper} data-off={!row.enabled || undefined}>
                      <DrawingView
                        drawing={row.drawing as Drawing}
                        label={row.stampName}
                        className={style.cardArt}
                      />
                    </div>
                    <strong>{row.stampName}</strong>
                    <div className={style.badges}>
                      <Badge {...ENABLED_BADGES[`${row.enabled}`]}>{t(`enabled.${row.enabled}`)}</Badge>
                      <Badge {...CERTIFICATE_BADGES[row.certificateStatus]}>
                        {t(`certificate.${row.certificateStatus}`)}
                      </Badge>
                    </div>
                    <div className={style.inline}>
                      <Button kind="text" onClick={() => turn.mutate(row)}>
                        {t(row.enabled ? 'action.disable' : 'action.enable')}
                      </Button>
                      <Button kind="text" onClick={() => setDeleting(row)}>
                        {t('action.delete')}
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          );
        })
      )}
      {creating && (
        <Suspense>
          <PersonalBuilder onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {deleting && <DeleteDialog row={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}
