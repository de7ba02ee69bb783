import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { matchesNumber, typedKey } from '#core/contact/match-name.ts';
import { matchesName } from '#core/contact/search.ts';
import type { PickedParty } from '#core/task/partner.ts';
import { listPartners, type Partner } from '#core/task/partner-calls.ts';
import { formatDate } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './people.module.css';
import type { SourceProps } from './source-props.ts';

/** Recent contract partners, newest first. */
export function PartnerSource({ search, read, list }: SourceProps) {
  const partners = useQuery(queryOf(listPartners, {}));
  const found = useMemo(() => {
    const typed = typedKey(search);
    const all = partners.data?.partners ?? [];
    if (typed === '') return all;
    return all.filter(
      ({ entName, userName, mobile }) =>
        matchesName([entName, userName], typed, read) || matchesNumber(mobile, typed),
    );
  }, [partners.data, search, read]);
  if (partners.error && !partners.data)
    return <ErrorState error={partners.error} onRetry={() => void partners.refetch()} />;
  if (!partners.data) return <LoadingState />;
  return (
    <div className={style.plain}>
      {list(found, partyOfPartner, (one) => (
        <>
          <span className={style.icon}>
            <Icon name={one.type === 'ENTERPRISE' ? 'building' : 'user'} />
          </span>
          <span className={style.words}>
            <span className={style.name}>{one.entName || one.userName}</span>
            <span className={style.about}>
              {[one.entName && one.userName, one.mobile, formatDate(one.lastAt)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </>
      ))}
    </div>
  );
}

const partyOfPartner = (one: Partner): PickedParty => ({
  key: [one.type, one.entName, one.mobile].join(' '),
  type: one.type,
  entName: one.entName,
  userName: one.userName,
  mobile: one.mobile,
  department: one.department,
  email: one.email,
});
