import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/locales/languages.ts';
import { verificationText } from '#core/locales/verification-text.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { VERDICT_BADGES } from '../../parts/verdict/badges.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { FileResult } from './file-result.tsx';
import { Refused } from './refused.tsx';
import type { Check, FileCheck } from './use-checks.ts';
import style from './verification.module.css';

type Props = {
  checks: readonly FileCheck[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  onRemove: (id: string) => void;
};

/** The files of this visit and the result of the selected one. */
export function Results({ checks, selected, onSelect, onRemove }: Props) {
  const { t } = useTranslation('verification');
  const shown = checks.find(({ id }) => id === selected) ?? checks[0]!;
  const place = useRef<HTMLElement>(null);
  const [language] = useLanguage();
  const done = shown.check.state !== 'waiting';

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another file is selected, too
  useEffect(() => {
    if (done) place.current?.scrollIntoView({ block: 'nearest' });
  }, [shown.id, done]);

  return (
    <>
      {checks.length > 1 && (
        <ul className={style.files} aria-label={t('files')}>
          {checks.map((one) => (
            <FileRow
              key={one.id}
              one={one}
              current={one === shown}
              onSelect={() => onSelect(one.id)}
              onRemove={() => onRemove(one.id)}
            />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {done && t('announcement', { name: shown.file.name, word: wordOf(shown.check, language) })}
      </p>
      <section ref={place} aria-label={shown.file.name} className={style.result}>
        {shown.check.state === 'waiting' ? (
          <LoadingState label={t('checking', { name: shown.file.name })} />
        ) : shown.check.state === 'refused' ? (
          <Refused file={shown.file} reason={shown.check.reason} />
        ) : (
          <FileResult key={shown.id} file={shown.file} checked={shown.check} />
        )}
      </section>
    </>
  );
}

type RowProps = { one: FileCheck; current: boolean; onSelect: () => void; onRemove: () => void };

function FileRow({ one, current, onSelect, onRemove }: RowProps) {
  const { t } = useTranslation('verification');
  const [language] = useLanguage();
  const word = one.check.state === 'waiting' ? t('working') : wordOf(one.check, language);
  return (
    <li className={style.file}>
      <button type="button" className={style.fileName} aria-current={current || undefined} onClick={onSelect}>
        <span className={style.ellipsis}>{one.file.name}</span>
        <Badge {...lookOf(one.check)}>{word}</Badge>
      </button>
      <IconButton
        icon="close"
        size="small"
        kind="quiet"
        label={t('remove', { name: one.file.name })}
        onClick={onRemove}
      />
    </li>
  );
}

const verdictOf = (check: Check) => (check.state === 'done' ? check.result.verdict : 'error');
const wordOf = (check: Check, language: Language) =>
  verificationText(`verdict.${verdictOf(check)}`, language);
const lookOf = (check: Check): StateBadge =>
  check.state === 'waiting' ? { tone: 'info', icon: 'hourglass' } : VERDICT_BADGES[verdictOf(check)];
