import { useTranslation } from 'react-i18next';
import { verificationText } from '#core/locales/verification-text.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { VerdictBanner } from '../../parts/verdict/verdict-banner.tsx';
import { MOST_BYTES } from './use-checks.ts';

const ADVICE = { type: 'type', size: 'size', failed: 'retry' } as const;

/** Shows why a file was not verified, and what to do ([5.13b], [8.13]). */
export function Refused({ file, reason }: { file: File; reason: keyof typeof ADVICE }) {
  const { t } = useTranslation('verification');
  const [language] = useLanguage();
  const max = formatSize(MOST_BYTES, language);
  return (
    <VerdictBanner
      verdict="error"
      word={reason === 'failed' ? t('failedWord') : verificationText('verdict.error', language)}
      sentence={t(`refused.${reason}`, { max })}
    >
      <p>{t(`advice.${ADVICE[reason]}`)}</p>
      <p>
        {file.name} · {formatSize(file.size, language)}
      </p>
    </VerdictBanner>
  );
}
