import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeDetail, removeEmployeeImage } from '#core/employee/calls.ts';
import { PAPERS_MOST } from '#core/employee/states.ts';
import { warningOfPaper } from '#core/employee/warnings.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import style from './employee.module.css';
import { ImageDialog } from './employee-images.tsx';
import { PaperDialog } from './paper-dialog.tsx';
import { Warnings } from './warnings.tsx';

type Paper = EmployeeDetail['images'][number];
type Layer = { kind: 'add' } | { kind: 'view' | 'edit' | 'remove'; paper: Paper };

/** Papers other than the two certificates, each with its name, picture and last day of validity. */
export function EmployeePapers({ detail, onSettled }: { detail: EmployeeDetail; onSettled: () => unknown }) {
  const { t } = useTranslation('employee');
  const [layer, setLayer] = useState<Layer>();
  const papers = detail.images.filter(({ kind }) => kind === 'PAPER');
  const today = formatDate(Date.now());
  const close = () => setLayer(undefined);
  return (
    <section className={style.part} aria-label={t('paper.title')}>
      <h2>{t('paper.title')}</h2>
      <p className={style.hint}>{t('paper.text')}</p>
      {papers.length === 0 && <p className={style.hint}>{t('paper.none')}</p>}
      {papers.length > 0 && (
        <ul className={style.items}>
          {papers.map((paper) => {
            const { imageId, name, expiry } = paper;
            const warning = detail.state === 'ACTIVE' ? warningOfPaper(expiry, today) : null;
            const act = (kind: 'view' | 'edit' | 'remove', icon: 'eye' | 'pen' | 'trash', label: string) => (
              <Button
                size="small"
                icon={icon}
                aria-label={t('paper.of', { name, act: label })}
                onClick={() => setLayer({ kind, paper })}
              >
                {label}
              </Button>
            );
            return (
              <li key={imageId}>
                <span className={style.itemWords}>
                  <span className={style.value}>{name}</span>
                  <span className={style.states}>
                    <span className={style.hint}>
                      {expiry === '' ? t('paper.forever') : t('paper.until', { day: expiry })}
                    </span>
                    {warning && <Warnings warnings={[warning]} />}
                  </span>
                </span>
                <span className={style.row}>
                  {act('view', 'eye', t('image.view'))}
                  {act('edit', 'pen', t('paper.edit'))}
                  {act('remove', 'trash', t('image.remove'))}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {papers.length < PAPERS_MOST && (
        <div className={style.row}>
          <Button size="small" icon="plus" onClick={() => setLayer({ kind: 'add' })}>
            {t('paper.add')}
          </Button>
        </div>
      )}
      {layer?.kind === 'view' && (
        <ImageDialog
          imageId={layer.paper.imageId}
          label={layer.paper.name}
          onClose={() => {
            close();
            void onSettled();
          }}
        />
      )}
      {(layer?.kind === 'add' || layer?.kind === 'edit') && (
        <PaperDialog
          employeeId={detail.employeeId}
          paper={layer.kind === 'edit' ? layer.paper : undefined}
          others={papers
            .filter(({ imageId }) => layer.kind === 'add' || imageId !== layer.paper.imageId)
            .map(({ name }) => name)}
          onClose={close}
          onSettled={onSettled}
        />
      )}
      {layer?.kind === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('image.removeTitle')}
          thing={layer.paper.name}
          consequence={t('image.removeText')}
          tone="danger"
          confirmLabel={t('image.remove')}
          onConfirm={async () => {
            try {
              await call(removeEmployeeImage, { imageId: layer.paper.imageId });
            } finally {
              await onSettled();
            }
          }}
        />
      )}
    </section>
  );
}
