import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstBrokenLink, type TrailEntry } from '#core/task/trail.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import style from './trail.module.css';

/** Verifies the trail's hash chain on this device, without trusting the server, and shows the result. */
export function ChainCheck({ entries }: { entries: readonly TrailEntry[] }) {
  const { t } = useTranslation('trail');
  const [broken, setBroken] = useState<number | null>();
  // A longer trail needs a new check.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of entries is what matters
  useEffect(() => setBroken(undefined), [entries.length]);
  const check = async () => setBroken(await firstBrokenLink(entries));
  return (
    <div className={style.chain}>
      <span role="status" className={broken === null ? style.whole : style.broken}>
        {broken !== undefined && (
          <>
            <Icon name={broken === null ? 'success' : 'error'} size={16} />
            {broken === null
              ? t('chain.whole', { count: entries.length })
              : t('chain.broken', { entry: broken })}
          </>
        )}
      </span>
      <Button size="small" icon="link" onClick={() => void check()}>
        {t('chain.check')}
      </Button>
    </div>
  );
}
