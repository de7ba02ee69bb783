import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COPY_TO, type CopyTo, parsePages } from '#core/task/copy-places.ts';
import type { DraftDocument, DraftPlacement } from '#core/task/draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import style from './wizard.module.css';

interface Props {
  placement: DraftPlacement;
  documents: readonly DraftDocument[];
  onCopy: (
    files: readonly string[],
    to: { to: CopyTo; pages?: readonly number[] },
  ) => { count: number; without: readonly string[] };
  onClose: () => void;
}

/** Copies the selected placement to the same position on other pages, in the checked files. */
export function CopyDialog({ placement, documents, onCopy, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const crossPage = placement.kind === 'CROSS_PAGE';
  const [to, setTo] = useState<CopyTo>('ALL');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [files, setFiles] = useState<readonly string[]>([placement.documentId]);
  const [without, setWithout] = useState<readonly string[]>([]);
  const most = Math.max(
    0,
    ...documents.filter((d) => files.includes(d.documentId)).map((d) => d.pages.length),
  );
  const pages = to === 'PAGES' ? parsePages(text, most) : undefined;
  const copy = () => {
    setTried(true);
    if (files.length === 0 || pages === null) return;
    const done = onCopy(files, pages ? { to, pages } : { to });
    setWithout(done.without);
    toast({
      tone: done.count > 0 ? 'success' : 'info',
      text: t(done.count > 0 ? 'copy.done' : 'copy.nothing', { count: done.count }),
    });
    if (done.without.length === 0) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('copy.title', { kind: t(`kind.${placement.kind}`) })}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" onClick={copy}>
            {t('copy.do')}
          </Button>
        </>
      }
    >
      <div className={style.keyword}>
        <RadioGroup
          label={t('copy.pages')}
          column
          value={to}
          onChange={setTo}
          options={COPY_TO.filter((one) => !crossPage || one === 'ALL' || one === 'ALTERNATE').map((one) => ({
            value: one,
            label: t(`copy.to.${one}`),
          }))}
        />
        {to === 'PAGES' && (
          <TextField
            label={t('copy.list')}
            hint={t('copy.listHint')}
            maxLength={100}
            value={text}
            onChange={setText}
            error={tried && pages === null ? t('copy.listWrong', { max: most }) : undefined}
          />
        )}
        {documents.length > 1 && (
          <fieldset className={style.copyFiles}>
            <legend>{t('copy.files')}</legend>
            {documents.map(({ documentId, fileName }) => (
              <Checkbox
                key={documentId}
                value={files.includes(documentId)}
                onChange={(on) =>
                  setFiles(on ? [...files, documentId] : files.filter((id) => id !== documentId))
                }
              >
                {fileName}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {tried && files.length === 0 && <Notice tone="error">{t('copy.noFile')}</Notice>}
        {without.length > 0 && (
          <Notice tone="warning">
            {t('copy.without', {
              files: documents
                .filter(({ documentId }) => without.includes(documentId))
                .map(({ fileName }) => fileName)
                .join('、'),
            })}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
