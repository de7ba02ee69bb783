import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HumanProof } from '#core/identity/proof.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ClickWords } from './click-words.tsx';
import { DeviceWork } from './device-work.tsx';
import { ImageCode } from './image-code.tsx';
import { SlidePuzzle } from './slide-puzzle.tsx';

const WAYS = ['slide', 'click', 'code', 'work'] as const;
type Way = (typeof WAYS)[number];

type Props = { failed: boolean; onClose: () => void; onPassed: (proof: HumanProof) => void };

/** The security verification ([8.6b]): a slide puzzle, clicked characters, typed characters, or a proof of work. */
export default function CaptchaDialog({ failed, onClose, onPassed }: Props) {
  const { t } = useTranslation('captcha');
  const [way, setWay] = useState<Way>('slide');
  const pass = (captchaKey: string) => onPassed({ captchaKey });
  return (
    <Dialog open onClose={onClose} title={t('title')}>
      {failed && <Notice tone="warning">{t('again')}</Notice>}
      <Tabs
        label={t('ways')}
        items={WAYS.map((id) => ({ id, label: t(`way.${id}`) }))}
        selected={way}
        onSelect={setWay}
      >
        {way === 'slide' && <SlidePuzzle onPassed={pass} />}
        {way === 'click' && <ClickWords onPassed={pass} />}
        {way === 'code' && <ImageCode onTyped={onPassed} />}
        {way === 'work' && <DeviceWork onPassed={pass} />}
      </Tabs>
    </Dialog>
  );
}
