import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainFileName } from '#core/file-name.ts';
import { saveFile } from '../../call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './signing-link.module.css';

interface Props {
  linkId: string;
  name: string;
  url: string;
  counterOnly: boolean;
}

/** The address of a link: to copy, as a QR code to show, print or save, and the screen for a counter. */
export function SharePanel({ linkId, name, url, counterOnly }: Props) {
  const { t } = useTranslation('signinglink');
  const picture = useRef<HTMLDivElement>(null);
  // Without PUBLIC_URL the server knows only the path.
  const address = typeof location === 'undefined' ? url : new URL(url, location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ tone: 'success', text: t('share.copied') }),
      () => toast({ tone: 'error', text: t('share.notCopied') }),
    );
  const svg = () => picture.current?.querySelector('svg')?.outerHTML ?? '';
  const save = () =>
    saveFile({
      name: `${plainFileName(name)}.svg`,
      blob: new Blob([svg().replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')], {
        type: 'image/svg+xml',
      }),
    });
  const counter = (
    <LinkButton to={`/contract/signingLink/${linkId}/counter`} icon="external">
      {t('share.counter')}
    </LinkButton>
  );
  if (counterOnly)
    return (
      <div className={style.address}>
        <Notice>{t('share.counterOnly')}</Notice>
        <div className={style.tools}>{counter}</div>
      </div>
    );
  return (
    <div className={style.share}>
      <div ref={picture}>
        <QrCode text={address} label={t('share.qr', { name })} />
      </div>
      <div className={style.address}>
        <p className={style.url}>{address}</p>
        <div className={style.tools}>
          <Button icon="copy" onClick={() => void copy()}>
            {t('share.copy')}
          </Button>
          <Button icon="download" onClick={save}>
            {t('share.save')}
          </Button>
          <Button icon="print" onClick={() => window.print()}>
            {t('share.print')}
          </Button>
          {counter}
        </div>
        <p className={style.soft}>{t('share.hint')}</p>
      </div>
    </div>
  );
}
