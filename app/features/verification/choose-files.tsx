import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { MOST_BYTES } from './use-checks.ts';
import style from './verification.module.css';

/** Selects files by button, keyboard or drag and drop; they never leave the device. */
export function ChooseFiles({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const { t, i18n } = useTranslation('verification');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    // By default, a file dropped outside the zone would replace the page.
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside is accessible
    <div
      className={classes(style.zone, over && style.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChoose([...event.dataTransfer.files]);
      }}
    >
      <Icon name="shield" size={28} />
      <p className={style.zoneWords}>
        <Button
          kind="primary"
          icon="folder"
          aria-describedby={`${id}h`}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <span className={style.drag}>{t('drag')}</span>
      </p>
      <p className={style.hint} id={`${id}h`}>
        {t('limits', { size: formatSize(MOST_BYTES, i18n.language) })}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".pdf,.ofd,.zip"
        data-purpose="verify"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
