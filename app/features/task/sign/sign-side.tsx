import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import frame from '../../../stage/signing.module.css';
import { classes } from '../../../ui/classes.ts';
import { DrawingView } from '../../../ui/drawing-view.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DRAGGED_SEAL, type Fillings, type UsableSeal } from './fillings.ts';
import style from './sign.module.css';
import type { TaskDocument, TaskPlacement } from './use-task.ts';

interface Props {
  placements: readonly TaskPlacement[];
  documents: readonly TaskDocument[];
  seals: readonly UsableSeal[];
  seal: string | undefined;
  onSeal: (id: string) => void;
  fillings: Fillings;
  onShow: (placement: TaskPlacement) => void;
  notice: string | undefined;
  foot: ReactNode;
}

/** What is left to do, with which seal, and the one button. */
export function SignSide({
  placements,
  documents,
  seals,
  seal,
  onSeal,
  fillings,
  onShow,
  notice,
  foot,
}: Props) {
  const { t } = useTranslation('sign');
  return (
    <aside className={classes(frame.side, style.low)} aria-label={t('todo')}>
      <div className={frame.scroll}>
        {notice && <Notice tone="warning">{notice}</Notice>}
        {seals.length > 0 && (
          <section>
            <h2>{t('chooseSeal')}</h2>
            <p className={style.hint}>{t('dragSeal')}</p>
            <div className={frame.tools}>
              {seals.map((s) => (
                <button
                  key={s.sealId}
                  type="button"
                  className={classes(frame.tool, style.seal)}
                  aria-pressed={s.sealId === seal}
                  title={s.certificate ? commonNameIn(s.certificate.subject) : undefined}
                  onClick={() => onSeal(s.sealId)}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.setData(DRAGGED_SEAL, s.sealId);
                    event.dataTransfer.effectAllowed = 'copy';
                    onSeal(s.sealId);
                  }}
                >
                  <DrawingView drawing={s.drawing as Drawing} label="" className={frame.toolArt} />
                  <span className={frame.toolName}>{s.name}</span>
                </button>
              ))}
            </div>
          </section>
        )}
        <section className={style.todoSection}>
          <h2>{t('todo')}</h2>
          <ul className={style.todo}>
            {placements.map((p) => {
              const filled = p.kind === 'SIGN_DATE' || fillings.has(p.placementId);
              const document = documents.find((d) => d.documentId === p.documentId);
              return (
                <li key={p.placementId}>
                  <button type="button" onClick={() => onShow(p)}>
                    <span className={filled ? style.filled : undefined}>
                      <Icon
                        name={filled ? 'success' : 'circle'}
                        size={16}
                        label={t(filled ? 'filled' : 'open')}
                      />
                    </span>
                    {t(`kind.${p.kind}`)}
                    <span className={style.where}>
                      {documents.length > 1 ? `${document?.fileName} · ` : ''}
                      {t('page', { page: p.page })}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
      <div className={frame.foot}>{foot}</div>
    </aside>
  );
}
