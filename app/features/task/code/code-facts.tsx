import { type ChangeEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { ERROR_CODES } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { CodeState, readCode } from '#core/task/code-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { Badge, type StateBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import style from './code.module.css';

const BADGES: Record<CodeState, StateBadge> = {
  PENDING: { tone: 'info', icon: 'hourglass' },
  COMPLETED: { tone: 'success', icon: 'success' },
  REJECTED: { tone: 'error', icon: 'error' },
  EXPIRED: { tone: 'neutral', icon: 'clock' },
  VOIDED: { tone: 'warning', icon: 'ban' },
  WITHDRAWN: { tone: 'neutral', icon: 'undo' },
};

type CodeOf<Name extends keyof typeof ERROR_CODES> = (typeof ERROR_CODES)[Name];
// the codes are repeated here, checked by their types, so that this page need not load the error catalogue
const NOT_THERE: readonly number[] = [404000, 400000] satisfies [
  CodeOf<'NOT_FOUND'>,
  CodeOf<'INPUT_INVALID'>,
];

/** Schemas are loaded on demand: this page is opened on phones, by visitors who are not signed in. */
const loadCall = () => import('#core/task/code-calls.ts');

type Answer = { data?: OutputOf<typeof readCode>; error?: unknown };

/** Number, state and digest of the file whose QR code was scanned, and a comparison with a local file. */
export function CodeFacts({ code }: { code: string }) {
  const { t } = useTranslation('code');
  const [{ data, error }, setAnswer] = useState<Answer>({});
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again for each retry
  useEffect(() => {
    let left = false;
    setAnswer({});
    loadCall()
      .then(({ readCode }) => call(readCode, { code }))
      .then(
        (found) => left || setAnswer({ data: found }),
        (failure: unknown) => left || setAnswer({ error: failure }),
      );
    return () => {
      left = true;
    };
  }, [code, tries]);
  if (isClientError(error) && NOT_THERE.includes(error.code))
    return (
      <EmptyState icon="warning" title={t('unknown.title')}>
        {t('unknown.text')}
      </EmptyState>
    );
  if (error) return <ErrorState error={error} onRetry={() => setTries(tries + 1)} />;
  if (!data) return <LoadingState />;
  const { number, state, sha256, registeredAt, former } = data;
  return (
    <>
      <Facts
        facts={[
          [t('number'), <code key="number">{number}</code>],
          [
            t('state'),
            <Badge key="state" {...BADGES[state]}>
              {t(`states.${state}`)}
            </Badge>,
          ],
          [
            t('digest'),
            <code key="digest" className={style.digest}>
              {sha256}
            </code>,
          ],
          [t('registeredAt'), formatDateTime(registeredAt)],
        ]}
      />
      <Compare sha256={sha256} former={former} />
    </>
  );
}

const TONES = { same: 'success', former: 'info', different: 'warning' } as const;

/** Compares a file's digest with those of the registered revisions locally: the file is not uploaded. */
function Compare({ sha256, former }: Pick<OutputOf<typeof readCode>, 'sha256' | 'former'>) {
  const { t } = useTranslation('code');
  const [result, setResult] = useState<{ name: string; verdict: keyof typeof TONES }>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const digest = await sha256Hex(await file.arrayBuffer());
    const verdict = digest === sha256 ? 'same' : former.includes(digest) ? 'former' : 'different';
    setResult({ name: file.name, verdict });
  };
  return (
    <section className={style.compare}>
      <label className={style.choose}>
        <span>{t('compare')}</span>
        <input
          type="file"
          accept=".pdf,.ofd"
          className="visually-hidden"
          onChange={(event) => void choose(event)}
        />
        <small>{t('compareHint')}</small>
      </label>
      <div role="status">
        {result && <Notice tone={TONES[result.verdict]}>{t(result.verdict, { name: result.name })}</Notice>}
      </div>
    </section>
  );
}
