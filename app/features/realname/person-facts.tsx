import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { type queryPersonInfo, revealRealName } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import style from './realname.module.css';

export type PersonInfo = OutputOf<typeof queryPersonInfo>;

/** The person's own name and certificate number, masked until revealed. */
export function PersonFacts({ info }: { info: PersonInfo }) {
  const { t } = useTranslation('realname');
  const reveal = useMutation({ mutationFn: () => call(revealRealName, {}) });
  const shown = reveal.data ?? info;
  return (
    <>
      <Facts
        facts={[
          [t('field.realName'), shown.realName],
          [t('field.idType'), info.idType && t(`idType.${info.idType}`)],
          [t('field.idNumber'), shown.idNumber],
        ]}
      />
      <div className={style.row}>
        {reveal.data ? (
          <Button icon="eye-off" onClick={() => reveal.reset()}>
            {t('reveal.hide')}
          </Button>
        ) : (
          <Button icon="eye" pending={reveal.isPending} onClick={() => reveal.mutate()}>
            {t('reveal.show')}
          </Button>
        )}
        <span className={style.hint}>{t('reveal.kept')}</span>
      </div>
    </>
  );
}
