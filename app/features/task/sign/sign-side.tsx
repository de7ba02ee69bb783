import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import { SigningSide, ToolArt, ToolButton, Tools } from '../../../parts/signing/signing-side.tsx';
import { pageName } from '../../../stage/page-name.ts';
import type { PageLabels } from '../../../stage/page-source.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Attachments } from '../attachments/attachment-list.tsx';
import { FieldList } from './field-list.tsx';
import { DRAGGED_SEAL, type Fillings, type UsableSeal } from './fillings.ts';
import style from './sign.module.css';
import type { Fields } from './use-fields.ts';
import type { TaskDetail, TaskDocument, TaskPlacement } from './use-task.ts';

interface Props {
  task: Pick<TaskDetail, 'planId' | 'attachments'>;
  placements: readonly TaskPlacement[];
  documents: readonly TaskDocument[];
  /** What the opened files call their pages, by document. */
  labels: Readonly<Record<string, PageLabels>>;
  seals: readonly UsableSeal[];
  seal: string | undefined;
  onSeal: (id: string) => void;
  fillings: Fillings;
  onShow: (placement: TaskPlacement) => void;
  notice: string | undefined;
  fields: Fields;
  /** Before everything else. */
  above?: ReactNode;
  foot: ReactNode;
}

/** Fields have their own list. */
const isSigned = ({ kind }: TaskPlacement): boolean => kind !== 'FIELD';

/** The remaining work, the choice of the seal, and the main button. */
export function SignSide({
  task,
  placements,
  documents,
  labels,
  seals,
  seal,
  onSeal,
  fillings,
  onShow,
  notice,
  fields,
  above,
  foot,
}: Props) {
  const { t } = useTranslation('sign');
  return (
    <SigningSide label={t('todo')} foot={foot}>
      {above}
      {notice && <Notice tone="warning">{notice}</Notice>}
      <FieldList fields={fields} onShow={onShow} />
      {seals.length > 0 && (
        <section>
          <h2>{t('chooseSeal')}</h2>
          <p className={style.hint}>{t('dragSeal')}</p>
          <Tools>
            {seals.map((s) => (
              <ToolButton
                key={s.sealId}
                name={s.name}
                art={<ToolArt drawing={s.drawing as Drawing} />}
                pressed={s.sealId === seal}
                title={s.certificate ? commonNameIn(s.certificate.subject) : undefined}
                onClick={() => onSeal(s.sealId)}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(DRAGGED_SEAL, s.sealId);
                  event.dataTransfer.effectAllowed = 'copy';
                  onSeal(s.sealId);
                }}
              />
            ))}
          </Tools>
        </section>
      )}
      <Attachments task={task} />
      <section className={style.todoSection}>
        <h2>{t('todo')}</h2>
        <ul className={style.todo}>
          {placements.filter(isSigned).map((p) => {
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
                    {pageName(t, p.page - 1, labels[p.documentId])}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    </SigningSide>
  );
}
