import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAutograph } from '#core/account/calls.ts';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { useSystem } from '../../shell/use-system.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { HandBoard } from '../../ui/hand-board.tsx';
import { usePhone } from '../../ui/table/use-phone.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './account.module.css';
import { PhoneSignature } from './phone-signature.tsx';
import { UploadSignature } from './upload-signature.tsx';

type Props = {
  /** Id of the current signature, empty if there is none. A different id means that the new one arrived ([4.21a]). */
  current: string;
  onClose: () => void;
};
type Way = 'phone' | 'draw' | 'upload';

/** [4.21] [5.6] A new signature, written on the phone, written here, or uploaded. Only the selected tab is mounted. */
export function SignatureDialog({ current, onClose }: Props) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  // A phone cannot scan the code on its own screen.
  const onPhone = usePhone();
  // With a writing tablet no phone is needed.
  const board = useSystem().option?.handWritImg === 'TABLET';
  const [chosen, setWay] = useState<Way>();
  const way = chosen ?? (onPhone || board ? 'draw' : 'phone');
  // The value from when the dialog opened: the page behind it receives the new one at the same moment.
  const [before] = useState(current);
  const finish = async () => {
    await refresh(saveAutograph);
    toast({ tone: 'success', text: t('signature.saved') });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t(before ? 'signature.change' : 'signature.make')}>
      <Tabs
        label={t('signature.title')}
        selected={way}
        onSelect={setWay}
        items={[
          ...(board ? [] : [{ id: 'phone' as const, label: t('signature.tabPhone') }]),
          { id: 'draw', label: t(board ? 'signature.tabBoard' : 'signature.tabDraw') },
          { id: 'upload', label: t('signature.tabUpload') },
        ]}
      >
        {way === 'phone' && <PhoneSignature current={before} onDone={finish} />}
        {way === 'draw' && board && <p className={style.soft}>{t('signature.boardHint')}</p>}
        {way === 'draw' && <DrawHere onDone={finish} />}
        {way === 'upload' && <UploadSignature onDone={finish} />}
      </Tabs>
    </Dialog>
  );
}

function DrawHere({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const [strokes, setStrokes] = useState<InkStroke[]>([]);
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await call(saveAutograph, { picture: { kind: 'HANDWRITING', strokes: strokes.map((s) => [...s]) } });
      await onDone();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={style.part}>
      <HandBoard onChange={setStrokes} />
      <div className={style.foot}>
        <Button kind="primary" disabled={strokes.length === 0} pending={pending} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}
