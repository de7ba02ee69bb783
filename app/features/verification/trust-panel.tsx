import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Anchor } from './use-trust.ts';
import style from './verification.module.css';

type Props = {
  anchors: readonly Anchor[];
  onAdd: (anchors: readonly Anchor[]) => void;
  onRemove: (anchor: Anchor) => void;
};

/** The trust anchors; others can be added for this visit. */
export function TrustPanel({ anchors, onAdd, onRemove }: Props) {
  const { t } = useTranslation('verification');
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');

  async function take(file: File | undefined) {
    if (!file) return;
    const { readAnchors } = await import('./read-anchors.ts');
    const found = await readAnchors(file);
    setRefused(found.length > 0 ? '' : t('notCertificate', { name: file.name }));
    if (found.length > 0) onAdd(found);
  }

  return (
    <details className={style.trust}>
      <summary>{t('trust', { count: anchors.length })}</summary>
      <div className={style.trustBody}>
        <p className={style.soft}>{t('trustAbout')}</p>
        <ul className={style.anchors}>
          {anchors.map((anchor) => (
            <li key={`${anchor.name} ${anchor.der.length} ${anchor.der.at(-1)} ${anchor.der.at(-2)}`}>
              <Icon name="certificate" />
              <span className={style.anchorName}>
                {anchor.name}
                <span className={style.soft}> · {t(anchor.added ? 'addedTrust' : 'builtInTrust')}</span>
              </span>
              {anchor.added && (
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('removeTrust', { name: anchor.name })}
                  onClick={() => onRemove(anchor)}
                />
              )}
            </li>
          ))}
        </ul>
        <div>
          <Button icon="plus" onClick={() => input.current?.click()}>
            {t('addTrust')}
          </Button>
        </div>
        <FieldMessage error={refused} />
        <input
          ref={input}
          type="file"
          hidden
          accept=".pem,.crt,.cer,.der"
          data-purpose="trust"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </details>
  );
}
