import { useTranslation } from 'react-i18next';
import type { DraftSigner } from '#core/task/draft.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { nameOf } from './signer-name.ts';
import type { TextUnderPlace } from './use-covered-text.ts';
import style from './wizard.module.css';

/** Maximum number of listed placements and of characters of text each; the rest is only counted. */
const NAMED = 3;
const MOST_CHARACTERS = 16;

interface Props {
  found: readonly TextUnderPlace[];
  signers: readonly DraftSigner[];
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
  /** Sending was requested and waits for the confirmation. */
  asked: boolean;
}

/** Placements that cover text, with file, page, party and the covered text; sending waits until this is confirmed. */
export function CoveredNotice({ found, signers, confirmed, onConfirm, asked }: Props) {
  const { t } = useTranslation('wizard');
  const shorten = (text: string) =>
    text.length > MOST_CHARACTERS ? `${Array.from(text).slice(0, MOST_CHARACTERS).join('')}…` : text;
  return (
    <Notice tone={asked && !confirmed ? 'error' : 'warning'}>
      <p style={{ margin: 0 }}>{t('covered.title', { count: found.length })}</p>
      <ul className={style.covered}>
        {found.slice(0, NAMED).map(({ place, page, text, document }) => {
          const at = signers.findIndex((s) => s.signerId === place.signerId);
          return (
            <li key={place.placementId}>
              {place.kind === 'CODE'
                ? t('covered.codeLine', { file: document.fileName, page, text: shorten(text) })
                : t('covered.line', {
                    file: document.fileName,
                    page,
                    party: at < 0 ? '' : nameOf(signers[at]!, t('signerNumber', { n: at + 1 })),
                    kind: t(`kind.${place.kind}`),
                    text: shorten(text),
                  })}
            </li>
          );
        })}
        {found.length > NAMED && <li>{t('covered.more', { count: found.length - NAMED })}</li>}
      </ul>
      <Checkbox value={confirmed} onChange={onConfirm}>
        {t('covered.confirm')}
      </Checkbox>
    </Notice>
  );
}
