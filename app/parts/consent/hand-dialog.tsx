import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { drawHandwriting, type InkStroke } from '#core/sealart/handwriting.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { HandBoard } from '../../ui/hand-board.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  onDrawn: (drawing: Drawing) => void;
}

/** A dialog to draw the signature, used for every signature placement. */
export function HandDialog({ open, onClose, onDrawn }: Props) {
  const { t } = useTranslation('sign');
  const [strokes, setStrokes] = useState<InkStroke[]>([]);
  const use = () => {
    try {
      onDrawn(drawHandwriting(strokes));
    } catch (error) {
      toast({ tone: 'warning', text: errorText(error, t) });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('handTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={strokes.length === 0} onClick={use}>
            {t('handUse')}
          </Button>
        </>
      }
    >
      <p style={{ marginTop: 0 }}>{t('handHint')}</p>
      <HandBoard onChange={setStrokes} />
    </Dialog>
  );
}
